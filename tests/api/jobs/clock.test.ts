// A clock that jumps moves no money until an operator confirms it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '#server/platform/config/config.ts';
import { createJobs } from '#server/entry/jobs/jobs.ts';
import type { Job } from '#server/platform/jobs/runner.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { createMailer } from '#server/platform/mail/transport.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { rich, setRates, type Rich } from '../support/money.ts';
import { bought, DAY } from '../support/stakes.ts';
import { noPost } from '../support/push.ts';
import { createWorld, type World } from '../support/world.ts';
import { testConfig } from '#fixtures/club/config.ts';

/** What becomes due by the clock alone, and can't be undone. */
const WAITING = ['sweep-expired', 'pay-withdrawals', 'close-withdrawals', 'accrue-stakes', 'mature-stakes'];
const MINUTE = 60;
const HOUR = 60 * MINUTE;

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());
beforeEach(async () => {
  await setRates(world);
  // Each test starts as if no job had ever run.
  await world.db.deleteFrom('clock_state').execute();
});

interface Server {
  readonly lines: string[];
  run(names?: readonly string[]): Promise<void>;
}

/** A process on the database: its jobs, and its log. */
function server(config: Partial<Config> = {}): Server {
  const services = { ...world.services, config: { ...world.services.config, demo: false, ...config } };
  const lines: string[] = [];
  const payer = { pay: () => Promise.reject(new Error('nothing is paid here')) };
  const jobs = new Map<string, Job>(
    createJobs(services, {
      mailer: createMailer(testConfig()),
      post: noPost,
      payments: createPaymentListener(services),
      payer,
      findDamage: async () => [],
      log: (line) => lines.push(line),
    }).map((job) => [job.name, job]),
  );
  return {
    lines,
    run: async (names = ['watch-clock', ...WAITING]) => {
      for (const name of names) await jobs.get(name)?.run(services.db);
    },
  };
}

/** Lets hours pass for a club whose server runs. */
async function hoursPass(process: Server, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    world.clock.advance(HOUR);
    await process.run();
  }
}

const operator = (...args: string[]) => outcomeOf(world.services, { args, operator: 'olga' });
const rewards = async ({ member }: Rich) =>
  (
    await world.db
      .selectFrom('receipts')
      .select('id')
      .where('member_id', '=', member.id)
      .where('kind', '=', 'staking_reward')
      .execute()
  ).length;

async function staker(): Promise<Rich> {
  const who = await rich(world, { USDT: '1000' });
  await bought(who, { stage: 8, amountUsd: '300' });
  return who;
}

describe('a clock that jumps by forty days', () => {
  it('pays nothing and deletes nothing until an operator accepts it, which is recorded; then what is due is done', async () => {
    const who = await staker();
    const process = server();
    await process.run();
    await hoursPass(process, 25);
    expect([await rewards(who), process.lines]).toEqual([1, []]);
    const kept = await world.db.selectFrom('requests').select('key').execute();
    expect(kept.length).toBeGreaterThan(0);

    const seen = world.clock.now();
    world.clock.advance(40 * DAY);
    await process.run();
    await process.run();
    expect(await rewards(who)).toBe(1);
    expect(await world.db.selectFrom('requests').select('key').execute()).toEqual(kept);
    const sentence = `rewards, payouts and clean-up wait: the clock says ${world.clock.now().toISOString()}, and was last seen at ${seen.toISOString()}; if the time is correct now, run "npm run operator -- clock accept"`;
    expect(process.lines).toEqual([sentence]);
    expect(await operator('clock', 'show')).toEqual({ code: 0, text: sentence });
    for (const command of [
      ['months', 'close', '2026-11'],
      ['rates', 'set', 'BTC', '65000.5'],
      ['rates', 'currency', 'JPY', '155.20'],
    ])
      expect(await operator(...command)).toMatchObject({ code: 1, text: expect.stringContaining('clock') });

    expect(await operator('clock', 'accept')).toMatchObject({
      code: 0,
      text: expect.stringContaining('is accepted; what has fallen due'),
    });
    const recorded = await world.db
      .selectFrom('audit_events')
      .select('details')
      .where('kind', '=', 'clock_accepted')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(recorded.details).toEqual({ operator: 'olga', lastSeen: seen.toISOString() });
    await process.run();
    expect(await rewards(who)).toBe(41);
    expect(process.lines.slice(1)).toEqual(['the clock is right again; rewards, payouts and clean-up continue']);
    expect(await operator('clock', 'accept')).toMatchObject({
      code: 0,
      text: expect.stringContaining('nothing to accept'),
    });
  });

  it('does no harm if it is corrected in time', async () => {
    const who = await staker();
    const process = server();
    await process.run();
    world.clock.advance(40 * DAY);
    await process.run();
    world.clock.advance(-40 * DAY + MINUTE);
    await process.run();
    expect(await rewards(who)).toBe(0);
    expect(process.lines).toHaveLength(2);
    await hoursPass(process, 24);
    expect(await rewards(who)).toBe(1);
  });

  it('also waits if it goes back', async () => {
    const process = server();
    await process.run();
    world.clock.advance(-3 * DAY);
    await process.run();
    expect(process.lines).toEqual([expect.stringContaining('rewards, payouts and clean-up wait')]);
    world.clock.advance(3 * DAY);
    await process.run();
    expect(process.lines.slice(1)).toEqual([expect.stringContaining('right again')]);
  });
});

describe('a server that was stopped', () => {
  const stopped = async (hours: number, config: Partial<Config>) => {
    const who = await staker();
    await server(config).run();
    world.clock.advance(hours * HOUR);
    const next = server(config);
    await next.run();
    return { paid: await rewards(who), said: next.lines };
  };

  it('for less than an hour continues', async () => {
    const who = await staker();
    const first = server();
    await first.run();
    await hoursPass(first, 23);
    world.clock.advance(59 * MINUTE);
    const next = server();
    await next.run();
    world.clock.advance(MINUTE);
    await next.run();
    expect([await rewards(who), next.lines]).toEqual([1, []]);
  });

  it('for a night asks the operator, with the embedded database', async () => {
    expect(await stopped(25, {})).toEqual({ paid: 0, said: [expect.stringContaining('clock accept')] });
  });

  it('continues by itself if it serves the demo club, and says so', async () => {
    expect(await stopped(25, { demo: true })).toEqual({
      paid: 1,
      said: [expect.stringContaining('the demo club goes on')],
    });
  });
});

/** The database's clock is that of this machine, far from the tests' clock; here they are compared. */
describe('beside the clock of PostgreSQL', () => {
  const databaseUrl = 'postgres://perch@127.0.0.1/perch';
  const setTo = (moment: number) => world.clock.advance((moment - world.clock.now().getTime()) / 1000);

  it('a server whose clock differs does nothing, whatever operators say, and does not affect other servers', async () => {
    setTo(Date.now());
    const process = server({ databaseUrl });
    await process.run();
    const { last_seen_at: seen } = await world.db
      .selectFrom('clock_state')
      .select('last_seen_at')
      .executeTakeFirstOrThrow();
    world.clock.advance(2 * MINUTE);
    await process.run();
    expect(process.lines).toEqual([
      expect.stringMatching(
        /^rewards, payouts and clean-up wait: the clock says .* and PostgreSQL's says .*; correct the wrong one$/,
      ),
    ]);
    const services = { ...world.services, config: { ...world.services.config, databaseUrl } };
    expect(await outcomeOf(services, { args: ['clock', 'accept'], operator: 'olga' })).toMatchObject({
      code: 1,
      text: expect.stringContaining('correct the wrong one'),
    });
    expect(await world.db.selectFrom('clock_state').select('last_seen_at').executeTakeFirstOrThrow()).toEqual({
      last_seen_at: seen,
    });
  });

  it.each([
    [23, 'continues by itself', 'no server ran since then'],
    [25, 'asks', 'clock accept'],
  ])('after a stop of %i hours that it confirms, the server %s', async (hours, _, says) => {
    setTo(Date.now());
    await world.db
      .insertInto('clock_state')
      .values({ last_seen_at: new Date(Date.now() - hours * HOUR * 1000) })
      .execute();
    const process = server({ databaseUrl });
    await process.run();
    expect(process.lines).toEqual([expect.stringContaining(says)]);
  });

  it('a jump while the server runs is no stop', async () => {
    setTo(Date.now());
    const process = server({ databaseUrl });
    await process.run();
    await world.db
      .updateTable('clock_state')
      .set({ last_seen_at: new Date(Date.now() - 2 * HOUR * 1000) })
      .execute();
    await process.run();
    expect(process.lines).toEqual([expect.stringContaining('clock accept')]);
  });
});
