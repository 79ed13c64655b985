// The application's role may not rewrite append-only data; triggers prevent it on the embedded engine and for an owner
// as well.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db } from '#server/platform/db/kysely.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { prepareSchema, requireSchema } from '#server/platform/db/prepare.ts';
import { KEPT_TABLES, tablesOpenToChange } from '#server/platform/db/rights.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { createJobs } from '#server/entry/jobs/jobs.ts';
import { createMailer } from '#server/platform/mail/transport.ts';
import { runCommand } from '#server/entry/operator/commands.ts';
import { emptyDatabase, serverUrl } from '#fixtures/club/database.ts';
import { rich, setRates } from '../support/money.ts';
import { noPost } from '../support/push.ts';
import { createWorld, type World } from '../support/world.ts';

const NOW = new Date('2026-11-21T04:00:00Z');
const onPostgres = serverUrl === null ? (_name: string, _tests: () => void): void => {} : describe;

/** Protected row by row: a text may change until its version is in force, which rights cannot express. */
const KEPT_BY_CONDITION = ['content_texts', 'content_versions'];

describe('the list of protected tables', () => {
  let world: World;
  beforeAll(async () => void (world = await createWorld()));
  afterAll(() => world.close());

  it('is what the database’s triggers protect, column by column', async () => {
    const { rows } = await sql<{ table: string; columns: string[] | null }>`
      SELECT c.relname AS table,
        CASE WHEN t.tgattr::text = '' THEN NULL
          ELSE (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND NOT a.attnum = ANY (t.tgattr))
        END AS columns
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE p.proname = 'refuse_change' AND t.tgqual IS NULL ORDER BY 1`.execute(world.db);
    const kept = KEPT_TABLES.map(({ table, mayChange }) => ({
      table,
      columns: mayChange === undefined ? null : [...mayChange].sort(),
    }));
    expect(rows).toEqual(kept.sort((a, b) => (a.table < b.table ? -1 : 1)));
  });

  it('omits only what is protected by a condition', async () => {
    const { rows } = await sql<{ table: string }>`
      SELECT DISTINCT c.relname AS table FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE p.proname LIKE 'refuse_change%'`.execute(world.db);
    const listed = [...KEPT_TABLES.map(({ table }) => table), ...KEPT_BY_CONDITION];
    expect(rows.map(({ table }) => table).sort()).toEqual(listed.sort());
  });

  it('cannot be changed because of the triggers, on either engine', async () => {
    for (const { table, mayChange } of KEPT_TABLES) {
      await expect(sql`DELETE FROM ${sql.table(table)}`.execute(world.db), table).rejects.toThrow('append-only');
      if (mayChange === undefined)
        await expect(
          sql`UPDATE ${sql.table(table)} SET ${sql.ref(await columnOf(world.db, table))} = DEFAULT`.execute(world.db),
          table,
        ).rejects.toThrow('append-only');
    }
  });
});

/** The first column of a table that only its owner may change. */
async function columnOf(db: Db, table: string, mayChange: readonly string[] = []): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT attname::text AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND attidentity = '' ORDER BY attnum`.execute(
    db,
  );
  return rows.find(({ name }) => !mayChange.includes(name))?.name ?? '';
}

onPostgres('a server with a role of its own', () => {
  const role = `perch_app_${randomUUID().slice(0, 8)}`;
  let owner: Database;
  let ownerUrl: string;
  let appUrl: string;
  let world: World;
  let app: Database;

  beforeAll(async () => {
    owner = await emptyDatabase();
    const { rows } = await owner.pool.query<{ name: string }>('SELECT current_database() AS name');
    const at = (user: string | null) => {
      const url = new URL(serverUrl ?? '');
      url.pathname = `/${rows[0]?.name}`;
      if (user !== null) [url.username, url.password] = [user, 'a password of the tests'];
      return url.href;
    };
    await owner.pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'a password of the tests'`);
    [ownerUrl, appUrl] = [at(null), at(role)];
    app = await openDatabase({ databaseUrl: appUrl, dataDir: 'none' });
  });

  afterAll(async () => {
    await world.close();
    await owner.pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await owner.close();
  });

  const prepare = (changes: { databaseUrl?: string; migrateDatabaseUrl?: string | null }, pool: pg.Pool) =>
    prepareSchema(pool, {
      config: { root: process.cwd(), databaseUrl: appUrl, migrateDatabaseUrl: null, ...changes },
      now: NOW,
      log: () => undefined,
    });

  it('cannot migrate by itself, and says what to run', async () => {
    await expect(prepare({}, app.pool)).rejects.toThrow(
      /^The database has to be migrated.*database prepare.*MIGRATE_DATABASE_URL\.$/,
    );
  });

  it('is refused if it is the owner after all', async () => {
    const same = await openDatabase({ databaseUrl: ownerUrl, dataDir: 'none' });
    await expect(prepare({ databaseUrl: ownerUrl, migrateDatabaseUrl: ownerUrl }, same.pool)).rejects.toThrow(
      /^The role ".*" of DATABASE_URL may change audit_events, .*role of its own\.$/,
    );
    await same.close();
  });

  it('gets its rights from the owner, and needs no owner afterwards', async () => {
    await prepare({ migrateDatabaseUrl: ownerUrl }, app.pool);
    expect(await tablesOpenToChange(app.pool)).toEqual([]);
    expect(await prepare({}, app.pool)).toEqual([]);
    world = await createWorld({ database: app });
  });

  it('opens no copy without its rights for a command, and says what to run', async () => {
    await owner.pool.query(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`);
    await expect(requireSchema(app.pool, { root: process.cwd() })).rejects.toThrow(/database prepare/);
    await prepare({ migrateDatabaseUrl: ownerUrl }, app.pool);
    await requireSchema(app.pool, { root: process.cwd() });
  });

  it('does all of its work: members, money, every job, and operators’ acts', async () => {
    await setRates(world);
    const [from, to] = [await rich(world, { USDT: '1000', BTC: '1' }), await rich(world, {})];
    const { body: draft } = await from.call('createTransfer', {
      body: {
        recipient: to.member.username,
        asset: 'USDT',
        amount: '400',
        note: 'rent',
      },
    });
    expect(await from.confirm(draft.id)).toMatchObject({ status: 200 });
    expect(await to.balance('USDT')).toBe('400');
    world.clock.advance(60);
    const { body: withdrawal } = await from.call('createWithdrawal', {
      body: {
        asset: 'USDT',
        network: 'ethereum',
        address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
        amount: '400',
      },
    });
    expect(await from.confirm(withdrawal.id)).toMatchObject({ status: 200 });
    expect((await from.browser.call('revokeToken', { body: {}, token: from.token })).status).toBeLessThan(300);
    const { config } = world.services;
    const jobs = createJobs(world.services, {
      mailer: createMailer(config),
      post: noPost,
      payments: createPaymentListener(world.services),
      payer: { pay: async () => null as never },
      findDamage: (db) => world.database.findDamage(db),
      log: () => undefined,
    });
    for (const job of jobs) await expect(job.run(world.db), job.name).resolves.toBeUndefined();
    expect(await checkBooks(world.db, { now: world.clock.now(), full: true })).toEqual({ kind: 'agree' });
    const operator = (...args: string[]) => runCommand(world.services, { args, operator: 'tests' });
    await operator('rates', 'set', 'BTC', '65100');
    await operator('rules', 'set', 'minimumDepositUsd=110', '--from', '2027-01-01T00:00:00Z');
    await operator('rules', 'withdraw', '5');
    await operator('maintenance', 'on');
    await operator('maintenance', 'off');
    await operator('books', 'check');
  });

  it('is prevented by the database from deleting, rewriting or disabling anything', async () => {
    const denied = { code: '42501', message: expect.stringMatching(/permission denied|must be owner/) };
    for (const { table, mayChange } of KEPT_TABLES) {
      await expect(sql`DELETE FROM ${sql.table(table)}`.execute(world.db), table).rejects.toMatchObject(denied);
      await expect(sql`TRUNCATE ${sql.table(table)} CASCADE`.execute(world.db), table).rejects.toMatchObject(denied);
      await expect(
        sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER ALL`.execute(world.db),
        table,
      ).rejects.toMatchObject(denied);
      const column = await columnOf(world.db, table, mayChange);
      await expect(
        sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sql.ref(column)}`.execute(world.db),
        table,
      ).rejects.toMatchObject(denied);
    }
    for (const statement of [
      'CREATE TABLE own (id int)',
      'DROP TABLE members',
      "UPDATE schema_migrations SET checksum = ''",
      'DROP TRIGGER postings_append_only ON postings',
    ]) {
      await expect(sql.raw(statement).execute(world.db), statement).rejects.toMatchObject(denied);
    }
  });
});

describe('the operator is told', () => {
  it('about both set-ups, with commands', () => {
    const text = readFileSync('docs/operating.md', 'utf8');
    for (const part of ['CREATE ROLE', 'MIGRATE_DATABASE_URL', 'npm run operator -- database prepare'])
      expect(text).toContain(part);
  });
});
