import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { reasonOf, StartRefused } from '#server/platform/system/one-line-error.ts';

interface Migration {
  name: string;
  sql: string;
  checksum: string;
  /**
   * As the list of migrations says (migrations.lock): only an `expand` leaves earlier programs working. Null if it is
   * not on the list.
   */
  kind: string | null;
}

const EXPAND = 'expand';

/** Any number: the advisory lock under which processes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_265_001;

/**
 * Migrates the database to the newest version, each file of `folder` in its own transaction, and returns the names
 * applied.
 *
 * @throws StartRefused if a file failed, an applied file was changed, or the database is newer than the program
 */
export async function migrate(pool: Pool, options: { folder: string; now: Date }): Promise<string[]> {
  const migrations = await readMigrations(options.folder);
  const client = await pool.connect();
  try {
    // Migrating a large table takes time, and so does waiting for another process that migrates.
    await client.query('SET lock_timeout = 0; SET statement_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    // Only if it is missing: a role that may not create tables can still see that there is nothing to do.
    const { rows } = await client.query<{ found: string | null }>(
      "SELECT to_regclass('schema_migrations')::text AS found",
    );
    if (rows[0]?.found === null) {
      await client.query(
        'CREATE TABLE schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL, kind text)',
      );
    }
    return await applyMissing(client, migrations, options.now);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await client.query('RESET lock_timeout; RESET statement_timeout').catch(() => undefined);
    client.release();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const kinds = await readKinds(`${folder}.lock`);
  return Promise.all(
    (await migrationNames(folder)).map(async (name) => {
      const sql = await readFile(join(folder, `${name}.sql`), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name, sql, checksum, kind: kinds.get(name) ?? null };
    }),
  );
}

/** The names of the migrations in a folder, in their order. @throws StartRefused if there are none */
export async function migrationNames(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name)).sort();
  if (files.length === 0) throw new StartRefused(`no migrations found in ${folder}`);
  return files.map((file) => file.replace(/\.sql$/, ''));
}

/** Whether the database lacks one of these migrations. One that a newer version has migrated lacks none. */
export async function lacksMigrations(pool: Pool, names: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ applied: bigint }>(
    'SELECT count(*) AS applied FROM schema_migrations WHERE name = ANY($1)',
    [names],
  );
  return Number(rows[0]?.applied) < names.length;
}

/** The kinds of the migrations on the list; empty if there is no list, as with migrations of a test. */
async function readKinds(lock: string): Promise<Map<string, string>> {
  const text = await readFile(lock, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => line.split(' ')).map(([name = '', , kind = '']) => [name, kind]));
}

async function applyMissing(client: PoolClient, migrations: Migration[], now: Date): Promise<string[]> {
  const missing = await findMissing(client, migrations);
  // A database of an early version; whoever may not change it has nothing to apply either.
  if (missing.length > 0) await client.query('ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS kind text');
  for (const migration of missing) await applyOne(client, migration, now);
  return missing.map(({ name }) => name);
}

/**
 * The names of the migrations that the database lacks; writes nothing. The table of applied migrations must exist.
 *
 * @throws StartRefused if an applied file was changed, or the database is newer than the program
 */
export async function missingMigrations(pool: Pool, folder: string): Promise<string[]> {
  return (await findMissing(pool, await readMigrations(folder))).map(({ name }) => name);
}

async function findMissing(client: Pick<Pool, 'query'>, migrations: Migration[]): Promise<Migration[]> {
  const applied = await readApplied(client);
  const known = new Set(migrations.map(({ name }) => name));
  // What only adds was made for programs that do not know it (docs/operating/backups.md, *Upgrading*).
  const disturbing = applied.filter(({ name, kind }) => known.has(name) || kind !== EXPAND);
  const refusal = refusalOf(disturbing, migrations);
  if (refusal !== null) throw new StartRefused(`the database ${refusal}`);
  const names = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !names.has(name));
}

/** The migrations of a database, in their order. */
export async function readApplied(
  client: Pick<Pool, 'query'>,
): Promise<(AppliedMigration & { kind: string | null })[]> {
  // An early version noted no kind.
  const { rows } = await client.query<AppliedMigration & { kind: string | null }>(
    "SELECT name, checksum, to_jsonb(schema_migrations) ->> 'kind' AS kind FROM schema_migrations ORDER BY name",
  );
  return rows;
}

/** The migrations of later versions that a database has; they only add, or this program would not have opened it. */
export async function laterMigrations(pool: Pool, folder: string): Promise<string[]> {
  const known = new Set((await readMigrations(folder)).map(({ name }) => name));
  return (await readApplied(pool)).map(({ name }) => name).filter((name) => !known.has(name));
}

/** A migration as the database, or a backup, has noted it. */
export interface AppliedMigration {
  name: string;
  checksum: string;
}

/** What to do instead of opening data that this program must not open, by the reason. */
interface WaysOn {
  readonly foreign: string;
  readonly newer: string;
  readonly changed: (checksum: string) => string;
}

const WITH_A_DATABASE: WaysOn = {
  foreign: 'open it with the program that made it, or restore a backup of this one',
  newer: 'start that version or a later one, since nothing is migrated back',
  changed: (checksum) => `put back the file with the SHA-256 ${checksum}, or install Perch again`,
};

/** @param version the version of Perch that made the backup */
const withABackup = (version: string): WaysOn => ({
  foreign: `restore it with the program that made it, which calls itself ${version}, or name a backup of this one`,
  newer: `restore it with Perch ${version} or a later one, since nothing is migrated back`,
  changed: (checksum) =>
    `put back the file with the SHA-256 ${checksum}, or install the Perch ${version} that made the backup`,
});

/**
 * Why this program must not restore a backup with these migrations, and what to do instead, as the end of a sentence;
 * null if it may.
 */
export async function refusalOfBackup(
  { migrations, version }: { readonly migrations: readonly AppliedMigration[]; readonly version: string },
  folder: string,
): Promise<string | null> {
  return refusalOf(migrations, await readMigrations(folder), withABackup(version));
}

function refusalOf(
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
  ways: WaysOn = WITH_A_DATABASE,
): string | null {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  const newest = known.at(-1)?.name ?? '';
  const unknown = applied
    .map(({ name }) => name)
    .filter((name) => !checksums.has(name))
    .sort();
  // What sorts before the newest one known would be known, too, if it had been made before that one.
  const foreign = unknown.find((name) => name < newest);
  if (foreign !== undefined)
    return `was made by another line of development (${foreign} is unknown here, though ${newest} is later); ${ways.foreign}`;
  if (unknown[0] !== undefined) return `was migrated by a newer version (${unknown[0]}); ${ways.newer}`;
  const changed = applied.find(({ name, checksum }) => checksums.get(name) !== checksum);
  if (changed !== undefined)
    return `was made with another content of migration ${changed.name}, which was changed after it had been applied; ${ways.changed(changed.checksum)}`;
  return null;
}

async function applyOne(client: PoolClient, migration: Migration, now: Date): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migrations (name, checksum, applied_at, kind) VALUES ($1, $2, $3, $4)', [
      migration.name,
      migration.checksum,
      now,
      migration.kind,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new StartRefused(`migration ${migration.name} failed: ${reasonOf(error)}`, { cause: error });
  }
}
