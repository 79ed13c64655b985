// A copy of the embedded database while members use it: what was acknowledged before a moment, and nothing after.
import { constants, readdirSync, statSync, type BigIntStats } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { databaseFolder } from '#server/platform/db/pglite-folder.ts';
import { DATABASE } from './contents.ts';

/** The log: what a copy needs of it is known only at the moment of the copy. */
const LOG = 'pg_wal';
const LOG_SEGMENT = /^[0-9A-F]{24}$/;
/** Longer than the smallest step of a file system's clock: what was written within it may have been written again. */
const CLOCK_STEP_MS = 2_000;

interface CopyOptions {
  readonly dataDir: string;
  /** A folder that is not there yet; it gets `database` and the key files beside it. */
  readonly to: string;
  /** The names of the key files to copy, those made first before those made later. */
  readonly keyFiles: readonly string[];
  readonly signal: AbortSignal;
}

export interface CopiedDatabase<Facts> {
  /** For how long acts had to wait, in milliseconds. */
  readonly heldMs: number;
  readonly facts: Facts;
}

/**
 * Copies the database in two rounds: first everything, while members act, then what has changed meanwhile, while the
 * one session of the engine is held, so that no act is under way and the next ones wait. A checkpoint brings all that
 * was acknowledged into the files before each round; so the second has little to do.
 *
 * @param read reads facts about the copy within the same moment
 */
export async function copyDatabase<Tables, Facts>(
  db: Kysely<Tables>,
  { dataDir, to, keyFiles, signal }: CopyOptions,
  read: (db: Kysely<Tables>) => Promise<Facts>,
): Promise<CopiedDatabase<Facts>> {
  const [from, target] = [databaseFolder(dataDir), join(to, DATABASE)];
  await sql`CHECKPOINT`.execute(db);
  // What the checkpoint has written is then old enough to be known as unchanged.
  await sleep(CLOCK_STEP_MS, undefined, { signal });
  const copied = await firstRound(from, target, signal);
  return db.connection().execute(async (session) => {
    signal.throwIfAborted();
    const start = performance.now();
    await sql`CHECKPOINT`.execute(session);
    await secondRound(from, target, { copied, needed: await neededLog(session) });
    // The next secret before the present one: a change that ends meanwhile renames the one to the other.
    for (const name of [...keyFiles].reverse()) await copyIfThere(join(dataDir, name), join(to, name));
    const facts = await read(session);
    return { heldMs: performance.now() - start, facts };
  });
}

/** Copies everything but the log. @returns how each file was before, if it can be told from one written since */
async function firstRound(from: string, target: string, signal: AbortSignal): Promise<Map<string, BigIntStats>> {
  const settled = BigInt(Date.now() - CLOCK_STEP_MS) * NS_PER_MS;
  const copied = new Map<string, BigIntStats>();
  for (const name of namesBelow(from).files) {
    signal.throwIfAborted();
    if (name.startsWith(`${LOG}/`)) continue;
    const before = statSync(join(from, name), { bigint: true, throwIfNoEntry: false });
    if (before === undefined || !(await copyIfThere(join(from, name), join(target, name)))) continue;
    if (before.mtimeNs < settled) copied.set(name, before);
  }
  return copied;
}

/** Makes the copy equal to what is there now. Acts wait, so looking is done in one go; only copying takes time. */
async function secondRound(
  from: string,
  target: string,
  { copied, needed }: { copied: ReadonlyMap<string, BigIntStats>; needed: LogRange },
): Promise<void> {
  const { files, folders } = namesBelow(from);
  const wanted = files.filter((name) => !isOldLog(name, needed));
  const changed = wanted.filter(
    (name) => !isSame(copied.get(name), statSync(join(from, name), { bigint: true, throwIfNoEntry: false })),
  );
  for (const name of changed) await copyIfThere(join(from, name), join(target, name));
  const present = new Set(wanted);
  for (const name of namesBelow(target).files) if (!present.has(name)) await rm(join(target, name));
  for (const name of folders) await mkdir(join(target, name), { recursive: true, mode: 0o700 });
}

const NS_PER_MS = 1_000_000n;

/** The first and the last segment of the log that a start from the checkpoint reads. */
interface LogRange {
  readonly first: string;
  readonly last: string;
}

async function neededLog<Tables>(session: Kysely<Tables>): Promise<LogRange> {
  const { rows } = await sql<LogRange>`
    SELECT redo_wal_file AS first, pg_walfile_name(pg_current_wal_insert_lsn()) AS last
    FROM pg_control_checkpoint()`.execute(session);
  const [row] = rows;
  if (row === undefined) throw new Error('pg_control_checkpoint gave no row');
  return row;
}

function isOldLog(name: string, { first, last }: LogRange): boolean {
  const [folder, segment = ''] = name.split('/');
  return folder === LOG && LOG_SEGMENT.test(segment) && (segment < first || segment > last);
}

function isSame(before: BigIntStats | undefined, now: BigIntStats | undefined): boolean {
  return before?.ino === now?.ino && before?.size === now?.size && before?.mtimeNs === now?.mtimeNs;
}

/** False if there is no such file: the database has removed it meanwhile, or it was never there. */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    // A copy that shares its blocks, where the file system can make one.
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** The files and folders below a folder, by their paths in it. */
export function namesBelow(folder: string): { files: string[]; folders: string[] } {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const nameOf = (entry: { parentPath: string; name: string }) => relative(folder, join(entry.parentPath, entry.name));
  return {
    files: entries.filter((entry) => entry.isFile()).map(nameOf),
    folders: entries.filter((entry) => entry.isDirectory()).map(nameOf),
  };
}
