import { accessSync, closeSync, constants, openSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

import { LOCK_FILE, lockFolder } from './lock.ts';
import { descriptorLimit, FEWEST_DESCRIPTORS } from '#server/platform/system/descriptors.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { wantOf } from '#server/platform/system/files.ts';
import { DatabaseOpenError } from './open-error.ts';
import { startDurableEngine, startMemoryEngine, stopEngine } from './pglite-engine.ts';
import { createDatabase, databaseFolder, HALLMARKS, inspectDataFolder, prepareDataFolder } from './pglite-folder.ts';
import { scheduleMaintenance } from './pglite-maintenance.ts';
import { openSeal, sealDatabase } from './pglite-manifest.ts';
import { createEmbeddedPool } from './pglite-pool.ts';
import { PreparingClient } from './preparing-client.ts';
import type { DatabaseSettings } from '#server/platform/config/database-settings.ts';
import { valueTypes } from './value-types.ts';

export interface OpenDatabaseOptions {
  /** A PostgreSQL to connect to; `null` for the embedded engine. */
  readonly databaseUrl: string | null;
  /** Where the embedded engine keeps its files; `'memory'` keeps nothing. */
  readonly dataDir: string;
  /** Connections and time limits on PostgreSQL; PostgreSQL's own if omitted, for example in tests. */
  readonly settings?: DatabaseSettings;
  readonly log?: (line: string) => void;
  /**
   * Called when another process has taken the folder of the embedded engine: nothing may be written to it any more, so
   * the process has to end at once, which is the default.
   */
  readonly onLost?: (error: DatabaseOpenError) => void;
}

/** A database that is ready for queries, on either engine. */
export interface Database {
  readonly engine: 'embedded' | 'postgres';
  /** For members' calls. */
  readonly pool: pg.Pool;
  /** For jobs, migrations and operators, whose work may take longer; the same pool if the engine has one session. */
  readonly workPool: pg.Pool;
  close(): Promise<void>;
}

/** Opens the database or throws a `DatabaseOpenError` whose message is the one line to show. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const log = options.log ?? (() => undefined);
  if (options.databaseUrl !== null)
    return openPostgres(options.databaseUrl, { settings: options.settings ?? null, log });
  if (options.dataDir === 'memory') return openInMemory();
  return openInFolder(options.dataDir, { log, onLost: options.onLost ?? endAtOnce });
}

async function openInMemory(): Promise<Database> {
  const engine = await startMemoryEngine();
  const pool = createEmbeddedPool(engine);
  return { engine: 'embedded', pool, workPool: pool, close: once(() => endBoth(pool, engine)) };
}

async function openInFolder(
  dataDir: string,
  { log, onLost }: Required<Pick<OpenDatabaseOptions, 'log' | 'onLost'>>,
): Promise<Database> {
  requireDescriptors(resolve(dataDir));
  const folder = prepareDataFolder(dataDir);
  const lock = await lockFolder(folder, { onLost: () => onLost(lost(folder)), log });
  try {
    const engine = await openEngine(folder, log);
    const pool = createEmbeddedPool(engine);
    const maintenance = scheduleMaintenance(pool, { log, mayWrite: () => lock.isHeld() });
    const close = once(async () => {
      await maintenance.stop();
      await pool.end();
      // The engine writes a checkpoint when it stops; written over another process's work, it would destroy the
      // database.
      if (lock.isLost()) return onLost(lost(folder));
      await stopEngine(engine);
      if (lock.isLost()) return onLost(lost(folder));
      sealDatabase(folder, databaseFolder(folder));
      await lock.release();
    });
    return { engine: 'embedded', pool, workPool: pool, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function lost(folder: string): DatabaseOpenError {
  return new DatabaseOpenError(
    `The data folder ${folder} was taken by another process, or ${LOCK_FILE} was removed; this process stops and writes nothing more to it.`,
  );
}

function endAtOnce(error: DatabaseOpenError): never {
  process.stderr.write(`perch: ${error.message}\n`);
  process.exit(1);
}

async function openEngine(folder: string, log: (line: string) => void): Promise<PGlite> {
  if (telling(folder, () => inspectDataFolder(folder)) === 'empty') {
    log(`creating the database in ${folder}`);
    await createDatabase(folder).catch((error: unknown) => {
      throw new DatabaseOpenError(
        `The database can't be created in ${folder}: ${wantOf(error) ?? reasonOf(error)} (${freeMegabytes(folder)} MB are free there); nothing is kept of it.`,
      );
    });
  }
  const database = databaseFolder(folder);
  telling(folder, () => openSeal(folder, database));
  try {
    return await startDurableEngine(database);
  } catch (error) {
    const want = wantOf(error) ?? wantAround(database);
    throw want === null
      ? new DatabaseOpenError(
          `The database in ${folder} can't be opened, it may be damaged (${reasonOf(error)}); restore it from a backup.`,
        )
      : notOpened(folder, want);
  }
}

/**
 * If the process only lacks something, the message does not speak of damage: restoring a backup would lose everything
 * since.
 */
function notOpened(folder: string, want: string): DatabaseOpenError {
  return new DatabaseOpenError(
    `The database in ${folder} can't be opened: ${want}; nothing was changed, and nothing says that it is damaged.`,
  );
}

function telling<T>(folder: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    const want = wantOf(error);
    throw want === null ? error : notOpened(folder, want);
  }
}

/** How many files a start opens at once, at least. */
const FILES_OF_A_START = 32;

/**
 * What the process lacks if the engine failed without saying why: descriptors, permissions or disk space. Null if it
 * lacks nothing.
 */
function wantAround(database: string): string | null {
  const handles: number[] = [];
  try {
    for (const path of [database, ...HALLMARKS.map((file) => join(database, file))])
      accessSync(path, constants.R_OK | constants.W_OK);
    while (handles.length < FILES_OF_A_START) handles.push(openSync(database, 'r'));
    return freeMegabytes(database) === 0 ? 'no space is left on the disk' : null;
  } catch (error) {
    return wantOf(error);
  } finally {
    handles.forEach((handle) => closeSync(handle));
  }
}

/** With fewer, the database may start and fail later, in the middle of a call. */
function requireDescriptors(folder: string): void {
  const limit = descriptorLimit();
  if (limit < FEWEST_DESCRIPTORS)
    throw notOpened(
      folder,
      `this process may open ${limit} files at once and needs ${FEWEST_DESCRIPTORS}; raise its limit (ulimit -n, LimitNOFILE of systemd)`,
    );
}

function freeMegabytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return Math.floor((bavail * bsize) / BYTES_PER_MEGABYTE);
}

async function endBoth(pool: pg.Pool, engine: PGlite): Promise<void> {
  await pool.end();
  await stopEngine(engine);
}

const MS_PER_SECOND = 1000;
const BYTES_PER_MEGABYTE = 1_000_000;

/** The SQL requires this version; the embedded engine is newer. */
const OLDEST_POSTGRES = 15;
const CONNECTION_TIMEOUT_MS = 10_000;

async function openPostgres(
  connectionString: string,
  { settings, log }: { settings: DatabaseSettings | null; log: (line: string) => void },
): Promise<Database> {
  const open = (limits: pg.PoolConfig) => {
    const pool = new pg.Pool({
      Client: PreparingClient,
      connectionString,
      types: valueTypes,
      application_name: 'perch',
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      keepAlive: true,
      ...limits,
    });
    surviveLostConnections(pool, log);
    return pool;
  };
  const pool = open(settings === null ? {} : limitsOfCalls(settings));
  const workPool = settings === null ? pool : open(limitsOfWork(settings));
  const close = async () => void (await Promise.all([...new Set([pool, workPool])].map((each) => each.end())));
  try {
    await requireVersion(pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { engine: 'postgres', pool, workPool, close: once(close) };
}

/** A call that waits longer is refused as unavailable, before its caller gives up. */
function limitsOfCalls({
  pool,
  lockSeconds,
  statementSeconds,
  idleSeconds,
  answerSeconds,
}: DatabaseSettings): pg.PoolConfig {
  return {
    max: pool,
    lock_timeout: lockSeconds * MS_PER_SECOND,
    statement_timeout: statementSeconds * MS_PER_SECOND,
    idle_in_transaction_session_timeout: idleSeconds * MS_PER_SECOND,
    query_timeout: answerSeconds * MS_PER_SECOND,
  };
}

/** Jobs and commands take turns: most are short, and a long one must not delay the short ones. */
const WORK_CONNECTIONS = 5;
/** They compute between two statements of a transaction. */
const WORK_IDLE_FACTOR = 4;
/** A job waits for a row ten times as long as a call does: longer than any call can hold it. */
const WORK_LOCK_FACTOR = 10;

function limitsOfWork({
  lockSeconds,
  idleSeconds,
  statementSeconds,
  answerSeconds,
  jobSeconds,
}: DatabaseSettings): pg.PoolConfig {
  return {
    max: WORK_CONNECTIONS,
    lock_timeout: WORK_LOCK_FACTOR * lockSeconds * MS_PER_SECOND,
    statement_timeout: jobSeconds * MS_PER_SECOND,
    idle_in_transaction_session_timeout: WORK_IDLE_FACTOR * idleSeconds * MS_PER_SECOND,
    query_timeout: (jobSeconds + answerSeconds - statementSeconds) * MS_PER_SECOND,
  };
}

/**
 * A connection that is lost is replaced at the next use, and what ran on it fails by itself; but an `error` event
 * without a listener ends the process. The pool listens to its idle connections only, so each one gets a listener of
 * its own.
 */
function surviveLostConnections(pool: pg.Pool, log: (line: string) => void): void {
  pool.on(
    'connect',
    (client) => void client.on('error', (error) => log(`a database connection was lost: ${error.message}`)),
  );
  pool.on('error', () => undefined);
}

async function requireVersion(pool: pg.Pool): Promise<void> {
  const version = await serverVersion(pool);
  if (version < OLDEST_POSTGRES) {
    throw new DatabaseOpenError(
      `PostgreSQL ${OLDEST_POSTGRES} or newer is needed, and DATABASE_URL leads to version ${version}.`,
    );
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

/** Closing twice, by a signal and by a failed start, closes once. */
function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => (done ??= act());
}
