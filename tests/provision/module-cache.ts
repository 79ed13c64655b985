// Vitest keeps transformed modules between runs; what it must be told, so that it never takes one that is out of date.
import { readFileSync } from 'node:fs';
import type { VitestPluginContext } from 'vitest/node';

/** Vitest looks for the call without a type argument and without a blank. */
const GLOB = /\bimport\s*\.\s*meta\s*\.\s*glob\b/;

/** What a module becomes hangs on these too: the compiler's options, and what `#src/…` stands for. */
function surroundings(): string {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: object };
  return JSON.stringify(imports) + readFileSync('tsconfig.json', 'utf8');
}

const around = surroundings();

/**
 * What a kept module's name hangs on beside its source; false if it hangs on files that it doesn't name, and can't be
 * kept.
 */
export function cacheKey({ sourceCode }: { readonly sourceCode: string }): string | false {
  return GLOB.test(sourceCode) ? false : around;
}

/** A plugin of each project. */
export const moduleCache = {
  name: 'perch:module-cache',
  configureVitest: ({ experimental_defineCacheKeyGenerator: define }: VitestPluginContext) => define(cacheKey),
};
