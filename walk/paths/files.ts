/**
 * Files named on the command line: read only if they can be what they should be, overwritten only if the command wrote
 * them.
 */
import { closeSync, lstatSync, openSync, readFileSync, readSync, statSync, type Stats } from 'node:fs';
import { UsageError } from '#walk/paths/usage-error.ts';

/** Everything that the command reads is much smaller: all paths of all flows are half a megabyte. */
const LARGEST_MB = 4;
const BYTES_IN_MB = 1_000_000;
/** How many bytes at its beginning identify a file. */
const BEGINNING_BYTES = 1_000;

/**
 * The text of a file. Throws a readable error if it is missing or implausibly large; only regular files are read, since
 * a pipe would block.
 */
export function textOfFile(file: string): string {
  const stat = there(() => statSync(file));
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

/** What is at a path, without following a link; undefined if there is nothing, or no folder on the way. */
export function entryAt(file: string): Stats | undefined {
  return there(() => lstatSync(file));
}

function there(look: () => Stats): Stats | undefined {
  try {
    return look();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError((error as Error).message);
  }
}

/**
 * Whether a file may be written: it does not exist, is empty, or `isOwn` recognizes its beginning. A symbolic link may
 * lead anywhere, so it is refused.
 */
export function mayBeWritten(file: string, isOwn: (beginning: string) => boolean): boolean {
  const stat = entryAt(file);
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
