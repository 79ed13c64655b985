import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, realpathSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { DatabaseOpenError } from './open-error.ts';

/**
 * One process per data folder. The embedded engine takes no lock of its own: two processes on one folder lost one
 * acknowledged row in eight. The lock has to die with the process, or a crash would need a human to clean up.
 */
export interface FolderLock {
  release(): Promise<void>;
}

/** Names the process that holds the folder; on Linux for the message only, elsewhere it is the lock itself. */
export const PID_FILE = 'perch.pid';

export async function lockFolder(folder: string, platform: string = process.platform): Promise<FolderLock> {
  const path = realpathSync(folder);
  return platform === 'linux' ? lockBySocket(path) : lockByPidFile(path);
}

/** An abstract socket is a name in the kernel: it exists as long as its process, and leaves no file behind. */
async function lockBySocket(folder: string): Promise<FolderLock> {
  const key = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? inUse(folder) : error);
    });
    server.listen({ path: `\0perch-data-${key}` }, resolve);
  });
  server.unref();
  writePidFile(folder);
  return {
    async release() {
      rmSync(join(folder, PID_FILE), { force: true });
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function writePidFile(folder: string): void {
  try {
    writeFileSync(join(folder, PID_FILE), `${process.pid}\n`);
  } catch (error) {
    throw new DatabaseOpenError(`The data folder ${folder} can't be written to: ${(error as Error).message}.`);
  }
}

async function lockByPidFile(folder: string): Promise<FolderLock> {
  const file = join(folder, PID_FILE);
  // The second round follows the removal of a dead process' file; a third would mean that another process was faster.
  for (let round = 0; round < 2; round += 1) {
    if (createExclusively(file)) return { release: async () => rmSync(file, { force: true }) };
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

function inUse(folder: string): DatabaseOpenError {
  const holder = readPid(join(folder, PID_FILE));
  const by = holder === null ? 'another process' : `another process (${holder})`;
  return new DatabaseOpenError(`The data folder ${folder} is in use by ${by}; stop it first or set DATA_DIR to another folder.`);
}
