import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { cacheFolder, cacheKey } from './module-cache.ts';

const of = (sourceCode: string) => cacheKey({ sourceCode });

it.each([
  "import.meta.glob('./*.json')",
  "import.meta.glob<object>('./*.json')",
  "import.meta\n  .glob <object> ('./*.json')",
  'const { glob } = 1; import.meta.glob;',
])('a module that depends on files which it does not name is not kept: %s', (source) => expect(of(source)).toBe(false));

it('the texts of the pages are one', () => expect(of(readFileSync('src/i18n/load-page-area.ts', 'utf8'))).toBe(false));

it("any other is kept under the compiler's options and the aliases", () => {
  expect(of("import { it } from '#src/leaf.ts'; import.meta.env.DEV;")).toContain('"#src/*":"./src/*"');
  expect(of('')).toContain('verbatimModuleSyntax');
});

it('every list of installed packages has a folder of its own, which is the one that Vitest is told', () => {
  const root = mkdtempSync(join(tmpdir(), 'perch-modules-'));
  const list = join(root, 'node_modules/.package-lock.json');
  mkdirSync(dirname(list));
  const folderOf = (text: string) => {
    writeFileSync(list, text);
    return cacheFolder(root);
  };
  const [one, other, again] = ['{}', '{ "a": 1 }', '{}'].map(folderOf);
  rmSync(root, { recursive: true });
  expect(other).not.toBe(one);
  expect(again).toBe(one);
  expect(readFileSync('vitest.config.ts', 'utf8')).toContain('fsModuleCachePath: cacheFolder()');
});
