import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OneLineError } from './one-line-error.ts';

/**
 * The folder of the checkout or of the unpacked release that a module belongs to: the nearest one above it with a
 * package.json. So a program can be started from any working folder.
 *
 * @param here the module's `import.meta.url`, as source or as a part of the bundle
 * @throws OneLineError if there is none
 */
export function productFolder(here: string): string {
  const module = fileURLToPath(here);
  for (let folder = dirname(module); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new OneLineError(`there is no package.json above ${module}`);
  }
}
