// What a scraper reads: who may, that it is well-formed, and that it is true.
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { saveWatch } from '#server/domain/chain/watches.ts';
import { watchClub } from '#server/entry/meters/club-figures.ts';
import { watchProcess } from '#server/entry/meters/gauges.ts';
import { Meters } from '#server/entry/meters/meters.ts';
import { startJobs, type Job, type OneRunner } from '#server/platform/jobs/runner.ts';
import { testConfig } from '#fixtures/club/config.ts';
import { readExposition, type Family } from '#tests/support/exposition.ts';
import { requestTo } from '../support/call.ts';
import { rich, setRates } from '../support/money.ts';
import { createWorld, type World } from '../support/world.ts';

const TOKEN = 'q1R8sV3nX5bT7mK2pL9dF4hJ6wZ0cYae';

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await setRates(world);
});
afterAll(() => world.close());

const opened: World[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

interface Watched {
  readonly on: World;
  readonly meters: Meters;
  scrape(): Promise<ReadonlyMap<string, Family>>;
}

async function watched(pool: Pool = world.database.watchPool): Promise<Watched> {
  const meters = new Meters();
  const { operation } = testConfig();
  const on = await createWorld({
    on: world,
    config: { operation: { ...operation, metricsToken: TOKEN } },
    watch: { meters },
  });
  opened.push(on);
  watchProcess(meters.registry, {
    version: '1.2.3',
    revision: null,
    engine: 'an engine',
    dataDir: '.',
    pools: { calls: world.database.pool },
    chain: on.services.chain,
    connections: () => on.app.connections.open(),
    streams: () => on.services.changes.open(),
    isReady: async () => true,
    lostLines: () => 0,
  });
  watchClub(meters.registry, { pool, clock: on.clock, chain: on.services.chain });
  return {
    on,
    meters,
    scrape: async () => {
      const answer = await ask(on, `Bearer ${TOKEN}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
      return readExposition(answer.body);
    },
  };
}

const ask = (on: World, authorization?: string) =>
  on.app.inject({ url: '/metrics', ...(authorization === undefined ? {} : { headers: { authorization } }) });

function valueOf(families: ReadonlyMap<string, Family>, name: string, labels: Record<string, string> = {}) {
  const family = families.get(name.replace(/_(bucket|sum|count)$/, '')) ?? families.get(name);
  return family?.samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;
}

describe('the metrics on the port of the members', () => {
  it('are not there unless a token is set', async () => {
    expect((await ask(world, `Bearer ${TOKEN}`)).statusCode).toBe(404);
    const own = await createWorld({
      on: world,
      config: {
        operation: { ...testConfig().operation, metrics: { host: 'localhost', port: 0 }, metricsToken: TOKEN },
      },
    });
    opened.push(own);
    expect((await ask(own, `Bearer ${TOKEN}`)).statusCode).toBe(404);
  });

  it.each([
    ['no token', undefined],
    ['another token', `Bearer ${TOKEN.replace('q', 'p')}`],
    ['a part of it', `Bearer ${TOKEN.slice(0, -1)}`],
    ['more than it', `Bearer ${TOKEN}x`],
    ['the token without its scheme', TOKEN],
    ['another scheme', `Basic_ ${TOKEN}`],
    ['a long one', `Bearer ${'a'.repeat(10_000)}`],
    ['nothing', 'Bearer '],
  ])('are refused to a scraper with %s', async (_what, authorization) => {
    const { on } = await watched();
    const answer = await ask(on, authorization);
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer realm="metrics"']);
    expect(answer.body).not.toContain('perch_');
  });

  it('are well-formed, and each has its help', async () => {
    const { scrape } = await watched();
    const families = await scrape();
    expect(families.size).toBeGreaterThan(40);
    for (const { name, help } of families.values()) expect([name, help.length > 10]).toEqual([name, true]);
  });
});

describe('calls', () => {
  it('are counted by operation and outcome, with how long they took', async () => {
    const { on, scrape } = await watched();
    const browser = on.browser();
    await browser.call('getStatus');
    await browser.call('getStatus');
    await browser.call('getUserInfo', { token: 'nobody' });
    const families = await scrape();
    const total = (operation: string, outcome: string) =>
      valueOf(families, 'perch_requests_total', { operation, outcome });
    expect([total('getStatus', 'ok'), total('getUserInfo', 'session_ended')]).toEqual([2, 1]);
    expect(valueOf(families, 'perch_request_duration_seconds_count', { operation: 'getStatus' })).toBe(2);
  });

  it('have few labels, whatever callers make up: paths, operations, cultures, members', async () => {
    const { on, scrape } = await watched();
    const series = (families: ReadonlyMap<string, Family>) =>
      [...families.values()]
        .filter(({ name }) => name.startsWith('perch_'))
        .reduce((sum, { samples }) => sum + samples.length, 0);
    const made = async (from: number, to: number) => {
      for (let each = from; each < to; each += 1) {
        await on.app.inject({ url: `/made-up-${each}?culture=${each}`, headers: { 'x-request-id': `id-${each}` } });
        const path = { id: `made-up-${each}` };
        await on.app.inject({ ...requestTo('getReceipt', { path }), headers: { authorization: `Bearer t${each}` } });
        await on.app.inject({ ...requestTo('confirmDraft', { path }), payload: `{"${each}":1}` });
        await on.app.inject({ url: `/%made-up-${each}` });
      }
    };
    await made(0, 1);
    const before = series(await scrape());
    await made(1, 100);
    const families = await scrape();
    expect(series(families)).toBe(before);
    expect(valueOf(families, 'perch_requests_total', { operation: 'other', outcome: 'not_found' })).toBe(100);
    expect(JSON.stringify([...families])).not.toContain('made-up');
  });

  it('that a limit refuses are counted by the limit', async () => {
    const meters = new Meters();
    const on = await createWorld({ on: world, config: { rateLimitScale: 1 }, watch: { meters } });
    opened.push(on);
    const who = await rich(world, {});
    for (let call = 0; call < 11; call += 1)
      await on.browser().call('createTransfer', {
        token: who.token,
        body: { recipient: 'nobody', asset: 'USDT', amount: '1', note: '' },
      });
    for (let call = 0; call < 11; call += 1)
      await on.browser().call('createToken', { body: { username: 'a', password: 'b' } });
    const families = readExposition(await meters.registry.metrics());
    expect(valueOf(families, 'perch_throttle_refusals_total', { limit: 'member' })).toBe(1);
    // Wrong passwords make the next ones wait, which is the throttle's own refusal.
    expect(valueOf(families, 'perch_throttle_refusals_total', { limit: 'too_many_requests' })).toBeGreaterThan(0);
    expect(valueOf(families, 'perch_throttle_refusals_total', { limit: 'address' })).toBe(1);
  });
});

describe('the figures of the club', () => {
  it('are those of the database', async () => {
    const { on, scrape } = await watched();
    const { db, clock } = world;
    await on.browser().call('sendEmailVerificationCodeNoLogin', {
      body: { email: 'metrics@mail.example', purpose: 'signUp' },
    });
    const { count } = await db
      .selectFrom('mails')
      .select((query) => query.fn.countAll<bigint>().as('count'))
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where('eml', 'is', null)
      .executeTakeFirstOrThrow();
    const { last } = await db
      .selectFrom('journals')
      .select((query) => query.fn.max('id').as('last'))
      .executeTakeFirstOrThrow();
    await db.updateTable('club_state').set({ books_stopped_at: clock.now() }).execute();
    await saveWatch(db, { network: 'ethereum', state: 'current', since: clock.now() });
    const families = await scrape();
    await db.updateTable('club_state').set({ books_stopped_at: null }).execute();
    expect(valueOf(families, 'perch_mails_waiting')).toBe(Number(count));
    expect(Number(count)).toBeGreaterThan(0);
    expect(valueOf(families, 'perch_journals')).toBe(Number(last));
    expect(valueOf(families, 'perch_books_stopped')).toBe(1);
    expect(valueOf(families, 'perch_withdrawals_overdue')).toBe(0);
    expect(valueOf(families, 'perch_database_up')).toBe(1);
    expect(valueOf(families, 'perch_database_size_bytes')).toBeGreaterThan(1_000_000);
    expect(valueOf(families, 'perch_chain_blocks_behind', { network: 'bitcoin' })).toBe(0);
    expect(valueOf(families, 'perch_chain_state', { network: 'ethereum', state: 'current' })).toBe(1);
    expect(valueOf(families, 'perch_chain_state', { network: 'ethereum', state: 'behind' })).toBe(0);
    expect(valueOf(families, 'perch_chain_state', { network: 'bitcoin', state: 'starting' })).toBe(1);
  });

  it('say when the oldest month was over that is not paid, and nothing before the first sale', async () => {
    const { scrape } = await watched();
    expect((await scrape()).get('perch_month_due_timestamp_seconds')?.samples).toEqual([]);
    await world.db
      .insertInto('bonus_periods')
      .values({ month: '2026-09-01', input_closed_at: world.clock.now() })
      .execute();
    const later = await (await watched()).scrape();
    expect(valueOf(later, 'perch_month_due_timestamp_seconds')).toBe(Date.parse('2026-10-01T00:00:00Z') / 1000);
    await world.db.deleteFrom('bonus_periods').execute();
  });

  it('say nothing of a network that is closed, whatever was found when it was open', async () => {
    const { db, clock } = world;
    for (const network of ['bitcoin', 'ethereum'] as const)
      await saveWatch(db, { network, state: 'unreachable', since: clock.now() });
    const meters = new Meters();
    const networks = world.services.chain.networks.filter(({ network }) => network === 'bitcoin');
    watchClub(meters.registry, { pool: world.database.watchPool, clock, chain: { networks } });
    const { samples = [] } = readExposition(await meters.registry.metrics()).get('perch_chain_state') ?? {};
    expect(new Set(samples.map(({ labels }) => labels.network))).toEqual(new Set(['bitcoin']));
    expect(samples.filter(({ value }) => value === 1).map(({ labels }) => labels.state)).toEqual(['unreachable']);
  });

  it('count withdrawals that should have been paid, and mails that were given up lately', async () => {
    const who = await rich(world);
    const { body: draft } = await who.call('createWithdrawal', {
      body: {
        asset: 'USDT',
        network: 'ethereum',
        address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
        amount: '400',
      },
    });
    expect((await who.confirm(draft.id)).status).toBe(200);
    await world.db.updateTable('mails').set({ given_up_at: world.clock.now() }).execute();
    const before = await (await watched()).scrape();
    expect(valueOf(before, 'perch_withdrawals_overdue')).toBe(0);
    expect(valueOf(before, 'perch_mails_given_up')).toBeGreaterThan(0);
    world.clock.advance(241 * 60 * 60);
    const after = await (await watched()).scrape();
    expect(valueOf(after, 'perch_withdrawals_overdue')).toBe(1);
    expect(valueOf(after, 'perch_mails_given_up')).toBe(0);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('connect ECONNREFUSED'))],
    ['never answers', () => new Promise(() => undefined)],
  ])('are left out, never made up, while the database %s', async (_what, query) => {
    const { scrape } = await watched({ query } as unknown as Pool);
    const began = performance.now();
    const families = await scrape();
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(valueOf(families, 'perch_database_up')).toBe(0);
    const kept = [
      'perch_mails_waiting',
      'perch_withdrawals_overdue',
      'perch_books_stopped',
      'perch_database_size_bytes',
      'perch_chain_state',
      'perch_chain_last_block_timestamp_seconds',
    ];
    expect(kept.flatMap((name) => families.get(name)?.samples)).toEqual([]);
    expect(valueOf(families, 'perch_connections_open')).toBe(0);
  });

  it('are read once for all scrapers', async () => {
    let queries = 0;
    const query = async (...parameters: Parameters<Pool['query']>) => {
      queries += 1;
      return world.database.pool.query(...(parameters as unknown as [string, unknown[]]));
    };
    const { scrape } = await watched({ query } as unknown as Pool);
    await Promise.all(Array.from({ length: 10 }, () => scrape()));
    expect(queries).toBe(1);
  });
});

describe('jobs', () => {
  /** Runs a job until it has had some turns, in a process to whom `oneRunner` gives them. @returns its metrics */
  async function ran(run: Job['run'], oneRunner: OneRunner | null = null, turns = 4) {
    const meters = new Meters();
    let taken = 0;
    const job: Job = { name: 'trying', everySeconds: 0.001, runs: 'in one process', run };
    meters.expect([job]);
    const running = startJobs([job], {
      db: world.db,
      oneRunner,
      mayRun: () => (taken += 1) > 0,
      onError: () => undefined,
      onRun: (name, each) => meters.ranJob(name, each),
    });
    await expect.poll(() => taken).toBeGreaterThan(turns);
    await running.stop();
    const families = readExposition(await meters.registry.metrics());
    const result = (name: string) => valueOf(families, 'perch_job_runs_total', { job: 'trying', result: name });
    return {
      turns: taken,
      results: { done: result('done'), failed: result('failed'), waited: result('waited'), left: result('left') },
      lastSuccess: valueOf(families, 'perch_job_last_success_timestamp_seconds', { job: 'trying' }) ?? Number.NaN,
      lastDuration: valueOf(families, 'perch_job_last_duration_seconds', { job: 'trying' }),
    };
  }

  it('are counted as done or failed', async () => {
    let runs = 0;
    const { results, lastSuccess, lastDuration } = await ran(async () => {
      runs += 1;
      if (runs === 1) throw new Error('once');
    });
    expect(results).toEqual({ done: runs - 1, failed: 1, waited: 0, left: 0 });
    expect(Math.abs(Date.now() / 1000 - lastSuccess)).toBeLessThan(60);
    expect(lastDuration).toBeGreaterThanOrEqual(0);
  });

  it('are not done where they can’t be, such as without a node or with a clock in doubt', async () => {
    const { turns, results, lastSuccess, lastDuration } = await ran(async () => 'not here');
    expect(results).toEqual({ done: 0, failed: 0, waited: 0, left: turns });
    expect([lastSuccess, lastDuration]).toEqual([0, undefined]);
  });

  it('have no run in a process while another one has them', async () => {
    const { results, lastSuccess } = await ran(async () => undefined, { take: async () => false });
    expect([results, lastSuccess]).toEqual([{ done: 0, failed: 0, waited: 0, left: 0 }, 0]);
  });

  it('have waited if they could not begin, and failed if they lost their session at the end', async () => {
    const away = Object.assign(new Error('unreachable'), { code: 'ECONNREFUSED' });
    const unreachable = await ran(async () => undefined, { take: () => Promise.reject(away) }, 2);
    const other = await ran(async () => undefined, { take: () => Promise.reject(new Error('may not')) }, 2);
    expect(other.results).toEqual({ done: 0, failed: other.turns, waited: 0, left: 0 });
    expect(unreachable.results).toEqual({ done: 0, failed: 0, waited: unreachable.turns, left: 0 });
    const lost: OneRunner = {
      take: async (job) => {
        await job.run(world.db);
        throw new Error('the session was lost');
      },
    };
    const { turns, results, lastSuccess } = await ran(async () => undefined, lost, 2);
    expect([results, lastSuccess]).toEqual([{ done: 0, failed: turns, waited: 0, left: 0 }, 0]);
  });

  it('that find damaged pages say so until all pages were read as sound', async () => {
    const meters = new Meters();
    const damaged = async () => valueOf(readExposition(await meters.registry.metrics()), 'perch_database_damaged', {});
    expect(await damaged()).toBe(0);
    meters.foundDamage();
    meters.ranJob('send-mails', { result: 'done', ms: 1 });
    meters.ranJob('check-all-pages', { result: 'failed', ms: 1 });
    expect(await damaged()).toBe(1);
    meters.ranJob('check-all-pages', { result: 'done', ms: 1 });
    expect(await damaged()).toBe(0);
  });

  it('are shown before they have run', async () => {
    const meters = new Meters();
    meters.expect([{ name: 'waiting', everySeconds: 1, runs: 'in every process', run: async () => undefined }]);
    const families = readExposition(await meters.registry.metrics());
    for (const result of ['done', 'failed', 'waited', 'left'])
      expect(valueOf(families, 'perch_job_runs_total', { job: 'waiting', result })).toBe(0);
    expect(valueOf(families, 'perch_job_last_success_timestamp_seconds', { job: 'waiting' })).toBe(0);
  });
});

describe('what is not well-formed', () => {
  const head = '# HELP a_total A.\n# TYPE a_total counter\n';
  it.each([
    ['no end of the last line', `${head}a_total 1`],
    ['a sample without its family', 'a_total 1\n'],
    ['a sample of another family', `${head}b_total 1\n`],
    ['a type without help', '# TYPE a_total counter\na_total 1\n'],
    ['a family twice', `${head}${head}`],
    ['a sample twice', `${head}a_total{x="1",y="2"} 1\na_total{y="2",x="1"} 1\n`],
    ['a label twice', `${head}a_total{x="1",x="2"} 1\n`],
    ['a label that is not closed', `${head}a_total{x="1} 1\n`],
    ['a line break in a label', `${head}a_total{x="1\n2"} 1\n`],
    ['no number', `${head}a_total one\n`],
    ['a counter below 0', `${head}a_total -1\n`],
    ['a counter without its suffix', '# HELP a A.\n# TYPE a counter\na 1\n'],
    [
      'buckets that do not add up',
      '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
    ],
    ['no last bucket', '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n'],
  ])('is noticed: %s', (_what, text) => {
    expect(() => readExposition(text)).toThrow();
  });
});
