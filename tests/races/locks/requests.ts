// The lock by which a call whose lease is over is known to be in the middle of its commit.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { requestOutcome } from '#server/domain/requests/requests.ts';
import { rich } from '#tests/api/support/money.ts';
import { call, MS_PER_SECOND, now, sessionOf, world } from './club.ts';
import type { Trial, Trials } from './trial.ts';

/** A call of a member whose lease has ended. */
async function overdue(): Promise<{ key: string; ask: () => Promise<string> }> {
  const session = await sessionOf(await rich(world));
  const key = randomUUID();
  await world.db
    .insertInto('requests')
    .values({
      ...{ scope: session.memberId, key, operation_id: 'confirmDraft', request_hash: Buffer.alloc(1) },
      claim: randomUUID(),
      holder: world.services.processNumber,
      claimed_at: now(),
      leased_until: new Date(now().getTime() - MS_PER_SECOND),
    })
    .execute();
  return { key, ask: async () => (await requestOutcome(world.services, call(session), key)).state };
}

const SAVED = { status: 200, answer: '{}' };

export const REQUESTS: Trials = {
  'domain/requests/requests.ts findUnlocked: forShare': async () => {
    const { key, ask } = await overdue();
    return {
      // Its answer is saved, and its commit is not over.
      first: (trx) =>
        trx
          .updateTable('requests')
          .set({ ...SAVED, done_at: now() })
          .where('key', '=', key)
          .execute(),
      second: ask,
      waitsAt: null,
      comesTo: 'running',
      after: async () => expect(await ask()).toBe('done'),
    };
  },
};

/** What the same question must not be misled by. */
export const ASKED: Trials = {
  'a call whose run has failed, asked for by two at once': async (): Promise<Trial> => {
    const { key, ask } = await overdue();
    return {
      // Another caller who asks at the same moment.
      first: (trx) => trx.selectFrom('requests').selectAll().where('key', '=', key).forShare().execute(),
      second: ask,
      waitsAt: null,
      comesTo: 'unknown',
    };
  },
};
