/**
 * Files that somebody names at the terminal: read only where they can be what they are said to be, written over only
 * where they are the command's own.
 */
import { closeSync, lstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { UsageError } from '#walk/paths/nearest.ts';

/** Whatever the command reads is much smaller: all paths of all flows are half a megabyte. */
const LARGEST_MB = 4;
const BYTES_IN_MB = 1_000_000;
/** By so much of its beginning a file is known. */
const BEGINNING_BYTES = 1_000;

/**
 * The text of a file. Throws in words where there is none, or more than anybody would write; a pipe would be waited
 * for.
 */
export function textOfFile(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isFile() !== true)
    throw new UsageError(`${file} can't be read${stat === undefined ? '' : ': it is no file'}.`);
  if (stat.size > LARGEST_MB * BYTES_IN_MB) {
    throw new UsageError(`${file} is too large: at most ${LARGEST_MB} MB are read.`);
  }
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${file} can't be read.`);
  }
}

/**
 * Whether a file may be written: it isn't there, it is empty, or it begins as `isOwn` knows it. A link may lead to
 * anything.
 */
export function mayBeWritten(file: string, isOwn: (beginning: string) => boolean): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return true;
  return stat.isFile() && (stat.size === 0 || isOwn(beginningOf(file)));
}

function beginningOf(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(BEGINNING_BYTES);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, BEGINNING_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}
