import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { openDatabase } from '#server/platform/db/open.ts';
import { providePooler } from '#tests/provision/pgbouncer.mjs';
import { provideOwnPostgres } from '#tests/provision/postgres.mjs';
import type { TestMember } from '#fixtures/club/members.ts';
import {
  acknowledgedOf,
  asAdministrator,
  compareWithRepetitions,
  confirm,
  draft,
  expectBooksInOrder,
  holdRow,
  load,
  openExchangingClub,
  PERCH_SECRET,
  serverOf,
  signedIn,
  tell,
  until,
  type Sent,
} from './exchanging-club.ts';
import { perchServer } from '#tests/support/perch.ts';
import { temporaryFolder } from './folders.ts';

/** PgBouncer between the servers and PostgreSQL: used in session mode, refused in the others. */

const REFUSED =
  'DATABASE_URL leads through a pooler that gives each transaction another session of PostgreSQL, which loses locks, settings and notifications; set pool_mode = session for this database, or connect without the pooler.';
const FREED_MS = 5_000;

let postgres: Awaited<ReturnType<typeof provideOwnPostgres>>;
let members: TestMember[];
beforeAll(async () => {
  postgres = await provideOwnPostgres({ root: process.cwd() });
  members = await openExchangingClub(postgres.url, 4);
});
afterAll(() => postgres?.stop());

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function through(settings: Record<string, string | number>): Promise<string> {
  const { url, stop } = await providePooler(postgres.url, settings);
  stops.push(stop);
  return url;
}

describe('a pooler in session mode', () => {
  it('serves two servers: acts of their members, and the key of a killed one', async () => {
    const url = await through({ pool_mode: 'session' });
    const [victim, other] = await Promise.all([serverOf(url), serverOf(url)]);
    const tokens = await Promise.all(members.map((member) => signedIn(other, member)));
    const sent: Sent[] = [];
    let over = false;
    const loads = Promise.all(
      tokens.slice(1).map((token, index) => load(index === 0 ? victim : other, { token, sent, over: () => over })),
    );
    await until(() => acknowledgedOf(sent) >= 20, [victim, other], 60_000);
    over = true;
    await loads;

    const token = tokens[0] ?? '';
    const { body } = await draft(victim, token);
    const call: Sent = { draftId: body.id as string, key: randomUUID(), token, at: null, receiptId: null };
    const release = await holdRow(postgres.url, members[0]);
    confirm(victim, call).catch(() => undefined);
    await sleep(500);
    victim.child.kill('SIGKILL');
    await release();
    const begin = performance.now();
    let answer = await confirm(other, call);
    while (answer.body.code === 'request_running' && performance.now() - begin < FREED_MS) {
      await sleep(50);
      answer = await confirm(other, call);
    }
    expect(answer).toMatchObject({ status: 200, body: { state: 'executed' } });
    tell(`through a pooler, the repetition was answered ${Math.round(performance.now() - begin)} ms after the kill`);
    await compareWithRepetitions(other, sent);
    await expectBooksInOrder(postgres.url);
    other.child.kill('SIGTERM');
    expect(await other.ended).toBe(0);
  });

  it('keeps the settings of each session', async () => {
    const url = await through({ pool_mode: 'session' });
    const settings = {
      pool: 2,
      lockSeconds: 3,
      statementSeconds: 10,
      idleSeconds: 15,
      answerSeconds: 15,
      jobSeconds: 600,
    };
    const database = await openDatabase({ databaseUrl: url, dataDir: 'none', settings });
    const { rows } = await database.pool.query("SELECT current_setting('lock_timeout') AS of_calls");
    const { rows: work } = await database.workPool.query("SELECT current_setting('lock_timeout') AS of_work");
    expect([rows[0], work[0]]).toEqual([{ of_calls: '3s' }, { of_work: '30s' }]);
    await database.close();
  });

  it('is told to allow more sessions, where it allows one', async () => {
    const url = await through({ pool_mode: 'session', default_pool_size: 1 });
    await expect(openDatabase({ databaseUrl: url, dataDir: 'none' })).rejects.toThrow(
      /^The pooler of DATABASE_URL gives no further session \(Query read timeout\); it has to allow as many as docs\/operating\.md says\.$/,
    );
  });
});

describe('a pooler in another mode', () => {
  it.each(['transaction', 'statement'])('(%s) is refused by a server and by a command, in one line', async (mode) => {
    const url = await through({ pool_mode: mode });
    const server = await perchServer({ DATABASE_URL: url, PERCH_SECRET, DATA_DIR: temporaryFolder() });
    expect(await server.ended).toBe(1);
    expect(server.errors()).toBe(`perch: ${REFUSED}\n`);
    await expect(openDatabase({ databaseUrl: url, dataDir: 'none' })).rejects.toThrow(REFUSED);
  });

  it.each([
    ...[1, 2, 3, 20].map((size) => ({ default_pool_size: size, server_round_robin: 0 })),
    ...[1, 2, 3, 20].map((size) => ({ default_pool_size: size, server_round_robin: 1 })),
  ])('is noticed whatever sessions it has and however it hands them out: %j', async (settings) => {
    const url = await through({ pool_mode: 'transaction', ...settings });
    // Other clients leave sessions behind, as many as there may be.
    const others = Array.from({ length: settings.default_pool_size }, () => new Client(url));
    await Promise.all(others.map((client) => client.connect()));
    await Promise.all(others.map((client) => client.query('SELECT pg_sleep(0.05)')));
    for (let turn = 0; turn < 5; turn += 1)
      await expect(openDatabase({ databaseUrl: url, dataDir: 'none' })).rejects.toThrow(REFUSED);
    await Promise.all(others.map((client) => client.end()));
  });

  it('is left without a trace: no setting and no lock of ours stays in its sessions', async () => {
    const url = await through({ pool_mode: 'transaction', default_pool_size: 2 });
    await expect(openDatabase({ databaseUrl: url, dataDir: 'none' })).rejects.toThrow(REFUSED);
    const { rows } = await asAdministrator(postgres.url, (client) =>
      client.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'"),
    );
    expect(rows).toEqual([]);
    const settings = await asAdministrator(url, (client) =>
      client.query("SELECT name FROM pg_settings WHERE source = 'session' AND name ~ '(timeout|interval|keepalive)'"),
    );
    expect(settings.rows).toEqual([]);
  });
});
