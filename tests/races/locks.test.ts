// Each lock that money relies on, by itself: one transaction holds what the lock is on and changes it, another act is
// seen waiting at the statement of the lock, the first commits, and the other goes on by what it finds then. Without
// the lock nobody waits there.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { BOOKS } from './locks/books.ts';
import { now, openClub, world } from './locks/club.ts';
import { DRAFTS } from './locks/drafts.ts';
import { MONTHS } from './locks/months.ts';
import { OTHER_LOCKS } from './locks/other-locks.ts';
import { RECEIPTS } from './locks/receipts.ts';
import { lockSites } from './locks/sites.ts';
import { STAKES } from './locks/stakes.ts';
import { inTurn, type Trials } from './locks/trial.ts';

const TRIALS: Trials = { ...DRAFTS, ...RECEIPTS, ...STAKES, ...BOOKS, ...MONTHS };

beforeAll(openClub);
afterAll(() => world.close());

it('is tried below, or guards no money', () => {
  const numbered = lockSites().map((site, index, all) =>
    all.indexOf(site) === index ? site : `${site} (${index - all.indexOf(site) + 1})`,
  );
  expect([...Object.keys(TRIALS), ...Object.keys(OTHER_LOCKS)].sort()).toEqual(numbered.sort());
});

it.each(Object.entries(TRIALS))('%s', async (_site, prepared) => {
  const trial = await prepared();
  const { waitedAt, cameTo } = await inTurn(world, trial);
  if (trial.waitsAt === null) expect(waitedAt).toBeNull();
  // Whoever gives up soon may not be seen.
  else if (trial.givesUp !== true) expect(waitedAt?.replaceAll(/\s+/gu, ' ') ?? 'nobody waited').toMatch(trial.waitsAt);
  expect(cameTo).toEqual(trial.comesTo);
  await trial.after?.();
});

it('the books agree after that', async () => {
  expect(await checkBooks(world.db, { now: now(), full: true })).toEqual({ kind: 'agree' });
});
