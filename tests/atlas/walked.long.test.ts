import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coverageIn, coverageOfWalks, folderForNow, hasChanges, keptWalks, release, screenFile, screensIn, screensOf, WALKED_HERE, WALKED_RELEASED } from '#atlas/build/walked.ts';
import { walkedSentence, type WalkedAt } from '#atlas/model/walked.ts';
import { UsageError } from '#walk/paths/nearest.ts';
import { chartOf } from './support.ts';

const AT = '2026-11-23T00:00:00Z';
const signOut = chartOf('sign-out');
let root: string;

const git = (...parameters: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Perch', '-c', 'user.email=perch@example.com', ...parameters], { cwd: root, encoding: 'utf8' }).trim();

function commit(file: string): string {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), file);
  git('add', '-A');
  git('commit', '-qm', file);
  return git('rev-parse', 'HEAD');
}

/** A walk of the present revision, with a picture and coverage. */
function walk(): string {
  const folder = folderForNow(root, AT);
  const picture = join(screensIn(folder), screenFile({ chart: 'sign-out', state: 'confirming', culture: 'en-US', size: 'phone' }));
  for (const file of [picture, join(coverageIn(folder), 'browser.json')]) mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(picture, 'picture');
  writeFileSync(join(coverageIn(folder), 'browser.json'), JSON.stringify({ at: AT, flows: { 'sign-out': { states: { confirming: 1 }, transitions: {} } } }));
  return folder;
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
    expect(standing()).toEqual({ rev: git('rev-parse', 'HEAD'), at: AT, changes: false, commitsAgo: 0 });
    expect(screensOf(keptWalks(root), signOut).screens).toEqual({ 'confirming/en-US/phone': 'screens/sign-out/confirming-en-US-phone.webp' });
    expect(coverageOfWalks(keptWalks(root)).runs).toEqual([['sign-out', { name: 'browser', at: AT, states: { confirming: 1 }, transitions: {} }]]);
  });

  it('tell how many commits ago that was', () => {
    const walked = walk().split('/').at(-1);
    commit('two');
    commit('three');
    expect(standing()).toMatchObject({ rev: walked, commitsAgo: 2 });
  });

  it('are those of the nearest walk where there are several', () => {
    walk();
    const second = commit('two');
    walk();
    commit('three');
    expect(standing()).toMatchObject({ rev: second, commitsAgo: 1 });
  });

  it('of a revision that is on no way to this one are told apart', () => {
    git('checkout', '-qb', 'aside');
    commit('aside');
    walk();
    git('checkout', '-q', '-');
    expect(standing()).toMatchObject({ commitsAgo: null });
  });

  it('of changes that were not committed say so', () => {
    writeFileSync(join(root, 'one'), 'changed');
    walk();
    expect(standing()).toMatchObject({ commitsAgo: 0, changes: true });
    expect(hasChanges(root)).toBe(true);
  });
});

describe('a release', () => {
  it('carries one walk, and the commit that adds it is no later revision', () => {
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

  it('carries no half walk, and none of changes', () => {
    expect(() => release(root)).toThrow(UsageError);
    rmSync(screensIn(walk()), { recursive: true });
    expect(() => release(root)).toThrow(/no full walk/);
    writeFileSync(join(root, 'one'), 'changed');
    walk();
    expect(() => release(root)).toThrow(/not committed/);
    expect(existsSync(join(root, WALKED_RELEASED))).toBe(false);
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
  const walked: WalkedAt = { rev: 'abc1234def', at: AT, commitsAgo: 3, changes: false };
  it.each<[string, Partial<WalkedAt>, boolean]>([
    ['Screens and coverage of revision abc1234, 3 commits ago.', {}, false],
    ['Screens and coverage of revision abc1234, 1 commit ago.', { commitsAgo: 1 }, false],
    ['Screens and coverage of revision abc1234, the one shown.', { commitsAgo: 0 }, false],
    ['Screens and coverage of revision abc1234, the one shown, before changes that are not committed.', { commitsAgo: 0 }, true],
    ['Screens and coverage of revision abc1234 with changes that were not committed, 3 commits ago.', { changes: true }, false],
    ['Screens and coverage of revision abc1234, which is not among the commits before this one.', { commitsAgo: null }, false],
  ])('%s', (sentence, facts, changes) => {
    expect(walkedSentence('Screens and coverage', { ...walked, ...facts }, changes)).toBe(sentence);
  });
});
