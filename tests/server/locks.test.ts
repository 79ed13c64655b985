// Every place of the server that takes a lock is known: it has a trial in tests/races, or the reason why it needs none.
import { expect, it } from 'vitest';
import { LOCK_FUNCTIONS } from '#tests/races/locks/lock-functions.ts';
import { OTHER_LOCKS } from '#tests/races/locks/other-locks.ts';
import { locksOfLocks, lockSites } from '#tests/races/locks/sites.ts';
import { TRIALS } from '#tests/races/locks/trials.ts';

/** Each once: the second of the same name in a function is its `(2)`. */
const numbered = (sites: readonly string[]): string[] =>
  sites
    .map((site, index) => (sites.indexOf(site) === index ? site : `${site} (${index - sites.indexOf(site) + 1})`))
    .sort();

it('each lock is tried in tests/races, or guards no money', () => {
  expect([...Object.keys(TRIALS), ...Object.keys(OTHER_LOCKS)].sort()).toEqual(numbered(lockSites()));
});

it('each function that is named for a lock takes it', () => {
  expect(Object.keys(LOCK_FUNCTIONS).sort()).toEqual(numbered(locksOfLocks()));
});

it('is tried by a trial that exists', () => {
  // A reason is a sentence; the name of a trial ends with what it locks.
  const named = Object.values(LOCK_FUNCTIONS).filter((text) => / [\w]+: (?:lock|LOCK)\w+$/u.test(text));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !(name in TRIALS))).toEqual([]);
});
