import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contents } from './repository.ts';

/** A test may have more time than the others, never less: what is quick here takes long on a busy machine. */

const config = readFileSync('vitest.config.ts', 'utf8');
const usual = Number(/^const SLOW_TEST_MS = ([\d_]+);$/m.exec(config)?.[1]?.replaceAll('_', ''));
/** Anything shorter is not a test's timeout but a time that passes in it. */
const SHORTEST_MS = 5_000;

/** Where a test, or its set-up, has a timeout of its own: after the function, or as an option before it. */
const LIMIT = /^\s*\}, ([\d_]+|[A-Z][A-Z_]*)\);$|\{ timeout: ([\d_]+|[A-Z][A-Z_]*) \}, (?:async )?\(/gm;

/** The timeouts of a test file that are shorter than the default, as written. */
function shorter(content: string): readonly string[] {
  const valueOf = (written: string): number => {
    if (/^\d/.test(written)) return Number(written.replaceAll('_', ''));
    return Number(new RegExp(`const ${written} = ([\\d_]+);`).exec(content)?.[1]?.replaceAll('_', ''));
  };
  const written = [...content.matchAll(LIMIT)].map(([, last, option]) => last ?? option ?? '');
  return written.filter((each) => valueOf(each) >= SHORTEST_MS && valueOf(each) < usual);
}

const tests = [...contents].filter(([file]) => /^tests\/.*\.test\.tsx?$/.test(file));

describe('timeouts of tests', () => {
  it('are not shorter than the default', () => {
    expect(usual).toBeGreaterThan(SHORTEST_MS);
    expect(tests.flatMap(([file, content]) => shorter(content).map((limit) => `${file}: ${limit}`))).toEqual([]);
  });

  it.each([
    ['  }, 60_000);', ['60_000']],
    ['  }, 600_000);', []],
    ['  }, 50);', []],
    ['const LONG_MS = 90_000;\nbeforeAll(open, 1);\n}, LONG_MS);', ['LONG_MS']],
    ['const LONG_MS = 900_000;\n}, LONG_MS);', []],
    [`it('waits', { ${'timeout'}: 60_000 }, async () => {`, ['60_000']],
    ['await page.waitForFunction(isThere, undefined, { timeout: 20_000, polling: 20 });', []],
  ])('are known by how they are written: %s', (content, expected) => {
    expect(shorter(content)).toEqual(expected);
  });

  it('are the same for every page in a browser', () => {
    const own = tests.filter(([, content]) => /\.setDefault(Navigation)?Timeout\(/.test(content));
    expect(own.map(([file]) => file)).toEqual([]);
  });
});
