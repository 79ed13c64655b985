// Each lock that money relies on, tested separately: one transaction holds the locked row and changes it, another act
// is seen waiting at the lock's statement, the first commits, and the other continues with what it finds then. Without
// the lock the second would not wait.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { ALLOW_LIST } from './locks/allow-list.ts';
import { BOOKS } from './locks/books.ts';
import { now, openClub, world } from './locks/club.ts';
import { BROWSERS } from './locks/browsers.ts';
import { CALLS, DRAFTS } from './locks/drafts.ts';
import { MONTHS } from './locks/months.ts';
import { OTHER_LOCKS } from './locks/other-locks.ts';
import { RECEIPTS } from './locks/receipts.ts';
import { RESTORES } from './locks/restores.ts';
import { lockSites } from './locks/sites.ts';
import { STAKES } from './locks/stakes.ts';
import { inTurn, type Trials } from './locks/trial.ts';
import { WALLETS } from './locks/wallets.ts';

const TRIALS: Trials = {
  ...DRAFTS,
  ...RECEIPTS,
  ...STAKES,
  ...BOOKS,
  ...MONTHS,
  ...WALLETS,
  ...RESTORES,
  ...BROWSERS,
  ...ALLOW_LIST,
};

beforeAll(openClub);
afterAll(() => world.close());

it('is tried below, or guards no money', () => {
  const numbered = lockSites().map((site, index, all) =>
    all.indexOf(site) === index ? site : `${site} (${index - all.indexOf(site) + 1})`,
  );
  expect([...Object.keys(TRIALS), ...Object.keys(OTHER_LOCKS)].sort()).toEqual(numbered.sort());
});

it.each(Object.entries({ ...TRIALS, ...CALLS }))('%s', async (_site, prepared) => {
  const trial = await prepared();
  const { waitedAt, cameTo } = await inTurn(world, trial);
  if (trial.waitsAt === null) expect(waitedAt).toBeNull();
  // An act that gives up soon may not be seen waiting.
  else if (trial.givesUp !== true) expect(waitedAt?.replaceAll(/\s+/gu, ' ') ?? 'nobody waited').toMatch(trial.waitsAt);
  expect(cameTo).toEqual(trial.comesTo);
  await trial.after?.();
});

it('the books agree after that', async () => {
  expect(await checkBooks(world.db, { now: now(), full: true })).toEqual({ kind: 'agree' });
});
