import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { reasonOf, StartRefused } from '#server/platform/system/one-line-error.ts';

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

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
        'CREATE TABLE schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL)',
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
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name)).sort();
  if (names.length === 0) throw new StartRefused(`no migrations found in ${folder}`);
  return Promise.all(
    names.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8');
      return { name: file.replace(/\.sql$/, ''), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyMissing(client: PoolClient, migrations: Migration[], now: Date): Promise<string[]> {
  const missing = await findMissing(client, migrations);
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
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const known = new Set(migrations.map((migration) => migration.name));
  const newer = [...applied.keys()].find((name) => !known.has(name));
  if (newer !== undefined) throw new StartRefused(`the database was migrated by a newer version (${newer})`);
  const changed = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum);
  if (changed !== undefined) throw new StartRefused(`migration ${changed.name} was changed after it had been applied`);
  return migrations.filter(({ name }) => !applied.has(name));
}

async function applyOne(client: PoolClient, migration: Migration, now: Date): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migrations (name, checksum, applied_at) VALUES ($1, $2, $3)', [
      migration.name,
      migration.checksum,
      now,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new StartRefused(`migration ${migration.name} failed: ${reasonOf(error)}`, { cause: error });
  }
}
