// The backup of PostgreSQL as docs/operating/backups.md describes it, line by line: an archive of the log, restored to
// a moment, and a dump, restored into a new database.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Client } from '#server/platform/system/postgres-driver.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openingGrant } from '#server/domain/ledger/moves.ts';
import type { Services } from '#server/domain/services/services.ts';
import { openForCommand, openPrepared } from '#server/entry/opening/open.ts';
import { readSettings } from '#server/entry/opening/settings.ts';
import { outcomeOf } from '#server/entry/operator/outcome.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { systemRandom } from '#server/platform/system/random.ts';
import { providePgBackRest } from '#tests/provision/pgbackrest.mjs';
import { addMember, type TestMember } from '#fixtures/club/members.ts';
import { figuresOf } from './old-folders/figures.ts';
import { perchServer, startOnce } from '#tests/support/perch.ts';
import { blocksOf, makeCluster, type Cluster } from './postgres-cluster.ts';
import { temporaryFolder } from './folders.ts';

const SECTION = 'Backup of PostgreSQL';
const PERCH_SECRET = 'kX0v2mQ9sB7nT4wLrZ8yC1dF6gH3jP5a';
/** A cluster, two starts of a server, a backup and a restore: a minute on a free machine. */
const LONG_MS = 900_000;

let cluster: Cluster;
let member: TestMember;
beforeAll(async () => {
  cluster = await makeCluster(await providePgBackRest());
  await cluster.start();
  // Two roles, as docs/operating/first-club.md makes them.
  for (const role of ['perch_owner', 'perch_app']) await asAdministrator(`CREATE ROLE ${role} LOGIN`);
  await asAdministrator("CREATE DATABASE perch OWNER perch_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'");
  await asAdministrator('REVOKE ALL ON DATABASE perch FROM PUBLIC');
  await asAdministrator('GRANT CONNECT, TEMPORARY ON DATABASE perch TO perch_app');
  await startOnce({ ...settings(), DATA_DIR: temporaryFolder() });
  member = await onDatabase((services) => addMember(services));
}, LONG_MS);
afterAll(() => cluster?.remove());

const settings = (database = 'perch') => ({
  DATABASE_URL: cluster.url(database, 'perch_app'),
  MIGRATE_DATABASE_URL: cluster.url(database, 'perch_owner'),
  PERCH_SECRET,
});

async function asAdministrator(sql: string, database = 'postgres'): Promise<pg.QueryResultRow[]> {
  const client = new Client({ connectionString: cluster.url(database) });
  await client.connect();
  try {
    return (await client.query<pg.QueryResultRow>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function onDatabase<T>(act: (services: Services) => Promise<T>, database = 'perch'): Promise<T> {
  const { services, close } = await openForCommand(
    readSettings({ ...settings(database), DATA_DIR: temporaryFolder() }, process.cwd()),
  );
  try {
    return await act(services);
  } finally {
    await close();
  }
}

/** As `operator database prepare` does. */
async function prepare(database: string): Promise<void> {
  const { close } = await openPrepared(
    readSettings({ ...settings(database), DATA_DIR: temporaryFolder() }, process.cwd()),
  );
  await close();
}

const run = (args: string[], database?: string) =>
  onDatabase((services) => outcomeOf(services, { args, operator: 'launch' }), database);

/** Movements, each of which was acknowledged when its key is in the answer. */
async function move(prefix: string, count: number): Promise<string[]> {
  return onDatabase(async (services) => {
    const keys: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const key = `${prefix}:${n}`;
      await inTransaction(services.db, async (trx) => {
        await openingGrant(trx, systemRandom, {
          key,
          at: services.clock.now(),
          memberId: member.id,
          ruleVersion: 1,
          asset: 'USDT',
          amount: '1.5',
          status: 'completed',
        });
      });
      keys.push(key);
    }
    return keys;
  });
}

const movements = (database?: string) =>
  onDatabase(async ({ db }) => {
    const rows = await db.selectFrom('journals').select('key').where('key', 'like', '%:%').orderBy('id').execute();
    return rows.map(({ key }) => key);
  }, database);

const figures = (database: string) =>
  figuresOf(async (sql) => (await asAdministrator(sql, database)) as Record<string, unknown>[]);

/** How a database is set up: whose it is, its letters, and who may connect. */
const describedIn = async (database: string) =>
  asAdministrator(
    `SELECT pg_get_userbyid(datdba) AS owner, pg_encoding_to_char(encoding) AS encoding, datcollate, datacl::text
     FROM pg_database WHERE datname = '${database}'`,
  );

describe('the recipe for pgBackRest', () => {
  it(
    'restores a moment: everything acknowledged before it, nothing after, books that agree, and no money until it is compared',
    async () => {
      const DATA_DIR = temporaryFolder();
      const [once = '', nightly = '', restore = ''] = blocksOf(SECTION, 'sh');
      for (const block of [once, nightly]) cluster.follow(block);

      // After the backup, so that it comes out of the archive of the log.
      const before = await move('before', 25);
      await sleep(1_200);
      const [{ now = '' } = {}] = await asAdministrator(
        "SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS now",
      );
      const moment = String(now);
      await sleep(1_200);
      const after = await move('after', 25);
      expect(await movements()).toEqual([...before, ...after]);
      // A server has seen what is about to be lost.
      const server = await perchServer({ ...settings(), DATA_DIR });
      await server.line('Perch is ready');
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);

      const lines = restore.trim().split(/ &&\n\s*/);
      expect(lines.map((line) => line.split(' ')[0])).toEqual(['systemctl', 'systemctl', 'sudo', 'systemctl', 'npm']);
      await cluster.stop();
      cluster.follow((lines[2] ?? '').replace('2026-11-24 09:41:00+00', `${moment}+00`));
      await cluster.start();
      expect(await movements()).toEqual(before);
      expect(await run(['books', 'check'])).toEqual({ code: 0, text: 'the books agree' });

      // Started without the last line, a server notices by itself.
      const careless = await perchServer({ ...settings(), DATA_DIR });
      await careless.line('the database has lost journal');
      await careless.line('Perch is ready');
      careless.child.kill('SIGTERM');
      await careless.ended;
      expect((await run(['restored', 'show'])).text).toMatch(/NO MONEY MOVES/);
      // With it, on any machine.
      const [, , , ...words] = (lines[4] ?? '').split(' ');
      const args = words
        .slice(1)
        .map((word) => (word === '2026-11-24T09:41:00Z' ? `${moment.replace(' ', 'T')}Z` : word));
      expect(args.slice(0, 2)).toEqual(['restored', 'begin']);
      expect(await run(args)).toMatchObject({ code: 0, text: expect.stringContaining('NO MONEY MOVES') });
      expect(await run(['restored', 'accept'])).toMatchObject({ code: 0 });
      // It continues from there.
      await move('later', 3);
      expect(await movements()).toEqual([...before, 'later:0', 'later:1', 'later:2']);
    },
    LONG_MS,
  );
});

describe('the recipe for a dump', () => {
  it(
    'makes the same club in place of the old one, which is kept; repeated, it changes neither',
    async () => {
      const dumped = await move('dumped', 5);
      const [, , , dump = '', restore = '', after = ''] = blocksOf(SECTION, 'sh');
      cluster.follow(dump);
      expect(cluster.backups()).toEqual([expect.stringMatching(/^perch-\d{4}-\d\d-\d\dT\d{6}Z\.dump, 600$/)]);
      const [file = ''] = (cluster.backups()[0] ?? '').split(',');
      const put = () => cluster.follow(restore.replace('perch-2026-11-24T030000Z.dump', file));
      const [asItWas, described] = [await figures('perch'), await describedIn('perch')];
      await move('lost', 1);

      // Somebody is connected, a server or an administrator: not even one name changes.
      const other = new Client({ connectionString: cluster.url('perch') });
      await other.connect();
      expect(put).toThrow(/is being accessed by other users/);
      await other.end();
      expect(await movements()).toContain('lost:0');

      put();
      expect(await describedIn('perch')).toEqual(described);
      expect(await describedIn('perch_damaged')).toEqual(described);
      await expect(run(['books', 'check'])).rejects.toThrow(/run `npm run operator -- database prepare`/);
      expect(after).toMatch(/^npm run operator -- database prepare &&\n  npm run operator -- restored begin --from /);
      await prepare('perch');
      expect(await figures('perch')).toEqual(asItWas);
      expect((await movements()).filter((key) => /^(dumped|lost):/.test(key))).toEqual(dumped);
      expect(await run(['books', 'check'])).toEqual({ code: 0, text: 'the books agree' });
      const goesOn = await figures('perch');
      expect(put).toThrow(/"perch_damaged" already exists/);
      expect(await figures('perch')).toEqual(goesOn);
      const server = await perchServer({ ...settings(), DATA_DIR: join(temporaryFolder(), 'data') });
      await server.line('Perch is ready');
      expect((await fetch(`http://localhost:${server.port}/api/status`)).status).toBe(200);
    },
    LONG_MS,
  );
});
