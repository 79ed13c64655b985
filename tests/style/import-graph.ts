import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import ts from 'typescript';

/** Which file imports which, as written: every import of a file of this repository, including types and `import()`. */

/** An import from one file to another, both as paths from the root. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

const CODE = /\.(ts|tsx|mjs)$/;

/** The folders of the project's own aliases, such as `#money/*`, by alias. */
export function aliasedFolders(manifest: string): ReadonlyMap<string, string> {
  const { imports } = JSON.parse(manifest) as { imports: Record<string, string> };
  return new Map(
    Object.entries(imports).map(([alias, folder]) => [alias.replace(/\*$/, ''), folder.replace(/^\.\/|\*$/g, '')]),
  );
}

/** The file that an import names; null for a package, and for what only a bundler resolves. */
function targetOf(from: string, name: string, folders: ReadonlyMap<string, string>): string | null {
  if (name.startsWith('.')) return join(dirname(from), name);
  const alias = [...folders.keys()].find((each) => name.startsWith(each));
  return alias === undefined ? null : `${folders.get(alias)}${name.slice(alias.length)}`;
}

/**
 * Every import between the given files.
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
