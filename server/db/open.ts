import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

import { lockFolder } from './lock.ts';
import { DatabaseOpenError, reasonOf } from './open-error.ts';
import { startDurableEngine, startMemoryEngine, stopEngine } from './pglite-engine.ts';
import { createDatabase, databaseFolder, inspectDataFolder, prepareDataFolder } from './pglite-folder.ts';
import { scheduleMaintenance } from './pglite-maintenance.ts';
import { openSeal, sealDatabase } from './pglite-manifest.ts';
import { createEmbeddedPool } from './pglite-pool.ts';
import { PreparingClient } from './preparing-client.ts';
import { valueTypes } from './value-types.ts';

export interface OpenDatabaseOptions {
  /** A PostgreSQL to connect to; `null` for the embedded engine. */
  readonly databaseUrl: string | null;
  /** Where the embedded engine keeps its files; `'memory'` keeps nothing. */
  readonly dataDir: string;
  readonly log?: (line: string) => void;
}

/** A database that is ready for queries, whichever engine it runs on. */
export interface Database {
  readonly engine: 'embedded' | 'postgres';
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens the database or throws a `DatabaseOpenError` whose message is the one line to show. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const log = options.log ?? (() => undefined);
  if (options.databaseUrl !== null) return openPostgres(options.databaseUrl, log);
  if (options.dataDir === 'memory') return openInMemory();
  return openInFolder(options.dataDir, log);
}

async function openInMemory(): Promise<Database> {
  const engine = await startMemoryEngine();
  const pool = createEmbeddedPool(engine);
  return { engine: 'embedded', pool, close: once(() => endBoth(pool, engine)) };
}

async function openInFolder(dataDir: string, log: (line: string) => void): Promise<Database> {
  const folder = prepareDataFolder(dataDir);
  const lock = await lockFolder(folder);
  try {
    const engine = await openEngine(folder, log);
    const pool = createEmbeddedPool(engine);
    const maintenance = scheduleMaintenance(pool, log);
    const close = once(async () => {
      await maintenance.stop();
      await endBoth(pool, engine);
      sealDatabase(folder, databaseFolder(folder));
      await lock.release();
    });
    return { engine: 'embedded', pool, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openEngine(folder: string, log: (line: string) => void): Promise<PGlite> {
  if (inspectDataFolder(folder) === 'empty') {
    log(`creating the database in ${folder}`);
    await createDatabase(folder);
  }
  const database = databaseFolder(folder);
  openSeal(folder, database);
  try {
    return await startDurableEngine(database);
  } catch (error) {
    throw new DatabaseOpenError(`The database in ${folder} can't be opened, it may be damaged (${reasonOf(error)}); restore it from a backup.`);
  }
}

async function endBoth(pool: pg.Pool, engine: PGlite): Promise<void> {
  await pool.end();
  await stopEngine(engine);
}

/** SQL is written for this version; the embedded engine is newer. */
const OLDEST_POSTGRES = 15;
const CONNECTION_TIMEOUT_MS = 10_000;

async function openPostgres(connectionString: string, log: (line: string) => void): Promise<Database> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString,
    types: valueTypes,
    application_name: 'perch',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  // A connection that PostgreSQL drops while it is idle is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => log(`an idle database connection was lost: ${error.message}`));
  try {
    await requireVersion(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { engine: 'postgres', pool, close: once(() => pool.end()) };
}

async function requireVersion(pool: pg.Pool): Promise<void> {
  const version = await serverVersion(pool);
  if (version < OLDEST_POSTGRES) {
    throw new DatabaseOpenError(`PostgreSQL ${OLDEST_POSTGRES} or newer is needed, and DATABASE_URL leads to version ${version}.`);
  }
}

async function serverVersion(pool: pg.Pool): Promise<number> {
  try {
    const reply = await pool.query<{ server_version_num: string }>('SHOW server_version_num');
    return Math.floor(Number(reply.rows[0]?.server_version_num) / 10_000);
  } catch (error) {
    // The message of `pg` names host and port, never the password; the URL itself is not repeated for that reason.
    throw new DatabaseOpenError(`The database of DATABASE_URL can't be reached: ${reasonOf(error)}.`);
  }
}

/** Closing twice, from a signal and from a failed start, is one closing. */
function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= act());
}
