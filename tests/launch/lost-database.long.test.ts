import { randomUUID } from 'node:crypto';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { inTransaction } from '#server/platform/db/kysely.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import { openingGrant } from '#server/domain/ledger/moves.ts';
import { openForCommand } from '#server/entry/opening/open.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import type { Services } from '#server/domain/services/services.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { provideOwnPostgres } from '#tests/provision/postgres.mjs';
import { addMember, PASSWORD, type TestMember } from '#tests/support/members.ts';
import { perchServer, startOnce } from './perch.ts';
import { temporaryFolder, type Process } from './processes.ts';

/** A server whose PostgreSQL is taken away in the middle of transactions, and given back. */

type OwnPostgres = Awaited<ReturnType<typeof provideOwnPostgres>>;

const PERCH_SECRET = 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a';
const MEMBERS = 4;
/** How much is acknowledged before the database goes, and so much again after it is back. */
const ACKNOWLEDGED = 12;
const BACK_LIMIT_MS = 20_000;

let postgres: OwnPostgres;
let members: TestMember[];
beforeAll(async () => {
  postgres = await provideOwnPostgres({ root: process.cwd() });
  await startOnce({ DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR: temporaryFolder() });
  members = await onDatabase(async (services) => {
    for (const [asset, usd] of [
      ['USDT', '1'],
      ['BTC', '50000'],
    ] as const)
      await outcomeOf(services, { args: ['rates', 'set', asset, usd], operator: 'launch' });
    const made: TestMember[] = [];
    for (let count = 0; count < MEMBERS; count += 1) made.push(await addMember(services));
    const at = services.clock.now();
    await inTransaction(services.db, async (trx) => {
      for (const { id } of made)
        await openingGrant(trx, systemRandom, {
          key: `launch:${id}`,
          at,
          memberId: id,
          ruleVersion: 1,
          asset: 'USDT',
          amount: '10000',
          status: 'completed',
        });
    });
    return made;
  });
});
afterAll(() => postgres?.stop());

async function onDatabase<T>(act: (services: Services) => Promise<T>): Promise<T> {
  const { services, close } = await openForCommand(
    readSettings({ DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR: temporaryFolder() }, process.cwd()),
  );
  try {
    return await act(services);
  } finally {
    await close();
  }
}

async function asAdministrator<T>(act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

interface Sent {
  readonly draftId: string;
  readonly key: string;
  readonly token: string;
  receiptId: string | null;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test states what it expects of the body right after
type Answer = { status: number; body: any };

async function post(
  server: { port: number },
  path: string,
  sent: { body: unknown; token?: string; key?: string },
): Promise<Answer> {
  const response = await fetch(`http://localhost:${server.port}/api${path}`, {
    method: 'POST',
    headers: {
      'idempotency-key': sent.key ?? randomUUID(),
      'content-type': 'application/json',
      ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
    },
    body: JSON.stringify(sent.body),
  });
  return { status: response.status, body: await response.json() };
}

const confirm = (server: { port: number }, { draftId, token, key }: Sent) =>
  post(server, `/drafts/${draftId}/confirm`, { body: { code: null }, token, key });

/**
 * Exchanges of one member without an end; whatever is refused while the database is away is left and another one begun.
 */
async function load(
  server: { port: number },
  options: { token: string; sent: Sent[]; over: () => boolean },
): Promise<void> {
  const { token, sent, over } = options;
  while (!over()) {
    const draft = await post(server, '/exchanges', { body: { from: 'USDT', to: 'BTC', amount: '10' }, token });
    if (draft.status !== 200) {
      await sleep(50);
      continue;
    }
    const kept: Sent = { draftId: draft.body.id, key: randomUUID(), token, receiptId: null };
    sent.push(kept);
    const answer = await confirm(server, kept);
    if (answer.status === 200) kept.receiptId = answer.body.receiptId;
  }
}

/** What takes the database away for a moment. */
const LOSSES: [what: string, act: () => Promise<void>][] = [
  ['a fast stop', () => away('SIGINT')],
  ['an immediate stop', () => away('SIGQUIT')],
  [
    'the end of every session',
    async () =>
      void (await asAdministrator((client) =>
        client.query(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
        ),
      )),
  ],
];

async function away(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  await postgres.halt(signal);
  await sleep(300);
  await postgres.resume();
}

/** Transactions that wait for a row, so that their connections are lent out when the database goes. */
async function holdRow(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: postgres.url });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM members WHERE id = $1 FOR UPDATE', [members[0]?.id]);
  return () => holder.end().catch(() => undefined);
}

describe('a server on PostgreSQL', () => {
  it.each(LOSSES)(
    'outlives %s in the middle of transactions: it serves again, and nothing acknowledged is lost or doubled',
    async (_, lose) => {
      const server = await perchServer({
        DATABASE_URL: postgres.url,
        PERCH_SECRET,
        DATA_DIR: join(temporaryFolder(), 'data'),
        RATE_LIMIT_SCALE: '10000',
      });
      await server.line('Perch is ready');
      const tokens = await Promise.all(
        members.map(
          async ({ username }) =>
            (await post(server, '/token', { body: { username, password: PASSWORD } })).body.accessToken as string,
        ),
      );
      const sent: Sent[] = [];
      let over = false;
      const loads = Promise.all(tokens.map((token) => load(server, { token, sent, over: () => over })));
      const acknowledged = (from: number) => sent.slice(from).filter(({ receiptId }) => receiptId !== null).length;
      await until(() => acknowledged(0) >= ACKNOWLEDGED, server);
      const release = await holdRow();
      await sleep(200);
      await lose();
      await release();
      const before = sent.length;
      await until(() => acknowledged(before) >= ACKNOWLEDGED, server);
      over = true;
      await loads;
      expect(server.child.exitCode).toBeNull();

      for (const call of sent) {
        const again = await repeated(server, call);
        if (call.receiptId !== null)
          expect(again.body).toMatchObject({ id: call.draftId, state: 'executed', receiptId: call.receiptId });
        else expect(again.status === 200 ? again.body.state : again.body.code).toMatch(/^(executed|draft_expired)$/);
      }
      await onDatabase(async ({ db, ...services }) => {
        const { rows } = await asAdministrator((client) =>
          client.query<{ key: string }>(
            "SELECT key FROM journals WHERE key LIKE 'draft:%' GROUP BY key HAVING count(*) > 1",
          ),
        );
        expect(rows).toEqual([]);
        expect(await outcomeOf({ db, ...services }, { args: ['books', 'check'], operator: 'launch' })).toMatchObject({
          code: 0,
          text: 'the books agree',
        });
      });
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    },
  );
});

describe('an error that nobody caught', () => {
  it.each(['Promise.reject', 'setImmediate'])('stops the server in order, with one line (%s)', async (how) => {
    const mistake =
      how === 'setImmediate'
        ? "setImmediate(() => { throw new Error('a mistake'); })"
        : "void Promise.reject(new Error('a mistake'))";
    const DATA_DIR = temporaryFolder();
    const server = await perchServer(
      { DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR },
      {
        options: ['--import', `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => ${mistake})`)}`],
      },
    );
    await server.line('Perch is ready');
    server.child.kill('SIGUSR2');
    expect(await server.ended).toBe(1);
    expect(server.errors()).toMatch(/^perch: stopping, since an error was not expected: a mistake \(at .*\)\n$/);
    // What only an orderly stop removes.
    expect(existsSync(join(DATA_DIR, 'operator.sock'))).toBe(false);
  });
});

async function repeated(server: { port: number }, call: Sent): Promise<Answer> {
  for (;;) {
    const answer = await confirm(server, call);
    // A call that was cut off keeps its key for a minute; its draft has run out or was carried out all the same.
    if (answer.body.code !== 'request_running') return answer;
    await giveBackKey(call);
  }
}

/** Lets the minute pass for which a cut-off call keeps its key. */
async function giveBackKey({ key }: Sent): Promise<void> {
  await asAdministrator((client) => client.query('DELETE FROM requests WHERE key = $1 AND done_at IS NULL', [key]));
}

async function until(condition: () => boolean, server: Process): Promise<void> {
  const end = Date.now() + BACK_LIMIT_MS;
  while (!condition()) {
    if (server.child.exitCode !== null)
      throw new Error(`the server ended with ${server.child.exitCode}: ${server.errors()}`);
    if (Date.now() > end) throw new Error(`not so far after ${BACK_LIMIT_MS / 1000} s: ${server.errors()}`);
    await sleep(50);
  }
}

const signedIn = async (server: { port: number }, member: TestMember | undefined) =>
  (await post(server, '/token', { body: { username: member?.username, password: PASSWORD } })).body
    .accessToken as string;

describe('what needs a database that is away', () => {
  it('is refused as unavailable with a time to come back, while the status answers and says so', async () => {
    const server = await perchServer({ DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR: temporaryFolder() });
    await server.line('Perch is ready');
    const token = await signedIn(server, members[0]);
    await postgres.halt('SIGINT');
    const status = async () => (await fetch(`http://localhost:${server.port}/api/status`)).json();
    expect(await status()).toMatchObject({ available: false, maintenance: { on: false, until: null } });
    for (const path of ['/rules', '/wallet', '/account/userInfo']) {
      const answer = await fetch(`http://localhost:${server.port}/api${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '2']);
      expect(await answer.json()).toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 2 });
    }
    await postgres.resume();
    expect(await status()).toMatchObject({ available: true });
    expect(
      (await fetch(`http://localhost:${server.port}/api/wallet`, { headers: { authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(200);
  });
});

describe('a row that somebody holds', () => {
  it('makes the calls of its member unavailable, and nobody else notices', async () => {
    const server = await perchServer({
      DATABASE_URL: postgres.url,
      PERCH_SECRET,
      DATA_DIR: temporaryFolder(),
      RATE_LIMIT_SCALE: '10000',
      DATABASE_LOCK_SECONDS: '2',
    });
    await server.line('Perch is ready');
    const [stuck = '', ...others] = await Promise.all(members.map((member) => signedIn(server, member)));
    const draft = (token: string) =>
      post(server, '/exchanges', { body: { from: 'USDT', to: 'BTC', amount: '10' }, token });
    const release = await holdRow();
    const calls = Promise.all(Array.from({ length: 15 }, () => draft(stuck)));
    await sleep(500);
    for (let round = 0; round < 3; round += 1) {
      for (const token of others) {
        const begin = Date.now();
        const read = await fetch(`http://localhost:${server.port}/api/wallet`, {
          headers: { authorization: `Bearer ${token}` },
        });
        expect([read.status, Date.now() - begin < 1_500]).toEqual([200, true]);
      }
    }
    for (const { status, body } of await calls)
      expect([status, body.code, body.retryAfterSeconds]).toEqual([503, 'unavailable', 2]);
    await release();
    expect((await draft(stuck)).status).toBe(200);
  });
});

describe('a connection that does not answer', () => {
  it('is given up after the time for it, and not lent out again', async () => {
    const settings = {
      pool: 2,
      lockSeconds: 3,
      statementSeconds: 10,
      idleSeconds: 15,
      answerSeconds: 1,
      jobSeconds: 600,
    };
    const database = await openDatabase({ databaseUrl: postgres.url, dataDir: 'unused', settings });
    await expect(database.pool.query('SELECT pg_sleep(30)')).rejects.toSatisfy(isUnavailable);
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(database.pool.totalCount).toBe(1);
    await database.close();
  });

  it('is one that PostgreSQL has ended, where a transaction stood idle or a statement ran too long', async () => {
    const settings = {
      pool: 2,
      lockSeconds: 3,
      statementSeconds: 1,
      idleSeconds: 1,
      answerSeconds: 10,
      jobSeconds: 600,
    };
    const database = await openDatabase({ databaseUrl: postgres.url, dataDir: 'unused', settings });
    await expect(database.pool.query('SELECT pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
    expect((await database.workPool.query('SELECT pg_sleep(1.5), 1 AS one')).rows).toMatchObject([{ one: 1 }]);
    const idle = await database.pool.connect();
    await idle.query('BEGIN');
    await sleep(1_500);
    await expect(idle.query('SELECT 1')).rejects.toSatisfy(isUnavailable);
    idle.release();
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await database.close();
  });
});

describe('a fresh checkout with DATABASE_URL', () => {
  it('starts without a data folder, which it makes for its owner alone', async () => {
    const DATA_DIR = join(temporaryFolder(), 'not/there/yet');
    const server = await perchServer({ DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR });
    await server.line('Perch is ready');
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700);
    expect(existsSync(join(DATA_DIR, 'operator.sock'))).toBe(true);
  });

  it('says which folder it can not make', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const server = await perchServer({ DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR: join(file, 'data') });
    expect(await server.ended).toBe(1);
    expect(server.errors()).toMatch(
      /^perch: the data folder \S+\/file\/data can't be made: .*; make it, or set DATA_DIR .*\n$/,
    );
  });

  it('leaves the socket of the operator to the server that has it, and says so', async () => {
    const DATA_DIR = temporaryFolder();
    const env = { DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR };
    const first = await perchServer(env);
    await first.line('Perch is ready');
    const { ino } = statSync(join(DATA_DIR, 'operator.sock'));
    const second = await perchServer(env);
    await second.line("the operator's commands go to another server");
    await second.line('Perch is ready');
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(statSync(join(DATA_DIR, 'operator.sock')).ino).toBe(ino);
  });
});
