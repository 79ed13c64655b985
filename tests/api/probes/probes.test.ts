// What load balancers and supervisors ask: whether the process lives, and whether it can take calls.
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createReadiness, type Readiness } from '#server/entry/probes/readiness.ts';
import { migrationNames } from '#server/platform/db/migrate.ts';
import { MIGRATIONS } from '#fixtures/club/database.ts';
import { requestTo } from '../support/call.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let migrations: string[];
beforeAll(async () => {
  world = await createWorld();
  migrations = await migrationNames(MIGRATIONS);
});
afterAll(() => world.close());

const opened: World[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function withReadiness(readiness: Readiness): Promise<World> {
  const other = await createWorld({ on: world, watch: { readiness } });
  opened.push(other);
  return other;
}

async function probe(on: World, url: '/livez' | `/readyz${'' | `?${string}`}`, method: 'GET' | 'HEAD' = 'GET') {
  const { statusCode, body, headers } = await on.app.inject({ url, method });
  return { status: statusCode, headers, text: body, body: body === '' ? null : (JSON.parse(body) as unknown) };
}

const started = (pool: pg.Pool, options: { patienceMs?: number; names?: string[] } = {}) => {
  const lines: string[] = [];
  const readiness = createReadiness();
  const { patienceMs = 0, names = migrations } = options;
  readiness.started({ pool, migrations: names, patienceMs, log: (line) => lines.push(line) });
  return { readiness, lines };
};

/** A pool whose queries take as long as a test wants. */
const poolOf = (query: () => Promise<unknown>) => ({ query }) as unknown as pg.Pool;
const failing = () => Promise.reject(new Error('connect ECONNREFUSED 10.9.8.7:5432'));

describe('/livez', () => {
  it('says that the process lives, whatever became of its database, and nothing else', async () => {
    const on = await withReadiness(started(poolOf(failing)).readiness);
    expect(await probe(on, '/livez')).toMatchObject({ status: 200, body: { status: 'pass' } });
    expect(await probe(on, '/livez', 'HEAD')).toMatchObject({ status: 200, text: '' });
    expect((await probe(on, '/livez')).headers['cache-control']).toBe('no-store');
  });
});

describe('/readyz', () => {
  it('passes once the server has started, with each check', async () => {
    const readiness = createReadiness();
    const on = await withReadiness(readiness);
    const unknown = { database: 'unknown', migrations: 'unknown' };
    expect(await probe(on, '/readyz')).toMatchObject({
      status: 503,
      body: { status: 'fail', checks: { start: 'fail', stop: 'pass', ...unknown } },
    });
    readiness.started({ pool: world.database.watchPool, migrations, patienceMs: 0, log: () => undefined });
    expect(await probe(on, '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'pass', checks: { start: 'pass', stop: 'pass', database: 'pass', migrations: 'pass' } },
    });
    readiness.drain();
    expect(await probe(on, '/readyz')).toMatchObject({
      status: 503,
      body: { status: 'fail', checks: { start: 'pass', stop: 'fail', ...unknown } },
    });
    expect((await probe(on, '/readyz')).headers).toMatchObject({ connection: 'close', 'cache-control': 'no-store' });
  });

  it('fails while the database is away; the log says why, and strangers do not learn it', async () => {
    let query = failing;
    const { readiness, lines } = started(poolOf(() => query()));
    const on = await withReadiness(readiness);
    for (let time = 0; time < 3; time += 1) {
      const { status, body, text } = await probe(on, '/readyz');
      expect([status, body]).toEqual([
        503,
        { status: 'fail', checks: { start: 'pass', stop: 'pass', database: 'fail', migrations: 'unknown' } },
      ]);
      expect(text).not.toMatch(/10\.9|ECONN|5432/);
    }
    expect(lines).toEqual(['not ready: the database cannot be reached: connect ECONNREFUSED 10.9.8.7:5432']);
    query = () => world.database.pool.query('SELECT $1::bigint AS applied', [migrations.length]) as never;
    await expect.poll(async () => (await probe(on, '/readyz')).status).toBe(200);
    expect(lines.slice(1)).toEqual(['ready again']);
  });

  it('passes without its database for a proxy that leaves that out, and for nothing else that fails', async () => {
    const WITHOUT = '/readyz?exclude=database';
    const away = started(poolOf(failing)).readiness;
    const on = await withReadiness(away);
    expect(await probe(on, '/readyz')).toMatchObject({ status: 503 });
    expect(await probe(on, WITHOUT)).toMatchObject({
      status: 200,
      body: { status: 'pass', checks: { start: 'pass', stop: 'pass', database: 'fail', migrations: 'unknown' } },
    });
    away.drain();
    expect(await probe(on, WITHOUT)).toMatchObject({ status: 503, body: { status: 'fail' } });
    const unstarted = await withReadiness(createReadiness());
    expect(await probe(unstarted, WITHOUT)).toMatchObject({ status: 503 });
    const pool = world.database.watchPool;
    const lacking = started(pool, { names: [...migrations, '9999-of-a-newer-version'] }).readiness;
    expect(await probe(await withReadiness(lacking), WITHOUT)).toMatchObject({ status: 503 });
    const well = await withReadiness(started(pool).readiness);
    expect(await probe(well, WITHOUT)).toMatchObject({ status: 200, body: { checks: { database: 'pass' } } });
  });

  it.each(['stop', '', 'migrations', 'database&exclude=stop'])('refuses to leave out %j', async (exclude) => {
    const on = await withReadiness(started(world.database.watchPool).readiness);
    expect(await probe(on, `/readyz?exclude=${exclude}`)).toMatchObject({
      status: 400,
      body: { status: 'fail', detail: 'only database can be excluded' },
    });
  });

  it('answers in time if the database does not, and asks it once however many ask', async () => {
    let queries = 0;
    const silent = poolOf(() => {
      queries += 1;
      return new Promise(() => undefined);
    });
    const on = await withReadiness(started(silent).readiness);
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 50 }, () => probe(on, '/readyz')));
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(queries).toBe(1);
  });

  it('bears an embedded engine that is busy with something else for a while', async () => {
    const silent = poolOf(() => new Promise(() => undefined));
    const on = await withReadiness(started(silent, { patienceMs: 60_000 }).readiness);
    expect((await probe(on, '/readyz')).status).toBe(200);
  });

  it('fails if the database lacks a migration of this version, but not if a newer version has added some', async () => {
    const pool = world.database.watchPool;
    const lacking = started(pool, { names: [...migrations, '9999-of-a-newer-version'] });
    expect(await probe(await withReadiness(lacking.readiness), '/readyz')).toMatchObject({
      status: 503,
      body: { checks: { database: 'pass', migrations: 'fail' } },
    });
    expect(lacking.lines).toEqual(['not ready: the database lacks migrations of this version']);
    const older = started(pool, { names: migrations.slice(0, -1) });
    expect((await probe(await withReadiness(older.readiness), '/readyz')).status).toBe(200);
  });
});

it('a server that is about to stop closes the connection with each answer', async () => {
  const { readiness } = started(world.database.watchPool);
  const on = await withReadiness(readiness);
  const status = () => on.app.inject(requestTo('getStatus'));
  expect((await status()).headers.connection).not.toBe('close');
  readiness.drain();
  expect(await status()).toMatchObject({ statusCode: 200, headers: { connection: 'close' } });
});

it('probes are neither logged nor counted among the calls', async () => {
  const on = await withReadiness(started(world.database.watchPool).readiness);
  const before = on.logs();
  await probe(on, '/livez');
  await probe(on, '/readyz');
  expect(on.logs()).toBe(before);
});
