import { operatorCommand } from '#server/platform/system/operator-command.ts';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { LOCK_FILE, LOCK_SOCKET, PID_FILE } from './lock.ts';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import { RESTORE } from './damage.ts';
import { DatabaseOpenError } from './open-error.ts';
import { isThere } from '#server/platform/system/files.ts';
import { fsyncPath, startDurableEngine, stopEngine } from './pglite-engine.ts';
import { MANIFEST } from './pglite-manifest.ts';

/**
 * What a data folder may contain, and how its database is created: beside its final place and renamed when complete,
 * so that a folder never holds half a database, whenever the process is killed.
 */

const DATABASE = 'database';
const UNFINISHED = 'database.unfinished';
/** A restore that is under way, or that was interrupted. */
export const RESTORING = 'database.restoring';
/** Where the holder of the folder makes a backup; what a killed process has left there is useless. */
export const BACKUP_WORK = 'backup.unfinished';
/** What an empty folder may have: the lock, and what every new file system of Linux begins with. */
export const HARMLESS: ReadonlySet<string> = new Set([LOCK_FILE, LOCK_SOCKET, PID_FILE, 'lost+found']);
const OWN_ENTRIES = new Set([...HARMLESS, DATABASE, UNFINISHED, BACKUP_WORK, MANIFEST]);

/** Present in every database of the engine; its creation writes it last but one. */
export const HALLMARKS = ['PG_VERSION', join('global', 'pg_control')];

export function databaseFolder(dataDir: string): string {
  return join(dataDir, DATABASE);
}

/** The folder itself, created if missing. Nothing in an existing folder is touched before the lock is held. */
export function prepareDataFolder(dataDir: string): string {
  const folder = resolve(dataDir);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DatabaseOpenError(`The data folder ${folder} can't be made: ${reasonOf(error)}.`);
  }
  return folder;
}

/** `empty` may be filled, `present` may be opened; anything else is refused with what is wrong. */
export function inspectDataFolder(folder: string): 'empty' | 'present' {
  const database = databaseFolder(folder);
  if (!isThere(database)) {
    if (isThere(join(folder, RESTORING)))
      throw new DatabaseOpenError(
        `A restore into ${folder} has not ended; run it again: ${operatorCommand(`restore FILE ${folder}`)}.`,
      );
    refuseForeignContent(folder);
    return 'empty';
  }
  const missing = statSync(database).isDirectory() ? HALLMARKS.find((file) => !isThere(join(database, file))) : '';
  if (missing !== undefined) {
    const what = missing === '' ? `${database} is not a folder` : `${missing} is missing`;
    throw new DatabaseOpenError(`The database in ${folder} is damaged (${what}); nothing was changed; ${RESTORE}.`);
  }
  return 'present';
}

function refuseForeignContent(folder: string): void {
  const entries = readdirSync(folder);
  const foreign = entries.find((entry) => !OWN_ENTRIES.has(entry));
  if (foreign !== undefined) {
    throw new DatabaseOpenError(
      `The folder ${folder} holds ${foreign} but no Perch database; nothing was changed, set DATA_DIR to an empty folder or restore a backup.`,
    );
  }
  // It was sealed once and is missing now: the club's data was there, and an empty club in its place would hide the
  // loss.
  if (entries.includes(MANIFEST)) {
    throw new DatabaseOpenError(
      `The database is missing from ${folder} though it was there before; nothing was changed; ${RESTORE}.`,
    );
  }
}

const OWNER_ONLY = 0o700;
const OF_OTHERS = 0o077;

/**
 * The engine's files are readable for everybody, and a data folder that was there before, such as a mounted volume, may
 * let others in. So the folder of the database is closed to them.
 */
export function closeToOthers(folder: string): void {
  const database = databaseFolder(folder);
  if ((statSync(database).mode & OF_OTHERS) !== 0) chmodSync(database, OWNER_ONLY);
}

export async function createDatabase(folder: string): Promise<void> {
  const unfinished = join(folder, UNFINISHED);
  rmSync(unfinished, { recursive: true, force: true });
  try {
    mkdirSync(unfinished, { mode: OWNER_ONLY });
    await stopEngine(await startDurableEngine(unfinished));
    fsyncTree(unfinished);
  } catch (error) {
    // It would occupy the place that the next attempt needs.
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  renameSync(unfinished, databaseFolder(folder));
  fsyncPath(folder);
}

/** The engine copies its first files in without requesting that they be written to disk. */
function fsyncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) fsyncTree(path);
    else if (entry.isFile()) fsyncPath(path);
  }
  fsyncPath(folder);
}
