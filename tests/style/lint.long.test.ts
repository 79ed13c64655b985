import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { ESLint } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { plant, type PlantedRepository } from './planted-repository.ts';

const long = (lines: number, body: string) => Array.from({ length: lines }, () => body).join('\n');

/** Rule, the file that violates it, and its content. */
const VIOLATIONS: [rule: string, file: string, content: string][] = [
  ['eslint(no-restricted-globals)', 'machines/a/fetching.ts', "export const it = () => fetch('/');\n"],
  ['eslint(no-restricted-globals)', 'machines/a/storing.ts', "export const it = () => localStorage.getItem('a');\n"],
  [
    'eslint(no-restricted-globals)',
    'machines/a/waiting.ts',
    'export const it = (act: () => void) => setTimeout(act, 1);\n',
  ],
  ['eslint(no-restricted-properties)', 'machines/a/clock.ts', 'export const it = () => Date.now();\n'],
  ['eslint(no-restricted-properties)', 'machines/a/dice.ts', 'export const it = () => Math.random();\n'],
  ['eslint(no-restricted-properties)', 'walk/cut.ts', 'export const it = () => process.exit(1);\n'],
  ['perch(given-moment)', 'machines/a/today.ts', 'export const it = () => new Date();\n'],
  ['import(no-default-export)', 'src/default.ts', 'export default 1;\n'],
  ['perch(no-barrel)', 'src/barrel.ts', "export * from './leaf.ts';\n"],
  ['perch(no-barrel)', 'src/second-barrel.ts', "export { it } from './leaf.ts';\n"],
  [
    'perch(standing-rules)',
    'server/domain/rules/forgetful.ts',
    "export const it = (db: { selectFrom: (table: string) => object }) => db.selectFrom('rules');\n",
  ],
  [
    'perch(function-replacement)',
    'server/replacing.ts',
    "export const it = (page: string, origin: string) => page.replace('<title>', `${origin}<title>`);\n",
  ],
  [
    'perch(function-replacement)',
    'src/replacing-all.ts',
    "export const it = (page: string, email: string) => page.replaceAll('slot', email);\n",
  ],
  [
    'perch(navigate-at-once)',
    'src/late.ts',
    "import { useEffect } from 'react';\nexport const useIt = (navigate: (to: string) => void) => useEffect(() => navigate('/'), [navigate]);\n",
  ],
  [
    'perch(navigate-at-once)',
    'src/late-event.ts',
    "import { useEffect, useEffectEvent } from 'react';\nexport function useIt(navigate: (to: string) => void) { const go = useEffectEvent(() => navigate('/')); useEffect(() => { go(); }, []); }\n",
  ],
  [
    'eslint(no-restricted-imports)',
    'server/connecting.ts',
    "import pg from 'pg';\nexport const it = new pg.Client();\n",
  ],
  [
    'eslint(no-restricted-imports)',
    'tests/connecting.ts',
    "import { Pool } from 'pg';\nexport const it = new Pool();\n",
  ],
  [
    'eslint(no-restricted-imports)',
    'src/pending.tsx',
    "import { Suspense } from 'react';\nexport const It = () => <Suspense fallback={null}>it</Suspense>;\n",
  ],
  [
    'eslint(no-restricted-imports)',
    'src/pages/part.tsx',
    "import { PageSlot } from '#src/ui/lazy-page.tsx';\nexport const It = () => <PageSlot waiting={null}>it</PageSlot>;\n",
  ],
  ['eslint(no-console)', 'server/talking.ts', "console.log('x');\n"],
  ['typescript(no-explicit-any)', 'src/any.ts', 'export const it: any = 1;\n'],
  ['typescript(no-floating-promises)', 'server/floating.ts', 'export function it() { Promise.resolve(1); }\n'],
  [
    'typescript(no-misused-promises)',
    'server/misused.ts',
    'export const it = (some: number[]) => some.forEach(async () => undefined);\n',
  ],
  ['typescript(await-thenable)', 'server/awaiting.ts', 'export const it = async () => { await 1; };\n'],
  [
    'typescript(switch-exhaustiveness-check)',
    'src/switch.ts',
    "export function it(x: 'a' | 'b') { switch (x) { case 'a': return 1; } return 2; }\n",
  ],
  ['eslint(max-lines)', 'src/long.ts', `${long(401, '// x')}\nexport const it = 1;\n`],
  ['eslint(max-lines)', 'machines/a/a.machine.ts', `${long(251, '// x')}\nexport const it = 1;\n`],
  [
    'eslint(max-lines-per-function)',
    'server/long-function.ts',
    `export function it() {\n${long(70, '  void 0;')}\n}\n`,
  ],
  ['eslint(max-lines-per-function)', 'src/long-screen.tsx', `export function It() {\n${long(120, '  void 0;')}\n}\n`],
  [
    'react-hooks/static-components',
    'src/made-again.tsx',
    'export function It() { const Inner = () => null; return <Inner />; }\n',
  ],
  [
    'react-hooks(rules-of-hooks)',
    'src/hook.tsx',
    "import { useState } from 'react';\nexport function It(p: { a: boolean }) { if (p.a) useState(1); return null; }\n",
  ],
  [
    'react-hooks(exhaustive-deps)',
    'src/stale.tsx',
    "import { useEffect } from 'react';\nexport function It(p: { tell: (a: number) => void; a: number }) { useEffect(() => p.tell(p.a), []); return null; }\n",
  ],
  ['eslint(no-unused-vars)', 'server/forgotten.ts', 'const it = 1;\nexport const that = 2;\n'],
  [
    'typescript(consistent-type-imports)',
    'src/typed.ts',
    "import { Page } from '#src/leaf.ts';\nexport type It = Page;\n",
  ],
  [
    'perch(alias-across-layers)',
    'src/reaching.ts',
    "import { it } from '../server/leaf.ts';\nexport const that = it;\n",
  ],
  ['perch/exact-amounts', 'money/number.ts', 'export const it = (amount: string) => Number(amount);\n'],
  ['perch/exact-amounts', 'money/fixed.ts', 'export const it = (amount: number) => amount.toFixed(2);\n'],
  ['perch/exact-amounts', 'money/rounded.ts', 'export const it = (amount: number) => Math.floor(amount);\n'],
  ['perch/exact-amounts', 'money/fraction.ts', 'export const it = 0.1;\n'],
  ['perch/exact-amounts', 'money/unary.ts', 'export const it = (amount: string) => +amount;\n'],
  [
    'perch/exact-amounts',
    'server/domain/ledger/float.ts',
    'export const it = (amount: string) => parseFloat(amount);\n',
  ],
  ['perch/exact-amounts', 'server/domain/ledger/joined.ts', 'export const it = (a: string, b: string) => a + b;\n'],
  ['perch/exact-amounts', 'server/domain/rates/by-letters.ts', 'export const it = (a: string, b: string) => a < b;\n'],
  [
    'perch/exact-amounts',
    'server/domain/rates/maybe.ts',
    'export const it = (a: string | bigint, b: bigint) => a > b;\n',
  ],
  ['perch(explicit-extension)', 'src/short.ts', "import { it } from './leaf';\nexport const that = it;\n"],
  ['perch(reasoned-suppression)', 'src/quiet.ts', '// eslint-disable-next-line no-console\nexport const it = 1;\n'],
  ...[
    'eslint-disable-next-line react-hooks/exhaustive-deps -- once, when the page appears',
    'oxlint-disable-next-line react/exhaustive-deps -- once, when the page appears',
    'eslint-disable-next-line no-console, react-hooks/exhaustive-deps -- once, when the page appears',
    'eslint-disable-next-line -- once, when the page appears',
  ].map((comment, index): [string, string, string] => [
    'perch(reasoned-suppression)',
    `src/hidden-${index}.tsx`,
    "import { useEffect } from 'react';\nexport function It(p: { tell: (a: number) => void; a: number }) { useEffect(() => p.tell(p.a),\n" +
      `// ${comment}\n[]); return null; }\n`,
  ]),
];

/** The same code where it is allowed. */
const ALLOWED: [file: string, content: string][] = [
  ['server/platform/system/clock.ts', 'export const it = () => Date.now();\n'],
  [
    'money/whole.ts',
    'export const it = (a: bigint, b: bigint, places: number) => (a < b ? `${a + b}` : places + 1);\n',
  ],
  ['server/entry/launch/talking.ts', "console.log('x');\n"],
  ['vite.config.ts', 'export default { plugins: [] };\n'],
  ['src/screen.tsx', `export function It() {\n${long(110, '  void 0;')}\n}\n`],
  ['tests/story.test.ts', `export function it() {\n${long(200, '  void 0;')}\n}\n`],
  [
    'src/called.ts',
    "import { useEffect } from 'react';\nexport const useIt = (listen: (act: () => void) => void, navigate: (to: string) => void) => useEffect(() => listen(() => navigate('/')), [listen, navigate]);\n",
  ],
  [
    'src/in-time.ts',
    "import { useEffectEvent, useLayoutEffect } from 'react';\nexport function useIt(navigate: (to: string) => void) { const go = useEffectEvent(() => navigate('/')); useLayoutEffect(() => { go(); }, []); }\n",
  ],
  ['server/connected.ts', "import type { Client } from 'pg';\nexport type It = Client;\n"],
  ['src/aliased.ts', "import { it } from '#server/leaf.ts';\nexport const that = it;\n"],
  [
    'src/reasoned.ts',
    '// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the library has no types for this\nexport const it: any = 1;\n',
  ],
];

/** The output of the linter with most rules. */
function said(folder: string): readonly { readonly filename: string; readonly code: string }[] {
  const { stdout } = spawnSync(
    process.execPath,
    [resolve('node_modules/oxlint/bin/oxlint'), '--type-aware', '--disable-nested-config', '--format=json'],
    { cwd: folder, encoding: 'utf8' },
  );
  return (
    JSON.parse(stdout) as { readonly diagnostics: readonly { readonly filename: string; readonly code: string }[] }
  ).diagnostics;
}

describe('the lint rules', () => {
  let planted: PlantedRepository;
  const found = new Map<string, (string | null)[]>();

  beforeAll(async () => {
    const leaves = { 'src/leaf.ts': 'export const it = 1;\n', 'server/leaf.ts': 'export const it = 1;\n' };
    const files = Object.fromEntries([...VIOLATIONS.map(([, file, content]) => [file, content]), ...ALLOWED]) as Record<
      string,
      string
    >;
    planted = plant({ ...leaves, ...files });
    const linters = [
      new ESLint({ cwd: planted.folder }),
      new ESLint({ cwd: planted.folder, overrideConfigFile: 'tests/style/react-compiler.eslint.config.js' }),
    ];
    for (const linter of linters) {
      for (const { filePath, messages } of await linter.lintFiles(Object.keys(files))) {
        const file = filePath.slice(planted.folder.length + 1);
        // A file for which one of the two has no rules is not a failure.
        const told = messages.filter(({ message }) => !message.startsWith('File ignored'));
        found.set(file, [...(found.get(file) ?? []), ...told.map(({ ruleId, message }) => ruleId ?? message)]);
      }
    }
    for (const { filename, code } of said(planted.folder)) found.set(filename, [...(found.get(filename) ?? []), code]);
  });

  afterAll(() => planted.remove());

  it.each(VIOLATIONS)('%s: finds it in %s', (rule, file) => {
    expect(found.get(file)).toContain(rule);
  });

  it.each(ALLOWED)('leaves %s alone', (file) => {
    expect(found.get(file)).toEqual([]);
  });
});
