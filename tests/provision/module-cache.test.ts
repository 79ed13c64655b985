import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cacheKey } from './module-cache.ts';

const of = (sourceCode: string) => cacheKey({ sourceCode });

it.each([
  "import.meta.glob('./*.json')",
  "import.meta.glob<object>('./*.json')",
  "import.meta\n  .glob <object> ('./*.json')",
  'const { glob } = 1; import.meta.glob;',
])('a module that hangs on files which it does not name is not kept: %s', (source) => expect(of(source)).toBe(false));

it('the texts of the pages are one', () => expect(of(readFileSync('src/i18n/load-page-area.ts', 'utf8'))).toBe(false));

it("any other is kept under the compiler's options and the aliases", () => {
  expect(of("import { it } from '#src/leaf.ts'; import.meta.env.DEV;")).toContain('"#src/*":"./src/*"');
  expect(of('')).toContain('verbatimModuleSyntax');
});
