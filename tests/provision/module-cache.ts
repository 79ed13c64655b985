// Vitest keeps transformed modules between runs; the settings by which it never takes one that is out of date.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VitestPluginContext } from 'vitest/node';

/** Vitest looks for the call without a type argument and without a blank. */
const GLOB = /\bimport\s*\.\s*meta\s*\.\s*glob\b/;

/** The result of a module depends on these too: the compiler's options, and what `#src/…` stands for. */
function surroundings(): string {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: object };
  return JSON.stringify(imports) + readFileSync('tsconfig.json', 'utf8');
}

const around = surroundings();

/**
 * What a kept module's name depends on besides its source; false if it depends on files that it doesn't name, and can't
 * be kept.
 */
export function cacheKey({ sourceCode }: { readonly sourceCode: string }): string | false {
  return GLOB.test(sourceCode) ? false : around;
}

/** Where the modules of every list of installed packages are kept. */
const FOLDER = 'node_modules/.cache/vitest-modules';
/** What npm says is installed; Vitest compares it too. */
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * The folder of what is installed now. Vitest empties a folder whose modules were made with other packages, also while
 * another process reads it, which then fails with ENOENT for each module that it had found there (`npm install` during
 * a run is enough). So what is installed next has a folder of its own, and none is ever emptied; `npm ci` removes them
 * all.
 *
 * @param root where `node_modules` is
 */
export function cacheFolder(root = '.'): string {
  const digest = createHash('sha256').update(readFileSync(join(root, INSTALLED)));
  return join(FOLDER, digest.digest('hex').slice(0, 16));
}

/** A plugin of each project. */
export const moduleCache = {
  name: 'perch:module-cache',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }: VitestPluginContext) => define(cacheKey),
};
