// Files named on a command line, relative to the operator's working directory, which may differ from the server's.
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { reasonOf } from '#server/platform/system/one-line-error.ts';
import type { CommandLine } from './command.ts';
import { Refused } from './errors.ts';

const MOST_BYTES = 512 * 1024;

/** The text of a file. @throws Refused if it cannot be read, is too large or is not text */
export async function readTextFile({ folder }: Pick<CommandLine, 'folder'>, name: string): Promise<string> {
  const path = resolve(folder, name);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Refused(
      error.code === 'ENOENT' || error.code === 'ENOTDIR'
        ? `there is no file ${path}`
        : `${path} can't be read: ${reasonOf(error)}`,
    );
  });
  if (!found.isFile()) throw new Refused(`there is no file ${path}`);
  if (found.size > MOST_BYTES) throw new Refused(`${path} is larger than ${MOST_BYTES / 1024} KiB`);
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new Refused(`${path} can't be read: ${reasonOf(error)}`);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refused(`${path} cannot be read as UTF-8 text`);
  }
}
