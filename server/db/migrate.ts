import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Any number: the advisory lock under which processes that start together migrate one after the other. */
const MIGRATION_LOCK = 7_265_001;

/**
 * Brings the database to the newest version, each file of `folder` in a transaction of its own, and returns the names applied.
 *
 * @throws Error with one clear line where a file failed, an applied file was changed, or the database is newer than the program.
 */
export async function migrate(pool: Pool, options: { folder: string; now: Date }): Promise<string[]> {
  const migrations = await readMigrations(options.folder);
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL)',
    );
    return await applyMissing(client, migrations, options.now);
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name)).sort();
  if (names.length === 0) throw new Error(`no migrations found in ${folder}`);
  return Promise.all(
    names.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8');
      return { name: file.replace(/\.sql$/, ''), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyMissing(client: PoolClient, migrations: Migration[], now: Date): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migrations');
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const known = new Set(migrations.map((migration) => migration.name));
  const newer = [...applied.keys()].find((name) => !known.has(name));
  if (newer !== undefined) throw new Error(`the database was migrated by a newer version (${newer})`);
  const done: string[] = [];
  for (const migration of migrations) {
    const checksum = applied.get(migration.name);
    if (checksum === undefined) {
      await applyOne(client, migration, now);
      done.push(migration.name);
    } else if (checksum !== migration.checksum) {
      throw new Error(`migration ${migration.name} was changed after it had been applied`);
    }
  }
  return done;
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
    throw new Error(`migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
