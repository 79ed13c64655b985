import { describe, expect, it } from 'vitest';
import { contents } from './repository.ts';

/** What one file says for all others: written again elsewhere, it would stay behind when it changes. */

interface Once {
  readonly what: string;
  /** The file that says it. */
  readonly at: string;
  readonly isIn: (code: string) => boolean;
  /** The files that it is about; all, where nothing is said. */
  readonly among?: RegExp;
}

const LANGUAGE = /(?<=['"])(?:en-US|ja-JP|zh-CN)(?=['"])/g;
/** Languages one after the other, in a list or in a type. */
const LANGUAGES = /(?:['"](?:en-US|ja-JP|zh-CN)['"][\s,|]*){3,}/g;

/** Whether a constant of this name and value is written there, whatever it is called. */
function isSecond(code: string): boolean {
  return /\b(?:MS_PER_SECOND|SECOND_MS) = 1_?000\b/.test(code);
}

/** Whether the length of a day is written there: in figures, from hours, or as a constant of its own. */
function isDay(code: string): boolean {
  const figures = /\b(?:24|48|72) \* (?:60|3_?600)|\b86_?400/;
  const fromOthers = /\b24 \* (?:HOUR|MINUTE)|\bDAY_SECONDS \* (?:1_?000|MS_PER_SECOND)/;
  return [figures, fromOthers, /\bconst DAY_(?:MS|SECONDS) =/].some((pattern) => pattern.test(code));
}

/** Whether another machine is called there: by the platform's own fetch, or by another client of HTTP. */
function calls(code: string): boolean {
  const clients = /\bfrom '(?:undici|axios|got|node-fetch)'|\bhttps?\.(?:get|request)\(/;
  return /(?<![.\w])(?:globalThis\.)?fetch(?=\(|;)/.test(withoutComments(code)) || clients.test(code);
}

/** Whether a port is looked for there on which another program will listen: by listening on it for a moment. */
function probes(code: string): boolean {
  return /\bclose\((?:\(\) => resolve\([^)]*\b(?:port|true)\b|resolve\)\);\s*return port;)/.test(code);
}

const withoutComments = (code: string): string => code.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');

const declares =
  (declaration: string) =>
  (code: string): boolean =>
    new RegExp(`^(?:export )?(?:async )?${declaration}\\b`, 'm').test(code);

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
  {
    what: 'how many milliseconds a second has, for the server',
    at: 'server/platform/system/clock.ts',
    isIn: isSecond,
    among: /^server\/.*\.ts$/,
  },
  {
    what: 'how many milliseconds a second has, for charts and what is built on them',
    at: 'machines/chart/durations.ts',
    isIn: isSecond,
    among: /^(?:machines|src|walk|atlas)\/.*\.tsx?$/,
  },
  {
    what: 'how long a day is, for the server',
    at: 'server/platform/system/clock.ts',
    isIn: isDay,
    among: /^(?:server|fixtures|openapi|money)\/.*\.(?:ts|mjs)$/,
  },
  {
    what: 'how long a day is, for charts and what is built on them',
    at: 'machines/chart/durations.ts',
    isIn: isDay,
    among: /^(?:machines|src|walk|atlas)\/.*\.(?:tsx?|mjs)$/,
  },
  {
    what: 'how many letters two words differ in',
    at: 'server/platform/system/nearest.ts',
    isIn: (code) =>
      /\bfunction \w+\(\w+: string, \w+: string\)[^}]*Array\.from\(\{ length: \w+\.length \+ 1 \}/.test(code),
  },
  { what: 'a mistake on the command line', at: 'walk/paths/usage-error.ts', isIn: declares('class UsageError') },
  {
    what: 'how long a mailed code is valid',
    at: 'machines/chart/code-terms.ts',
    isIn: declares('interface CodeTerms'),
  },
  {
    what: 'how often a mailed code may be tried',
    at: 'server/domain/codes/email-codes.ts',
    isIn: declares('const CODE_TRIES'),
  },
  { what: 'what a flow remembers of a problem', at: 'machines/chart/problem.ts', isIn: declares('interface Problem') },
  {
    what: 'which second factor a member has',
    at: 'server/domain/drafts/factor.ts',
    isIn: declares('function secondFactorOf'),
  },
  {
    what: 'whether an amount is above the balance',
    at: 'machines/chart/chart.rules.ts',
    isIn: declares('function exceedsBalance'),
  },
  {
    what: 'whether an amount is below the minimum',
    at: 'machines/chart/chart.rules.ts',
    isIn: declares('function isBelowMinimum'),
  },
  {
    what: 'how the server calls another machine, and how much of an answer it reads',
    at: 'server/platform/system/call-out.ts',
    isIn: calls,
    among: /^server\/.*\.ts$/,
  },
  {
    what: 'on which port a program listens that is told one',
    at: 'tests/provision/free-port.mjs',
    isIn: probes,
  },
];

/** The contract's own words and what is generated from them can't import anything. */
const isCode = (file: string): boolean => /\.(ts|tsx|mjs)$/.test(file) && !file.includes('.gen.');
const isThisOne = (file: string): boolean => file === 'tests/style/written-once.test.ts';

describe.each(ONCE)('$what', ({ at, isIn, among = /./ }) => {
  it('is in one file alone', () => {
    const files = [...contents].filter(
      ([file, content]) => isCode(file) && among.test(file) && !isThisOne(file) && isIn(content),
    );
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
  [3, 'const SECOND_MS = 1_000;', true],
  [4, 'const MS_PER_SECOND = 60;', false],
  [5, 'const DAY = 24 * 60 * 60;', true],
  [5, 'const JOB = { to: 86_400 };', true],
  [5, 'const week = 7 * 86_400_000;', true],
  [5, 'const longestWait = 24 * 3_600_000;', true],
  [5, 'const ends = 24 * HOUR_MS;', true],
  [6, 'const DAY_MS = TWO_DAYS_MS / 2;', true],
  [6, 'const TWO_DAYS_MS = 48 * 60 * 60 * 1000;', true],
  [6, 'const ABANDONED_MS = DAY_SECONDS * 1000;', true],
  [6, 'const MONTH_SECONDS = 30 * DAY_SECONDS;', false],
  [6, 'const minutes = 15 * 60;', false],
  [6, 'const hours = 240 * HOUR_SECONDS;', false],
  [
    7,
    'function apart(a: string, b: string): number {\n  let row = Array.from({ length: b.length + 1 }, (_, i) => i);',
    true,
  ],
  [8, 'export class UsageError extends Error {', true],
  [8, 'throw new UsageError(text);', false],
  [9, 'interface CodeTerms {', true],
  [13, 'export function exceedsBalanceInUsd(', false],
  [15, 'const answer = await fetch(url, {', true],
  [15, 'const answer = await globalThis.fetch(url);', true],
  [15, 'const post = fetch;', true],
  [15, "import { request } from 'undici';", true],
  [15, 'https.request(url, (answer) => {', true],
  [15, ' * would fetch (what certificates name)', false],
  [15, 'const answer = await callOut(url, {', false],
  [16, 'probe.close(() => resolve(port));', true],
  [16, "probe.close(() => resolve(typeof address === 'object' ? address.port : 0));", true],
  [16, 'await new Promise((resolve) => server.close(resolve));\n  return port;', true],
  [16, 'server.listen(0, () => resolve(server.address().port));', false],
])('is known where it is written: rule %i, %s', (rule, code, expected) => {
  expect(ONCE[rule]?.isIn(code)).toBe(expected);
});
