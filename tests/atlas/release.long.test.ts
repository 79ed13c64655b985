// A release of a walk that is stopped at any of its steps: what it carries is the previous walk or the new one, whole.
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  endPart,
  folderForNow,
  coverageIn,
  screensIn,
  WALKED_HERE,
  WALKED_RELEASED,
} from '#atlas/build/walk-record.ts';
import { keptWalks, release, screenFile } from '#atlas/build/walked.ts';
import { lackOf } from '#atlas/model/walked.ts';
import { execFileSync } from 'node:child_process';

/** How many steps are taken before the power goes; all of them where nothing stops it. */
let left = Infinity;
let taken = 0;

/** Stands for a power cut: the step that it hits is done by half. */
class PowerCut extends Error {}

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  /** A step on the disk, and what is there of it when it is cut off. */
  const step =
    <Given extends unknown[]>(whole: (...given: Given) => unknown, half: (...given: Given) => unknown = () => {}) =>
    (...given: Given) => {
      taken += 1;
      left -= 1;
      if (left >= 0) return whole(...given);
      half(...given);
      throw new PowerCut();
    };
  const someOf = (folder: string): string[] =>
    real.existsSync(folder)
      ? real
          .readdirSync(folder, { recursive: true, withFileTypes: true })
          .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
          .filter((_, place) => place % 2 === 0)
      : [];
  return {
    ...real,
    mkdirSync: step(real.mkdirSync as (...given: unknown[]) => unknown),
    renameSync: step(real.renameSync as (...given: unknown[]) => unknown),
    rmSync: step(real.rmSync as (...given: unknown[]) => unknown, (folder) => {
      for (const file of someOf(String(folder))) real.rmSync(file);
    }),
    cpSync: step(real.cpSync as (...given: unknown[]) => unknown, (from, to) => {
      real.cpSync(String(from), String(to), { recursive: true });
      for (const file of someOf(String(to))) real.rmSync(file);
    }),
  };
});

let root: string;
const git = (...parameters: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Perch', '-c', 'user.email=perch@example.com', ...parameters], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

function commit(file: string): void {
  fs.writeFileSync(join(root, file), file);
  git('add', '-A');
  git('commit', '-qm', file);
}

const PICTURE = Buffer.concat([
  Buffer.from('RIFF'),
  Buffer.from([12, 0, 0, 0]),
  Buffer.from('WEBPVP8 '),
  Buffer.alloc(4),
]);

/** A whole walk of the present revision. */
function walk(at: string): void {
  for (const part of ['coverage', 'screens'] as const) folderForNow(root, at, part);
  const folder = folderForNow(root, at, null);
  for (const state of ['confirming', 'revokingToken', 'signedOut']) {
    const file = join(screensIn(folder), screenFile({ chart: 'sign-out', state, culture: 'en-US', size: 'phone' }));
    fs.mkdirSync(join(file, '..'), { recursive: true });
    fs.writeFileSync(file, PICTURE);
  }
  fs.mkdirSync(coverageIn(folder), { recursive: true });
  fs.writeFileSync(
    join(coverageIn(folder), 'browser.json'),
    JSON.stringify({ at, flows: { 'sign-out': { states: { confirming: 1 }, transitions: {} } } }),
  );
  for (const part of ['coverage', 'screens'] as const) endPart(root, folder, { part, at, walked: 3, of: 3 });
}

/** What a clone would read: the walk that comes first, and whether it is whole; what else was said of the folder. */
function carried(): { readonly at: string | undefined; readonly lacks: readonly unknown[]; readonly said: string[] } {
  const said: string[] = [];
  const clone = join(root, '..', 'clone');
  fs.cpSync(join(root, '.git'), join(clone, '.git'), { recursive: true });
  fs.cpSync(join(root, WALKED_RELEASED), join(clone, WALKED_RELEASED), { recursive: true });
  const [first] = keptWalks(clone, (text) => said.push(text));
  const lacks =
    first === undefined
      ? ['all']
      : [lackOf(first.walked, 'coverage', 'en-US'), lackOf(first.walked, 'screens', 'en-US')];
  const at = first?.walked.at;
  fs.rmSync(clone, { recursive: true });
  return { at, lacks, said };
}

const [BEFORE, NOW] = ['2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z'];
let place: string;

beforeEach(() => {
  left = Infinity;
  place = fs.mkdtempSync(join(tmpdir(), 'perch-release-'));
  root = join(place, 'root');
  fs.mkdirSync(root);
  git('init', '-q');
  fs.writeFileSync(join(root, '.gitignore'), '.atlas/\n');
  commit('one');
  walk(BEFORE);
  release(root);
});
afterEach(() => {
  left = Infinity;
  fs.rmSync(place, { recursive: true, force: true });
});

it.each([
  ['a later revision', () => commit('two')],
  ['the same revision', () => fs.rmSync(join(root, WALKED_HERE), { recursive: true })],
])('of %s, stopped at any step, leaves the previous walk or the new one', (_, next) => {
  next();
  walk(NOW);
  taken = 0;
  const seen = new Set<string>();
  for (let steps = 0; ; steps += 1) {
    left = steps;
    let isDone = true;
    try {
      release(root);
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error;
      isDone = false;
    }
    left = Infinity;
    const { at = '', lacks, said } = carried();
    expect([lacks, said], `stopped after ${steps} steps`).toEqual([[null, null], []]);
    expect([BEFORE, NOW]).toContain(at);
    seen.add(at);
    if (isDone) break;
    // What lies there for the next attempt is what this one has left.
  }
  expect([...seen]).toEqual([BEFORE, NOW]);
  release(root);
  expect(fs.readdirSync(join(root, WALKED_RELEASED))).toHaveLength(1);
  expect(carried().at).toBe(NOW);
  expect(taken).toBeGreaterThan(5);
});
