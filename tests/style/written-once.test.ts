import { describe, expect, it } from 'vitest';
import { contents } from './repository.ts';

/** What one file says for all others: written again elsewhere, it would stay behind when it changes. */

interface Once {
  readonly what: string;
  /** The file that says it. */
  readonly at: string;
  readonly isIn: (code: string) => boolean;
}

const LANGUAGE = /(?<=['"])(?:en-US|ja-JP|zh-CN)(?=['"])/g;
/** Languages one after the other, in a list or in a type. */
const LANGUAGES = /(?:['"](?:en-US|ja-JP|zh-CN)['"][\s,|]*){3,}/g;

const ONCE: readonly Once[] = [
  {
    what: 'the list of the languages',
    at: 'openapi/cultures.ts',
    isIn: (code) => (code.match(LANGUAGES) ?? []).some((listed) => new Set(listed.match(LANGUAGE)).size === 3),
  },
  {
    what: 'the address of support that stands in built pages until they are sent',
    at: 'src/shell/prerender.tsx',
    isIn: (code) => new RegExp(String.raw`support@${'prerender'}\\?\.invalid`).test(code),
  },
  {
    what: 'how a picture of a whole page is taken',
    at: 'walk/browser/whole-page.ts',
    isIn: (code) => /\bfullPage:/.test(code),
  },
];

/** The contract's own words and what is generated from them can't import anything. */
const isCode = (file: string): boolean => /\.(ts|tsx|mjs)$/.test(file) && !file.includes('.gen.');
const isThisOne = (file: string): boolean => file === 'tests/style/written-once.test.ts';

describe.each(ONCE)('$what', ({ at, isIn }) => {
  it('is in one file alone', () => {
    const files = [...contents].filter(([file, content]) => isCode(file) && !isThisOne(file) && isIn(content));
    expect(files.map(([file]) => file)).toEqual([at]);
  });
});

it.each([
  [0, "const all = ['en-US', 'ja-JP', 'zh-CN'];", true],
  [0, "type Culture = 'ja-JP' | 'zh-CN' | 'en-US';", true],
  [0, "pick(['en-US', 'en-US', 'ja-JP'])", false],
  [0, "const texts = { 'en-US': one, 'ja-JP': two, 'zh-CN': three };", false],
  [0, "it.each(['ja-JP', 'zh-CN'] as const)", false],
  [1, "'mailto:support@prerender.invalid'", true],
  [1, '/support@prerender\\.invalid/', true],
  [1, "'somebody@prerender.invalid'", false],
  [2, 'page.screenshot({ path, fullPage: true })', true],
  [2, 'page.screenshot({ path })', false],
])('is known where it is written: rule %i, %s', (rule, code, expected) => {
  expect(ONCE[rule]?.isIn(code)).toBe(expected);
});
