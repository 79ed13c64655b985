import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { operatorCommand, startCommand } from '#server/platform/system/operator-command.ts';
import { contents } from '#tests/style/repository.ts';

/** Hints name the operator's command as it can be typed where they are printed. */

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'perch-hints-'));
  mkdirSync(join(folder, 'bin'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = () => ({ folder: join(folder, 'perch'), path: `/nowhere:${join(folder, 'bin')}` });

it('is the script of a checkout there', () => {
  expect(operatorCommand('help')).toBe('npm run operator -- help');
  expect(startCommand()).toBe('npm start');
});

it('is the program itself in a release, or what the system has on its path for it', () => {
  expect(operatorCommand('books check', at())).toBe(`node ${folder}/perch/dist/server/operator.mjs books check`);
  expect(startCommand(at())).toBe(`node ${folder}/perch/dist/server/main.mjs`);
  const installed = join(folder, 'bin/perch-operator');
  writeFileSync(installed, '#!/bin/sh\n');
  chmodSync(installed, 0o644);
  expect(operatorCommand('help', at())).toMatch(/^node /);
  chmodSync(installed, 0o755);
  expect(operatorCommand('help', at())).toBe('perch-operator help');
});

/** What a release does not have. */
const SCRIPT = /\bnpm (run|start|test)\b/;
const COMMENT = /^\s*(\/?\*|\/\/)/;

/** Lines of code that print a script of the checkout. */
function scriptsIn(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) => (SCRIPT.test(line) && !COMMENT.test(line) ? [`${file}:${at + 1}`] : []));
}

/** Files that may, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'server/platform/system/operator-command.ts': 'the place where the command is named',
  'src/flows/deposit/screens/development-notice.tsx': 'the server says it where it is another one',
  'src/recorder/panel.tsx': 'what it records is walked in a checkout',
};

it('is what all code of the product says, which nowhere names a script of the checkout by itself', () => {
  const product = [...contents].filter(([file]) => /^(server|src|locales)\//.test(file) && !/\.md$/.test(file));
  // What builds, installs and starts a checkout is not in a release.
  const shipped = product.filter(([file]) => !file.startsWith('server/entry/launch/'));
  expect(shipped.length).toBeGreaterThan(500);
  const found = shipped.flatMap(([file, text]) => scriptsIn(file, text));
  expect([...new Set(found.map((place) => place.replace(/:\d+$/, '')))].sort()).toEqual(Object.keys(ALLOWED).sort());
});

it.each([
  ["log('run npm run operator -- clock accept');", 1],
  ['  `start Perch with npm start first`,', 1],
  ['// As `npm run operator` does.', 0],
  [' * `npm start` becomes the server.', 0],
  ["log(`run ${operatorCommand('clock accept')}`);", 0],
])('a planted line is seen: %s', (line, found) => {
  expect(scriptsIn('planted.ts', line)).toHaveLength(found);
});

/** Those that a release has, and that somebody with a release alone reads. */
const isUnclear = (text: string) => text.includes('npm run operator') && !text.includes('perch-operator');

it('is explained by each document of a release that has the one of the checkout', () => {
  const documents = [...contents].filter(([file]) => /^(docs\/(operating|metrics)|deploy\/)/.test(file));
  expect(documents.length).toBeGreaterThan(10);
  expect(documents.flatMap(([file, text]) => (isUnclear(text) ? [file] : []))).toEqual([]);
  expect(isUnclear('Run `npm run operator -- status`.')).toBe(true);
});
