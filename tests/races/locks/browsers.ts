// The lock of browsers that are notified: what moves money does not wait for one that is being forgotten.
import { expect } from 'vitest';
import { recordNotice } from '#server/domain/notices/record.ts';
import { rich } from '#tests/api/support/money.ts';
import { subscribed } from '#tests/api/support/push.ts';
import { type Trials } from './trial.ts';
import { now, within, world } from './club.ts';

export const BROWSERS: Trials = {
  'domain/notices/send-pushes.ts queuePushes: forKeyShare': async () => {
    const who = await rich(world);
    const { status } = await who.call('turnOnPush', { body: subscribed().wanted });
    expect(status).toBe(200);
    const { id: memberId } = who.member;
    return {
      first: (trx) => trx.deleteFrom('push_devices').where('member_id', '=', memberId).execute(),
      second: () =>
        within((trx) => recordNotice(trx, world.services, { kind: 'moneyHeld', memberId, at: now(), until: now() })),
      waitsAt: null,
      comesTo: undefined,
      after: async () => {
        const told = await world.db
          .selectFrom('notices')
          .leftJoin('push_messages', 'push_messages.notice_id', 'notices.id')
          .select(['notices.kind', 'push_messages.id as message'])
          .where('notices.member_id', '=', memberId)
          .where('notices.kind', '=', 'moneyHeld')
          .execute();
        expect(told).toEqual([{ kind: 'moneyHeld', message: null }]);
      },
    };
  },
};
