import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import ts from 'typescript';

/** Who imports whom, as it is written: every import of a file of this repository, types and `import()` included. */

/** An import from one file to another, both by their paths from the root. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

const CODE = /\.(ts|tsx|mjs)$/;

/** The folders that the house's own alias leads to, such as `#money/*`, by the alias. */
export function aliasedFolders(manifest: string): ReadonlyMap<string, string> {
  const { imports } = JSON.parse(manifest) as { imports: Record<string, string> };
  return new Map(
    Object.entries(imports).map(([alias, folder]) => [alias.replace(/\*$/, ''), folder.replace(/^\.\/|\*$/g, '')]),
  );
}

/** The file that an import names; null for a package, and for what only a bundler knows. */
function targetOf(from: string, name: string, folders: ReadonlyMap<string, string>): string | null {
  if (name.startsWith('.')) return join(dirname(from), name);
  const alias = [...folders.keys()].find((each) => name.startsWith(each));
  return alias === undefined ? null : `${folders.get(alias)}${name.slice(alias.length)}`;
}

/**
 * Every import between the files that are given.
 *
 * @throws Error if one leads to no file
 */
export function importsOf(files: readonly string[], folders: ReadonlyMap<string, string>): Import[] {
  return files
    .filter((file) => CODE.test(file))
    .flatMap((from) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(from, 'utf8'), true, true);
      const targets = importedFiles.flatMap(({ fileName }) => {
        const to = targetOf(from, fileName.replace(/\?.*$/, ''), folders);
        if (to !== null && !existsSync(to)) throw new Error(`${from} imports ${fileName}, which is not there`);
        return to ?? [];
      });
      return [...new Set(targets)].map((to) => ({ from, to }));
    });
}
