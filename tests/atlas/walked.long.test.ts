import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  coverageIn,
  endAgain,
  endPart,
  folderForNow,
  hasChanges,
  screensIn,
  WALKED_HERE,
  WALKED_RELEASED,
  type WalkPart,
} from '#atlas/build/walk-record.ts';
import { coverageOfWalks, keptWalks, release, screenFile, screensOf } from '#atlas/build/walked.ts';
import { cultures } from '#atlas/model/model.ts';
import { lackOf, walkedSentence, type WalkedAt } from '#atlas/model/walked.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import { chartOf } from './support.ts';

const AT = '2026-11-23T00:00:00Z';
const signOut = chartOf('sign-out');
let root: string;

const git = (...parameters: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Perch', '-c', 'user.email=perch@example.com', ...parameters], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

function commit(file: string): string {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), file);
  git('add', '-A');
  git('commit', '-qm', file);
  return git('rev-parse', 'HEAD');
}

/** The smallest file with the signature of a picture. */
const PICTURE = Buffer.concat([
  Buffer.from('RIFF'),
  Buffer.from([12, 0, 0, 0]),
  Buffer.from('WEBPVP8 '),
  Buffer.alloc(4),
]);

const pictureIn = (folder: string, state = 'confirming'): string =>
  join(screensIn(folder), screenFile({ chart: 'sign-out', state, culture: 'en-US', size: 'phone' }));
const reportIn = (folder: string): string => join(coverageIn(folder), 'browser.json');

/** A walk of the current revision, with pictures and coverage, in which this many of ten paths passed. */
function walk({
  walked = 10,
  ended = ['coverage', 'screens'],
}: { readonly walked?: number; readonly ended?: readonly WalkPart[] } = {}): string {
  for (const part of ['coverage', 'screens'] as const) folderForNow(root, AT, part);
  const folder = folderForNow(root, AT, null);
  for (const file of [pictureIn(folder), reportIn(folder)]) mkdirSync(join(file, '..'), { recursive: true });
  for (const state of ['confirming', 'revokingToken']) writeFileSync(pictureIn(folder, state), PICTURE);
  writeFileSync(
    reportIn(folder),
    JSON.stringify({ at: AT, flows: { 'sign-out': { states: { confirming: 1 }, transitions: {} } } }),
  );
  for (const part of ended) endPart(root, folder, { part, at: AT, walked, of: 10 });
  return folder;
}

/** What is reported about walks that can't be read. */
function refused(): readonly string[] {
  const said: string[] = [];
  keptWalks(root, (text) => said.push(text));
  return said;
}

const standing = (): WalkedAt | null => screensOf(keptWalks(root), signOut).walk?.walked ?? null;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'perch-walked-'));
  git('init', '-q');
  writeFileSync(join(root, '.gitignore'), '.atlas/\n');
  commit('one');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('screens and coverage', () => {
  it('are those of the walk, with the revision that was walked', () => {
    walk();
    const whole = { walked: 10, of: 10 };
    expect(standing()).toEqual({
      rev: git('rev-parse', 'HEAD'),
      at: AT,
      changes: false,
      commitsAgo: 0,
      coverage: { ...whole, there: 1, left: 1 },
      screens: { ...whole, there: 2, left: 2 },
    });
    expect(screensOf(keptWalks(root), signOut).screens).toEqual({
      'confirming/en-US/phone': 'screens/sign-out/confirming-en-US-phone.webp',
      'revokingToken/en-US/phone': 'screens/sign-out/revokingToken-en-US-phone.webp',
    });
    expect(coverageOfWalks(keptWalks(root)).runs).toEqual([
      ['sign-out', { name: 'browser', at: AT, states: { confirming: 1 }, transitions: {} }],
    ]);
  });

  it('say how many commits ago that was', () => {
    const walked = walk().split('/').at(-1);
    commit('two');
    commit('three');
    expect(standing()).toMatchObject({ rev: walked, commitsAgo: 2 });
  });

  it('are those of the nearest walk if there are several', () => {
    walk();
    const second = commit('two');
    walk();
    commit('three');
    expect(standing()).toMatchObject({ rev: second, commitsAgo: 1 });
  });

  it('of a revision that does not lead to this one say so', () => {
    git('checkout', '-qb', 'aside');
    commit('aside');
    walk();
    git('checkout', '-q', '-');
    expect(standing()).toMatchObject({ commitsAgo: null });
  });

  it('of uncommitted changes say so', () => {
    writeFileSync(join(root, 'one'), 'changed');
    walk();
    expect(standing()).toMatchObject({ commitsAgo: 0, changes: true });
    expect(hasChanges(root)).toBe(true);
  });
});

describe('a walk that is broken', () => {
  it.each<[string, (folder: string) => void, string]>([
    ['says nothing of itself', (folder) => rmSync(join(folder, 'walk.json')), 'missing or can’t be read'],
    ['was cut off', (folder) => writeFileSync(join(folder, 'walk.json'), '{"rev":"'), 'missing or can’t be read'],
    [
      'names no revision',
      (folder) => writeFileSync(join(folder, 'walk.json'), '{"rev":"HEAD","at":""}'),
      'names no revision',
    ],
    [
      'does not say how much was walked',
      (folder) =>
        writeFileSync(
          join(folder, 'walk.json'),
          JSON.stringify({ rev: folder.split('/').at(-1), at: AT, coverage: { walked: '7' } }),
        ),
      'does not tell how much',
    ],
    [
      'lies under another revision',
      (folder) => cpSync(folder, join(folder, '..', '0'.repeat(40)), { recursive: true }),
      'is of another revision',
    ],
  ])('because it %s is refused in words, and is in no release', (_how, breaks, says) => {
    breaks(walk());
    expect(refused()).toEqual([expect.stringContaining(says)]);
    if (says !== 'is of another revision') {
      expect(standing()).toBeNull();
      expect(() => release(root)).toThrow(says);
    }
  });

  it.each<[string, string]>([
    ['is cut off', '{"at":'],
    ['is not a report of coverage', '{"at":"now","flows":[7]}'],
    ['counts in words', '{"at":"now","flows":{"sign-out":{"states":{"confirming":"often"},"transitions":{}}}}'],
  ])('with a report that %s shows no coverage, but the pictures', (_how, content) => {
    writeFileSync(reportIn(walk()), content);
    expect(refused()).toEqual([expect.stringMatching(/coverage can’t be read and is not shown \(browser\.json/)]);
    expect(coverageOfWalks(keptWalks(root)).runs).toEqual([]);
    expect(Object.keys(screensOf(keptWalks(root), signOut).screens)).toHaveLength(2);
    expect(() => release(root)).toThrow(/coverage can’t be read/);
  });

  it.each<[string, Buffer]>([
    ['is empty', Buffer.alloc(0)],
    ['was cut off', PICTURE.subarray(0, 16)],
    ['is something else', Buffer.from('<html>not a picture</html>')],
  ])('with a picture that %s shows the others', (_how, content) => {
    writeFileSync(pictureIn(walk()), content);
    expect(refused()).toEqual([expect.stringContaining('damaged are not shown: sign-out/confirming-en-US-phone.webp')]);
    expect(Object.keys(screensOf(keptWalks(root), signOut).screens)).toEqual(['revokingToken/en-US/phone']);
    expect(lackOf(standing()!, 'screens', 'en-US')).toBe('Only a part of the screens: 1 of 2 pictures can be read.');
    expect(() => release(root)).toThrow(/damaged/);
  });
});

describe('an incomplete walk', () => {
  it('that was stopped says so', () => {
    walk({ ended: ['coverage'] });
    expect(lackOf(standing()!, 'coverage', 'en-US')).toBeNull();
    expect(lackOf(standing()!, 'screens', 'en-US')).toBe('Only a part of the screens: the walk was not finished.');
    expect(() => release(root)).toThrow(/not whole[^]*the walk was not finished/);
  });

  it('with failed paths says how many', () => {
    walk({ walked: 7 });
    expect(lackOf(standing()!, 'coverage', 'en-US')).toBe(
      'Only a part of the coverage: 7 of 10 paths were walked to their end.',
    );
    expect(() => release(root)).toThrow(/7 of 10 paths/);
  });

  it('with a missing picture says so', () => {
    rmSync(pictureIn(walk()));
    expect(lackOf(standing()!, 'screens', 'en-US')).toBe('Only a part of the screens: 1 of 2 pictures can be read.');
  });

  it('does not become complete when some paths are walked again, but may become incomplete', () => {
    const part = walk({ ended: ['coverage'] });
    endAgain(root, part, { part: 'screens', at: AT, walked: 3, of: 3 });
    expect(standing()?.screens).toBeNull();
    const whole = walk();
    endAgain(root, whole, { part: 'screens', at: AT, walked: 3, of: 3 });
    expect(lackOf(standing()!, 'screens', 'en-US')).toBeNull();
    endAgain(root, whole, { part: 'screens', at: AT, walked: 2, of: 3 });
    expect(lackOf(standing()!, 'screens', 'en-US')).toContain('9 of 10 paths');
  });

  it('of uncommitted changes stays one, whatever is walked later', () => {
    writeFileSync(join(root, 'one'), 'changed');
    const folder = walk();
    git('checkout', '-q', '--', 'one');
    endAgain(root, folder, { part: 'screens', at: AT, walked: 1, of: 1 });
    expect(standing()).toMatchObject({ changes: true });
  });
});

describe('a release', () => {
  it('carries one walk, and the commit that adds it does not count as a later revision', () => {
    const walked = walk();
    release(root);
    const rev = walked.split('/').at(-1) ?? '';
    expect(readdirSync(join(root, WALKED_RELEASED))).toEqual([rev]);
    expect(hasChanges(root)).toBe(false);
    commit('docs/walked/README');
    rmSync(join(root, WALKED_HERE), { recursive: true });
    expect(standing()).toMatchObject({ rev, commitsAgo: 0 });
    commit('two');
    walk();
    release(root);
    expect(readdirSync(join(root, WALKED_RELEASED))).toEqual([git('rev-parse', 'HEAD')]);
  });

  it('carries no incomplete walk, and none of uncommitted changes', () => {
    expect(() => release(root)).toThrow(UsageError);
    rmSync(screensIn(walk()), { recursive: true });
    expect(() => release(root)).toThrow(/0 of 2 pictures/);
    writeFileSync(join(root, 'one'), 'changed');
    walk();
    expect(() => release(root)).toThrow(/not committed/);
    expect(existsSync(join(root, WALKED_RELEASED))).toBe(false);
  });

  it('reaches a clone, which shows it as complete', () => {
    walk();
    const rev = git('rev-parse', 'HEAD');
    release(root);
    git('add', '-A');
    git('commit', '-qm', 'the walk');
    const clone = join(root, 'clone');
    git('clone', '-q', root, clone);
    const walks = keptWalks(clone);
    const { walk: shown, screens } = screensOf(walks, signOut);
    expect(shown?.walked).toMatchObject({ rev, commitsAgo: 0, changes: false });
    expect(['coverage', 'screens'].map((part) => lackOf(shown!.walked, part as WalkPart, 'en-US'))).toEqual([
      null,
      null,
    ]);
    expect(Object.keys(screens)).toHaveLength(2);
    expect(coverageOfWalks(walks).runs).toHaveLength(1);
  });

  it('reaches a copy without history', () => {
    walk();
    release(root);
    const copy = join(root, 'copy');
    cpSync(join(root, 'docs'), join(copy, 'docs'), { recursive: true });
    const [known] = keptWalks(copy);
    expect(known?.walked.rev).toBe(git('rev-parse', 'HEAD'));
  });
});

describe('the sentence', () => {
  const walked: WalkedAt = { rev: 'abc1234def', at: AT, commitsAgo: 3, changes: false, coverage: null, screens: null };
  it.each<[string, Partial<WalkedAt>, boolean]>([
    ['Screens and coverage of revision abc1234, 3 commits ago.', {}, false],
    ['Screens and coverage of revision abc1234, 1 commit ago.', { commitsAgo: 1 }, false],
    ['Screens and coverage of revision abc1234, the one shown.', { commitsAgo: 0 }, false],
    [
      'Screens and coverage of revision abc1234, the one shown, before changes that are not committed.',
      { commitsAgo: 0 },
      true,
    ],
    [
      'Screens and coverage of revision abc1234 with changes that were not committed, 3 commits ago.',
      { changes: true },
      false,
    ],
    [
      'Screens and coverage of revision abc1234, which is not among the commits before this one.',
      { commitsAgo: null },
      false,
    ],
  ])('%s', (sentence, facts, changes) => {
    expect(walkedSentence('screensAndCoverage', { ...walked, ...facts }, changes, 'en-US')).toBe(sentence);
  });

  it('is one in every language', () => {
    const inEach = cultures.map((culture) => walkedSentence('screens', walked, true, culture));
    expect(inEach).toEqual([
      'Screens of revision abc1234, 3 commits ago, before changes that are not committed.',
      '画面：リビジョンabc1234（3コミット前、未コミットの変更の前）。',
      '画面：版本 abc1234（3 次提交之前，不含未提交的变更）。',
    ]);
  });
});
