import { accessSync, closeSync, constants, openSync, rmSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';

import { LOCK_FILE, lockFolder } from './lock.ts';
import { descriptorLimit, FEWEST_DESCRIPTORS } from '#server/platform/system/descriptors.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { wantOf } from '#server/platform/system/files.ts';
import { once } from '#server/platform/system/once.ts';
import { STANDARD_ERROR, writeAll } from '#server/platform/system/output.ts';
import { RESTORE } from './damage.ts';
import type { Database } from './database.ts';
import type { Db } from './kysely.ts';
import { DatabaseOpenError } from './open-error.ts';
import { startDurableEngine, startMemoryEngine, stopEngine } from './pglite-engine.ts';
import {
  BACKUP_WORK,
  closeToOthers,
  createDatabase,
  databaseFolder,
  HALLMARKS,
  inspectDataFolder,
  prepareDataFolder,
} from './pglite-folder.ts';
import { scheduleMaintenance } from './pglite-maintenance.ts';
import { openSeal, sealDatabase } from './pglite-manifest.ts';
import { findDamagedPages } from './pglite-pages.ts';
import { createEmbeddedPool } from './pglite-pool.ts';
import { openPostgres } from './postgres.ts';
import type { DatabaseSettings } from '#server/platform/config/database-settings.ts';

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
  return {
    engine: 'embedded',
    pool,
    workPool: pool,
    watchPool: pool,
    shared: null,
    isUnsealed: () => false,
    findDamage: async () => [],
    close: once(() => endBoth(pool, engine)),
  };
}

async function openInFolder(
  dataDir: string,
  { log, onLost }: Required<Pick<OpenDatabaseOptions, 'log' | 'onLost'>>,
): Promise<Database> {
  requireDescriptors(resolve(dataDir));
  const folder = prepareDataFolder(dataDir);
  const lock = await lockFolder(folder, { onLost: () => onLost(lost(folder)), log });
  try {
    // It holds what the database holds, in the open.
    rmSync(join(folder, BACKUP_WORK), { recursive: true, force: true });
    const { engine, sealed } = await openEngine(folder, log);
    // Files that were not closed are sealed only once somebody has read them: the seal would vouch for their damage.
    let sound = sealed;
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
      if (sound) sealDatabase(folder, databaseFolder(folder));
      await lock.release();
    });
    const findDamage = async (db: Db, isStopping = () => false) => {
      const findings = await findDamagedPages(databaseFolder(folder), db, isStopping);
      // A reading that was ended early has found nothing out.
      sound = findings.length === 0 && (sound || !isStopping());
      return findings;
    };
    return {
      engine: 'embedded',
      pool,
      workPool: pool,
      watchPool: pool,
      shared: null,
      isUnsealed: () => !sound,
      findDamage,
      close,
    };
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
  writeAll(STANDARD_ERROR, `perch: ${error.message}\n`, { longestMs: 0 });
  process.exit(1);
}

/** @returns the engine, and whether its files are as a clean stop, or their creation, left them */
async function openEngine(folder: string, log: (line: string) => void): Promise<{ engine: PGlite; sealed: boolean }> {
  const isNew = telling(folder, () => inspectDataFolder(folder)) === 'empty';
  if (isNew) {
    log(`creating the database in ${folder}`);
    await createDatabase(folder).catch((error: unknown) => {
      throw new DatabaseOpenError(
        `The database can't be created in ${folder}: ${wantOf(error) ?? reasonOf(error)} (${freeMegabytes(folder)} MB are free there); nothing is kept of it.`,
      );
    });
  }
  const database = databaseFolder(folder);
  telling(folder, () => closeToOthers(folder));
  const wasSealed = telling(folder, () => openSeal(folder, database));
  try {
    return { engine: await startDurableEngine(database), sealed: isNew || wasSealed };
  } catch (error) {
    const want = wantOf(error) ?? wantAround(database);
    throw want === null
      ? new DatabaseOpenError(
          `The database in ${folder} can't be opened, it may be damaged (${reasonOf(error)}); ${RESTORE}.`,
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

const BYTES_PER_MEGABYTE = 1_000_000;
