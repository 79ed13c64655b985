import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { childEnvironment } from '#server/platform/system/child-environment.ts';
import { readIfThere, tooLongForSocket } from '#server/platform/system/files.ts';
import {
  beat,
  BEAT_MS,
  findLiving,
  holdOf,
  thisHolder,
  writeHolder,
  type Holder,
  type HoldState,
  type Way,
} from './holder.ts';
import { DatabaseOpenError } from './open-error.ts';

/**
 * One process per data folder. The embedded engine takes no lock of its own: two processes on one folder lost one
 * acknowledged row in eight, and in the end the folder. A lock has to die with its process, or a crash would need a
 * human to clean up, and it has to belong to the folder, or another container on the same volume wouldn't see it
 * (decision 0029).
 */
export interface FolderLock {
  /** Whether nobody else has taken the folder meanwhile; false if that is unknown for the moment. */
  isHeld(): boolean;
  /**
   * True if the lock file is gone or names another holder, false if it can't be read. Whoever lost the folder must not
   * write to it any more.
   */
  isLost(): boolean;
  release(): Promise<void>;
}

/** Names the process that holds the folder; on Linux for the message only, elsewhere it is the lock itself. */
export const PID_FILE = 'perch.pid';
/** The file that is locked on Linux; it says who holds the folder. */
export const LOCK_FILE = 'perch.lock';
/** Answers as long as the holder lives: for those who can't see a lock on the file, since they have no `flock`. */
export const LOCK_SOCKET = 'perch.lock.sock';

export interface LockOptions {
  readonly platform?: string;
  /** The program that locks a file it was handed. */
  readonly flock?: string;
  /** Told once when another process has taken the folder, or has removed the lock file. */
  readonly onLost?: () => void;
  /** Where it is said, once, that the lock file can't be read for the moment. */
  readonly log?: (line: string) => void;
  /** How often the holder gives a sign of life, in milliseconds. */
  readonly beatMs?: number;
}

/** @throws DatabaseOpenError if another process holds the folder */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<FolderLock> {
  const path = realpathSync(folder);
  return (options.platform ?? process.platform) === 'linux' ? lockOnLinux(path, options) : lockByPidFile(path);
}

async function lockOnLinux(
  folder: string,
  { flock = 'flock', onLost = () => undefined, log = () => undefined, beatMs = BEAT_MS }: LockOptions,
): Promise<FolderLock> {
  const hold = await takeHold(folder, flock);
  try {
    const file = join(folder, LOCK_FILE);
    const holder = thisHolder(hold.ways);
    const living = await findHolder(folder, holder, { letGo: hold.letGo, beatMs });
    if (living !== null)
      throw inUse(
        folder,
        living.kernel === holder.kernel ? undefined : `a process on another machine (${living.host})`,
      );
    writeInto(folder, () => {
      writeHolder(file, holder);
      writeFileSync(join(folder, PID_FILE), `${process.pid}\n`);
    });
    const look = () => holdOf(file, holder);
    const heart = startHeartbeat(
      {
        look,
        beat: () => beat(file),
        onLost,
        log: (reason) => log(`${file} cannot be read: ${reason}; it will be tried again`),
      },
      beatMs,
    );
    return {
      isHeld: () => look() === 'held',
      isLost: () => look() === 'lost',
      async release() {
        clearInterval(heart);
        if (look() === 'held') for (const name of [PID_FILE, LOCK_FILE]) rmSync(join(folder, name), { force: true });
        await hold.release();
      },
    };
  } catch (error) {
    await hold.release();
    throw error;
  }
}

interface TakenLocks {
  readonly ways: readonly Way[];
  /**
   * What an earlier holder had and this process found free: that one is dead. A socket that is missing may have been
   * removed.
   */
  readonly letGo: readonly Way[];
  release(): Promise<void>;
}

/**
 * Takes the folder by everything that this process can use, so that the next one sees it by whatever that one can use.
 *
 * @throws DatabaseOpenError if another process of this machine holds either, and if neither can be used
 */
async function takeHold(folder: string, flock: string): Promise<TakenLocks> {
  const unlock = lockByFlock(folder, flock);
  try {
    const socket = await lockBySocket(folder);
    if ('unusable' in socket && unlock === null)
      throw new DatabaseOpenError(
        `The data folder ${folder} can't be locked: there is no program "flock", and no socket can be made there (${socket.unusable}); install flock, which is part of util-linux and of BusyBox.`,
      );
    return {
      ways: [...(unlock === null ? [] : ['file' as const]), ...('unusable' in socket ? [] : ['socket' as const])],
      letGo: [
        ...(unlock === null ? [] : ['file' as const]),
        ...('replaced' in socket && socket.replaced ? ['socket' as const] : []),
      ],
      async release() {
        if ('close' in socket) await socket.close();
        unlock?.();
      },
    };
  } catch (error) {
    unlock?.();
    throw error;
  }
}

/**
 * The living holder, as `findLiving`. @throws DatabaseOpenError if the file can't be read: somebody may hold the folder
 */
async function findHolder(
  folder: string,
  here: Holder,
  options: Parameters<typeof findLiving>[2],
): Promise<Holder | null> {
  try {
    return await findLiving(join(folder, LOCK_FILE), here, options);
  } catch (error) {
    throw new DatabaseOpenError(`Who holds the data folder ${folder} can't be read: ${(error as Error).message}.`);
  }
}

interface HeartbeatOptions {
  look(): HoldState;
  beat(): void;
  onLost(): void;
  log(reason: string): void;
}

/**
 * Gives a sign of life at intervals until the folder is lost, which is reported once. Where the file can't be read for
 * the moment, nobody is known to have taken it, and the lock of the kernel is still ours.
 */
function startHeartbeat({ look, beat: giveSign, onLost, log }: HeartbeatOptions, beatMs: number): NodeJS.Timeout {
  let told = false;
  const timer = setInterval(() => {
    const hold = look();
    if (hold === 'lost') {
      clearInterval(timer);
      return onLost();
    }
    giveSign();
    if (hold === 'held') told = false;
    else if (!told) {
      told = true;
      log(hold.unknown);
    }
  }, beatMs);
  return timer.unref();
}

/** The exit code of `flock` for a file that somebody else has locked. */
const TAKEN = 1;

/**
 * A lock of the kernel on the file. Node can't ask for one, so the open file is handed to `flock`, which locks it and
 * ends: the lock belongs to the open file, so it stays with this process until it ends, however it ends. Null if there
 * is no `flock`.
 *
 * @throws DatabaseOpenError if somebody else has it, and if `flock` is there but fails
 */
function lockByFlock(folder: string, flock: string): (() => void) | null {
  const file = join(folder, LOCK_FILE);
  for (;;) {
    const handle = writeInto(folder, () => openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600));
    const ended = spawnSync(flock, ['-x', '-n', '3'], {
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', handle],
      encoding: 'utf8',
    });
    if (ended.status !== 0) {
      closeSync(handle);
      if (ended.status === TAKEN) throw inUse(folder);
      if ((ended.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return null;
      throw new DatabaseOpenError(
        `The data folder ${folder} can't be locked: ${failureOf(ended)}; its file system must know locks, and flock must run.`,
      );
    }
    if (isFileOf(handle, file)) return () => closeSync(handle);
    // Its holder removed it while we opened it: a lock on a file without a name keeps nobody out.
    closeSync(handle);
  }
}

/** How `flock` failed, with what it said itself. */
function failureOf({ error, status, signal, stderr }: SpawnSyncReturns<string>): string {
  if (error !== undefined) return `flock could not be run (${error.message})`;
  const said = stderr.trim();
  return `flock ended with ${signal ?? status}${said === '' ? '' : ` (${said})`}`;
}

function isFileOf(handle: number, file: string): boolean {
  return inodeOf(file) === fstatSync(handle).ino;
}

/** Undefined if nothing has the name. */
function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/** Longer than anybody takes from finding a socket refusing to removing it. */
const TAKEN_OVER_MS = 500;

/** A socket of this process, and whether it stands where one was that refuses; or why there can be none. */
type FolderSocket = { readonly replaced: boolean; close(): Promise<void> } | { readonly unusable: string };

/**
 * A socket in the folder that answers as long as its process lives. One that refuses was left behind and is replaced.
 */
async function lockBySocket(folder: string): Promise<FolderSocket> {
  const path = join(folder, LOCK_SOCKET);
  if (tooLongForSocket(path) > 0) return { unusable: 'its path is too long' };
  const server = createServer((socket) => socket.destroy()).unref();
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  const first = await listen(server, path);
  if (first === null) return { replaced: false, close };
  if (first !== 'EADDRINUSE') return { unusable: first };
  if (await answers(folder, path)) throw inUse(folder);
  writeInto(folder, () => rmSync(path, { force: true }));
  if ((await listen(server, path)) !== null) throw inUse(folder);
  // Another one that starts now may have found the same socket refusing, and removed ours for it.
  const ino = inodeOf(path);
  await sleep(TAKEN_OVER_MS);
  // Ours stays open, without its name: to close it would remove the other's.
  if (ino === undefined || inodeOf(path) !== ino) throw inUse(folder);
  return { replaced: true, close };
}

/** @throws DatabaseOpenError if it is unknown whether the socket is answered: its process may hold the folder */
async function answers(folder: string, path: string): Promise<boolean> {
  try {
    return await isAnswered(path);
  } catch (error) {
    throw new DatabaseOpenError(
      `Who holds the data folder ${folder} cannot be determined: ${(error as Error).message}.`,
    );
  }
}

/** Null once the server listens, or the code of the error. */
function listen(server: Server, path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    server.once('error', failed).listen({ path }, () => {
      server.off('error', failed);
      resolve(null);
    });
  });
}

/** What the system says of a socket that nobody listens on: it refuses, or isn't there. */
const NOBODY = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK']);

/**
 * Whether a process listens on a socket in the file system. @throws if that can't be determined, for example for lack
 * of a right or of descriptors
 */
export function isAnswered(path: string): Promise<boolean> {
  const socket = createConnection({ path });
  return new Promise<boolean>((resolve, reject) => {
    socket
      .once('connect', () => resolve(true))
      .once('error', (error: NodeJS.ErrnoException) => {
        const { code = '' } = error;
        // Too many wait to be answered: somebody is there, but was stopped or is busy.
        if (code === 'EAGAIN') resolve(true);
        else if (NOBODY.has(code)) resolve(false);
        else reject(error);
      });
  }).finally(() => socket.destroy());
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
      const look = (): HoldState => {
        try {
          return readPid(file) === process.pid ? 'held' : 'lost';
        } catch (error) {
          return { unknown: (error as Error).message };
        }
      };
      const isHeld = () => look() === 'held';
      // Another one's is not ours to remove: the next process would take the folder beside it.
      return {
        isHeld,
        isLost: () => look() === 'lost',
        release: async () => void (isHeld() && rmSync(file, { force: true })),
      };
    }
    const holder = writeInto(folder, () => readPid(file));
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

/** Null if there is none. @throws where the file can't be read */
function readPid(file: string): number | null {
  const pid = Number(readIfThere(file)?.trim());
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
}

/** For a message alone. */
function pidOfHolder(folder: string): number | null {
  try {
    return readPid(join(folder, PID_FILE));
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
  const holder = pidOfHolder(folder);
  const by = who ?? (holder === null ? 'another process' : `another process (${holder})`);
  return new DatabaseOpenError(
    `The data folder ${folder} is in use by ${by}; stop it first or set DATA_DIR to another folder.`,
  );
}
