// Prepares the schema before its first query: migrated, and with matching rights of the application.
import { operatorCommand } from '#server/platform/system/operator-command.ts';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '#server/platform/config/config.ts';
import { sqlState } from './kysely.ts';
import { laterMigrations, migrate, missingMigrations } from './migrate.ts';
import { DatabaseOpenError } from './open-error.ts';
import { openDatabase } from './open.ts';
import { grantApplication, requireLimitedRole, roleOf, tablesOpenToChange } from './rights.ts';

type Settings = Pick<Config, 'root' | 'databaseUrl' | 'migrateDatabaseUrl'>;

/**
 * Migrates: as the owner if MIGRATE_DATABASE_URL is set, who then grants the application's role its rights; otherwise
 * as the role of DATABASE_URL.
 *
 * @returns the names of the migrations that were applied
 * @throws DatabaseOpenError if owner and application should be two roles and are not
 */
export async function prepareSchema(pool: Pool, options: PrepareOptions): Promise<string[]> {
  const applied = await migrateAndGrant(pool, options);
  // A new database needs no line in the log; an update of an earlier version does.
  if (applied.length > 0 && !applied.some((name) => name.startsWith('0001-')))
    options.log(
      `the database of an earlier version was migrated: ${applied.length === 1 ? 'one migration' : `${applied.length} migrations`}, up to ${applied.at(-1)}`,
    );
  const later = await laterMigrations(pool, migrationsOf(options.config.root));
  if (later.length > 0)
    options.log(
      `the database was migrated by a newer version (${later.join(', ')}); what was added does not disturb this one`,
    );
  return applied;
}

interface PrepareOptions {
  config: Settings;
  now: Date;
  log: (line: string) => void;
}

async function migrateAndGrant(pool: Pool, { config, now, log }: PrepareOptions): Promise<string[]> {
  const folder = migrationsOf(config.root);
  if (config.databaseUrl === null) return migrate(pool, { folder, now });
  if (config.migrateDatabaseUrl === null) {
    const applied = await migrateAs(config.databaseUrl, { folder, now }).catch(explainMissingRight);
    const open = await tablesOpenToChange(pool);
    if (open.length > 0)
      log(
        `the role "${await roleOf(pool)}" of DATABASE_URL owns the append-only tables; docs/operating.md says how to give Perch a role with fewer rights`,
      );
    return applied;
  }
  return migrateAs(config.migrateDatabaseUrl, { folder, now }, async (owner) => {
    await grantApplication(owner, await roleOf(pool));
    await requireLimitedRole(pool);
  });
}

/**
 * Migrates over connections of its own: those of the server give up after some minutes, and an index of a large table,
 * or waiting for another server that makes it, takes longer.
 */
async function migrateAs(
  databaseUrl: string,
  options: { folder: string; now: Date },
  afterwards: (owner: Pool) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const owner = await openDatabase({ databaseUrl, dataDir: 'none' });
  try {
    const applied = await migrate(owner.pool, options);
    await afterwards(owner.pool);
    return applied;
  } finally {
    await owner.close();
  }
}

/**
 * Makes sure that the schema is that of this program, and writes nothing.
 *
 * @throws DatabaseOpenError if there is no club in the database, or one that has to be migrated first
 */
export async function requireSchema(pool: Pool, { root }: Pick<Config, 'root'>): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>("SELECT to_regclass('club_state') IS NOT NULL AS there");
  if (rows[0]?.there !== true)
    throw new DatabaseOpenError(
      'there is no club in this database, and none was made; name the right one by DATABASE_URL, or start Perch on it once',
    );
  const missing = await missingMigrations(pool, migrationsOf(root)).catch(explainMissingRight);
  if (missing.length > 0)
    throw new DatabaseOpenError(
      `the database was made by an earlier version (${missing[0]} is missing); start this version of Perch on it once`,
    );
}

/** Where the migrations of an installed product lie. */
export function migrationsOf(root: string): string {
  return join(root, 'server/platform/db/migrations');
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** A limited role found a database that was prepared for an older program. */
function explainMissingRight(error: unknown): never {
  if (
    sqlState(error) === INSUFFICIENT_PRIVILEGE ||
    (error instanceof Error && sqlState(error.cause) === INSUFFICIENT_PRIVILEGE)
  ) {
    throw new DatabaseOpenError(
      `The database has to be migrated, which the role of DATABASE_URL may not do: run \`${operatorCommand('database prepare')}\` with MIGRATE_DATABASE_URL.`,
    );
  }
  throw error;
}
