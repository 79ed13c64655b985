// Every place of the server that takes a lock is known: it has a trial in tests/races, or the reason why it needs none.
import { expect, it } from 'vitest';
import { OTHER_LOCKS } from '#tests/races/locks/other-locks.ts';
import { lockSites } from '#tests/races/locks/sites.ts';
import { TRIALS } from '#tests/races/locks/trials.ts';

it('each lock is tried in tests/races, or guards no money', () => {
  const numbered = lockSites().map((site, index, all) =>
    all.indexOf(site) === index ? site : `${site} (${index - all.indexOf(site) + 1})`,
  );
  expect([...Object.keys(TRIALS), ...Object.keys(OTHER_LOCKS)].sort()).toEqual(numbered.sort());
});
