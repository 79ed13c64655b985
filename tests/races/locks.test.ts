// Each lock that money or an inquiry relies on, tested separately: one transaction holds the locked row and changes it,
// another act is seen waiting at the lock's statement, the first commits, and the other continues with what it finds
// then. Without the lock the second would not wait. tests/server/locks.test.ts compares the list with the server's
// source.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { now, openClub, world } from './locks/club.ts';
import { CALLS } from './locks/drafts.ts';
import { MESSAGES_MET } from './locks/inquiries.ts';
import { ASKED } from './locks/requests.ts';
import { inTurn } from './locks/trial.ts';
import { TRIALS } from './locks/trials.ts';

beforeAll(openClub);
afterAll(() => world.close());

it.each(Object.entries({ ...TRIALS, ...CALLS, ...ASKED, ...MESSAGES_MET }))('%s', async (_site, prepared) => {
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
