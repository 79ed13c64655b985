import { spawnSync } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { beat, BEAT_MS, isStillHeldBy, livesElsewhere, thisHolder, writeHolder } from './holder.ts';
import { DatabaseOpenError } from './open-error.ts';

/**
 * One process per data folder. The embedded engine takes no lock of its own: two processes on one folder lost one
 * acknowledged row in eight, and in the end the folder. A lock has to die with its process, or a crash would need a human to
 * clean up, and it has to belong to the folder, or another container on the same volume wouldn't see it (decision 29).
 */
export interface FolderLock {
  /** Whether nobody else has taken the folder meanwhile. Whoever lost it must not write to it any more. */
  isHeld(): boolean;
  release(): Promise<void>;
}

/** Names the process that holds the folder; on Linux for the message only, elsewhere it is the lock itself. */
export const PID_FILE = 'perch.pid';
/** The file that is locked on Linux; it says who holds the folder. */
export const LOCK_FILE = 'perch.lock';
/** Takes the place of a lock on the file where the system has no `flock`. */
export const LOCK_SOCKET = 'perch.lock.sock';

export interface LockOptions {
  readonly platform?: string;
  /** The program that locks a file it was handed. */
  readonly flock?: string;
  /** Told once when another process has taken the folder, or has removed the lock file. */
  readonly onLost?: () => void;
  /** How often the holder gives a sign of life, in milliseconds. */
  readonly beatMs?: number;
}

/** @throws DatabaseOpenError where another process holds the folder */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<FolderLock> {
  const path = realpathSync(folder);
  return (options.platform ?? process.platform) === 'linux' ? lockOnLinux(path, options) : lockByPidFile(path);
}

async function lockOnLinux(folder: string, { flock = 'flock', onLost = () => undefined, beatMs = BEAT_MS }: LockOptions): Promise<FolderLock> {
  const letGo = lockByFlock(folder, flock) ?? (await lockBySocket(folder));
  try {
    const file = join(folder, LOCK_FILE);
    const holder = thisHolder();
    const elsewhere = await livesElsewhere(file, holder, beatMs);
    if (elsewhere !== null) throw inUse(folder, `a process on another machine (${elsewhere.host})`);
    writeInto(folder, () => {
      writeHolder(file, holder);
      writeFileSync(join(folder, PID_FILE), `${process.pid}\n`);
    });
    const isHeld = () => isStillHeldBy(file, holder);
    const heart = startHeart({ isHeld, beat: () => beat(file), onLost }, beatMs);
    return {
      isHeld,
      async release() {
        clearInterval(heart);
        if (isHeld()) for (const name of [PID_FILE, LOCK_FILE]) rmSync(join(folder, name), { force: true });
        await letGo();
      },
    };
  } catch (error) {
    await letGo();
    throw error;
  }
}

/** Gives a sign of life again and again, until the folder is lost: that is told once. */
function startHeart(folder: { isHeld: () => boolean; beat: () => void; onLost: () => void }, beatMs: number): NodeJS.Timeout {
  const timer = setInterval(() => {
    if (folder.isHeld()) return folder.beat();
    clearInterval(timer);
    folder.onLost();
  }, beatMs);
  return timer.unref();
}

/** The exit code of `flock` for a file that somebody else has locked. */
const TAKEN = 1;

/**
 * A lock of the kernel on the file. Node can't ask for one, so the open file is handed to `flock`, which locks it and ends: the lock
 * belongs to the open file, so it stays with this process until it ends, however it ends. Null where there is no `flock`, or where
 * the file system knows no locks.
 */
function lockByFlock(folder: string, flock: string): (() => Promise<void>) | null {
  const file = join(folder, LOCK_FILE);
  for (;;) {
    const handle = writeInto(folder, () => openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600));
    const { status } = spawnSync(flock, ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', handle] });
    if (status !== 0) {
      closeSync(handle);
      if (status === TAKEN) throw inUse(folder);
      return null;
    }
    if (isFileOf(handle, file)) return async () => closeSync(handle);
    // The one who had it has removed it while we opened it: a lock on a file without a name keeps nobody out.
    closeSync(handle);
  }
}

function isFileOf(handle: number, file: string): boolean {
  const named = statSync(file, { throwIfNoEntry: false });
  return named !== undefined && named.ino === fstatSync(handle).ino;
}

/** Longer than anybody takes from finding a socket refusing to removing it. */
const TAKEN_OVER_MS = 500;

/** A socket in the folder that answers as long as its process lives. One that refuses was left behind and is replaced. */
async function lockBySocket(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, LOCK_SOCKET);
  const server = createServer((socket) => socket.destroy());
  const listen = () => new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen({ path }, () => resolve(true));
  });
  if (!(await listen())) {
    if (await isAnswered(path)) throw inUse(folder);
    rmSync(path, { force: true });
    if (!(await listen())) throw inUse(folder);
    // Another one that starts now may have found the same socket refusing, and removed ours for it.
    const { ino } = statSync(path);
    await sleep(TAKEN_OVER_MS);
    if (statSync(path, { throwIfNoEntry: false })?.ino !== ino) throw inUse(folder);
  }
  server.unref();
  return () => new Promise((resolve) => void server.close(() => resolve()));
}

/** Whether a process listens on a socket in the file system. */
export function isAnswered(path: string): Promise<boolean> {
  const socket = createConnection({ path });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

function writeInto<T>(folder: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new DatabaseOpenError(`The data folder ${folder} can't be written to: ${(error as Error).message}.`);
  }
}

async function lockByPidFile(folder: string): Promise<FolderLock> {
  const file = join(folder, PID_FILE);
  // The second round follows the removal of a dead process' file; a third would mean that another process was faster.
  for (let round = 0; round < 2; round += 1) {
    if (createExclusively(file)) {
      const isHeld = () => readPid(file) === process.pid;
      // Another one's is not ours to remove: the next process would take the folder beside it.
      return { isHeld, release: async () => void (isHeld() && rmSync(file, { force: true })) };
    }
    const holder = readPid(file);
    if (holder !== null && isAlive(holder)) throw inUse(folder);
    rmSync(file, { force: true });
  }
  throw inUse(folder);
}

function createExclusively(file: string): boolean {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, `${process.pid}\n`);
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readPid(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8').trim());
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process can't be signalled, but it lives.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function inUse(folder: string, who?: string): DatabaseOpenError {
  const holder = readPid(join(folder, PID_FILE));
  const by = who ?? (holder === null ? 'another process' : `another process (${holder})`);
  return new DatabaseOpenError(`The data folder ${folder} is in use by ${by}; stop it first or set DATA_DIR to another folder.`);
}
