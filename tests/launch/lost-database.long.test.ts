import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDatabase } from '#server/platform/db/open.ts';
import { isUnavailable } from '#server/platform/db/unavailable.ts';
import { provideOwnPostgres } from '#tests/provision/postgres.mjs';
import type { TestMember } from '#fixtures/club/members.ts';
import { draft, holdRow, openExchangingClub, PERCH_SECRET, serverOf, signedIn } from './exchanging-club.ts';
import { perchServer } from '#tests/support/perch.ts';
import { temporaryFolder } from './folders.ts';

/**
 * A server whose PostgreSQL is away, busy, or silent. That nothing is lost or doubled when it stops in the middle of
 * transactions is shown by `npm run prove -- --only away`.
 */

type OwnPostgres = Awaited<ReturnType<typeof provideOwnPostgres>>;

const MEMBERS = 4;

let postgres: OwnPostgres;
let members: TestMember[];
beforeAll(async () => {
  postgres = await provideOwnPostgres({ root: process.cwd() });
  members = await openExchangingClub(postgres.url, MEMBERS);
});
afterAll(() => postgres?.stop());

describe('an uncaught error', () => {
  it.each(['Promise.reject', 'setImmediate'])('stops the server gracefully, with one line (%s)', async (how) => {
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
    // Only a graceful stop removes it.
    expect(existsSync(join(DATA_DIR, 'operator.sock'))).toBe(false);
  });
});

describe('a call that needs an unreachable database', () => {
  it('is refused as unavailable with a time to retry, while the status answers and says so', async () => {
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

describe('a locked row', () => {
  it('makes the calls of its member unavailable, and no others', async () => {
    const server = await serverOf(postgres.url, { DATABASE_LOCK_SECONDS: '2' });
    const [stuck = '', ...others] = await Promise.all(members.map((member) => signedIn(server, member)));
    const release = await holdRow(postgres.url, members[0]);
    const calls = Promise.all(Array.from({ length: 15 }, () => draft(server, stuck)));
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
    expect((await draft(server, stuck)).status).toBe(200);
  });
});

describe('a connection that does not answer', () => {
  it('is dropped after its timeout, and not used again', async () => {
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

  it('has been ended by PostgreSQL, if a transaction was idle or a statement ran too long', async () => {
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
  it('starts without a data folder, which it creates for its owner only', async () => {
    const DATA_DIR = join(temporaryFolder(), 'not/there/yet');
    const server = await perchServer({ DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR });
    await server.line('Perch is ready');
    expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700);
    expect(existsSync(join(DATA_DIR, 'operator.sock'))).toBe(true);
  });

  it('says which folder it cannot create', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const server = await perchServer({ DATABASE_URL: postgres.url, PERCH_SECRET, DATA_DIR: join(file, 'data') });
    expect(await server.ended).toBe(1);
    expect(server.errors()).toMatch(
      /^perch: the data folder \S+\/file\/data can't be made: .*; make it, or set DATA_DIR .*\n$/,
    );
  });

  it('leaves the operator’s socket to the server that has it, and says so', async () => {
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
