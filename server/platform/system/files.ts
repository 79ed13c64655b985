// What exists in a data folder and what does not: only the system's own answers that a name can't be there (no such
// file, or a file where a folder of its path would be) mean that something is missing.
import { readFileSync, statSync } from 'node:fs';

const MISSING = new Set<string | undefined>(['ENOENT', 'ENOTDIR']);

/** Whether a name exists. @throws if the system cannot tell, for example for lack of permission */
export function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (MISSING.has((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  }
}

/**
 * The text of a file; null if there is none. @throws if it cannot be read for the moment, for example for lack of
 * descriptors
 */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (MISSING.has((error as NodeJS.ErrnoException).code)) return null;
    throw error;
  }
}

/**
 * The longest path of a socket, in bytes (`sun_path` in unix(7), less its end). Node cuts a longer one off and says
 * nothing.
 */
const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;

/** By how many bytes a path is too long for a socket; 0 if it is not. */
export function tooLongForSocket(path: string): number {
  return Math.max(0, Buffer.byteLength(path) - LONGEST_SOCKET_PATH);
}

/**
 * Errors that the operator can do something about, by the system's codes and by the numbers of the engine's file system
 * (WASI).
 */
const WANTS: Readonly<Record<string, string>> = {
  EMFILE: 'this process may open no more files (raise its limit, ulimit -n)',
  ENFILE: 'this machine may open no more files',
  ENOMEM: 'no memory is left',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the disk is read-only',
};
const ENGINE_CODES: Readonly<Partial<Record<number, string>>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  33: 'EMFILE',
  41: 'ENFILE',
  48: 'ENOMEM',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
};

/**
 * What this process lacks according to an error, which then says nothing about the files' content. Null for any other
 * error.
 */
export function wantOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return WANTS[error.code] ?? null;
  if ('errno' in error && typeof error.errno === 'number') return WANTS[ENGINE_CODES[error.errno] ?? ''] ?? null;
  return error instanceof RangeError && /memory/i.test(error.message) ? (WANTS.ENOMEM ?? null) : null;
}
