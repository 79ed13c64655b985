// Locks of drafts: when they are made, when a code is mailed, when they are confirmed.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { carryOutDraft, sendConfirmationCode } from '#server/domain/confirmation/confirm.ts';
import { beginConfirming } from '#server/domain/confirmation/passkey.ts';
import { draftExchange } from '#server/domain/exchanges/draft.ts';
import { runOnce, type CallResult } from '#server/domain/requests/run-once.ts';
import { draftPurchase } from '#server/domain/stakes/draft-purchase.ts';
import { draftRestake } from '#server/domain/stakes/draft-restake.ts';
import { draftTransfer } from '#server/domain/transfers/draft.ts';
import { draftWithdrawal } from '#server/domain/withdrawals/draft.ts';
import { rich, type Rich } from '#tests/api/support/money.ts';
import { DAY } from '#tests/api/support/stakes.ts';
import { type Trial, type Trials } from './trial.ts';
import { world, AT_MEMBER, ADDRESS, now, within, call, sessionOf, holdMember, drafted } from './club.ts';
import { matured } from './made-stakes.ts';

type Drafting = (trx: Trx, who: Rich, session: MemberSession) => Promise<CallResult<Record<string, unknown>>>;

/** Another draft of the kind is made first; the waiting one voids it. */
function drafting(
  kind: 'withdrawal' | 'transfer' | 'exchange' | 'purchase' | 'restake',
  draft: Drafting,
  prepared: () => Promise<Rich> = () => rich(world),
) {
  return async (): Promise<Trial> => {
    const who = await prepared();
    const session = await sessionOf(who);
    const open = {
      id: randomUUID(),
      member_id: who.member.id,
      kind,
      terms: '{}',
      second_factor: 'none' as const,
      created_at: now(),
      expires_at: new Date(now().getTime() + DAY * 1000),
    };
    return {
      first: async (trx) => {
        await holdMember(trx, who);
        await trx.insertInto('drafts').values(open).execute();
      },
      second: () => within((trx) => draft(trx, who, session)),
      waitsAt: AT_MEMBER,
      comesTo: 'done',
      after: async () => {
        const states = await world.db
          .selectFrom('drafts')
          .select('state')
          .where('member_id', '=', who.member.id)
          .where('kind', '=', kind)
          .orderBy('state')
          .execute();
        expect(states.map(({ state }) => state).filter((state) => state === 'open')).toHaveLength(1);
        expect(
          (await world.db.selectFrom('drafts').select('state').where('id', '=', open.id).executeTakeFirstOrThrow())
            .state,
        ).toBe('voided');
      },
    };
  };
}

export const DRAFTS: Trials = {
  'domain/requests/run-once.ts runOnce: lockOpenSession': async () => {
    const who = await rich(world);
    const session = await sessionOf(who);
    const calls = call(session);
    let ran = 0;
    return {
      first: async (trx) => {
        await holdMember(trx, who);
        await trx
          .updateTable('sessions')
          .set({ ended_at: now(), end_reason: 'ended_by_member' as never })
          .where('id', '=', session.id)
          .execute();
      },
      second: () =>
        runOnce(world.services, calls, {
          session,
          keyed: { body: {}, secret: false, whenForgotten: 'draft_expired' },
          work: () => {
            ran += 1;
            return Promise.resolve({ kind: 'done', body: {} });
          },
        }),
      waitsAt: AT_MEMBER,
      comesTo: 'session_ended',
      after: () => Promise.resolve(expect(ran).toBe(0)),
    };
  },
  'domain/withdrawals/draft.ts draftWithdrawal: lockMember': drafting('withdrawal', (trx, _who, session) =>
    draftWithdrawal(trx, world.services, call(session), {
      session,
      asset: 'USDT',
      network: 'ethereum',
      address: ADDRESS,
      amount: '400',
    }),
  ),
  'domain/transfers/draft.ts draftTransfer: lockMember': drafting('transfer', async (trx, _who, session) => {
    const { username } = await world.db
      .selectFrom('members')
      .select('username')
      .orderBy('joined_at')
      .executeTakeFirstOrThrow();
    return draftTransfer(trx, world.services, call(session), {
      session,
      recipient: username,
      asset: 'USDT',
      amount: '10',
      note: 'note',
    });
  }),
  'domain/exchanges/draft.ts draftExchange: lockMember': drafting('exchange', (trx, _who, session) =>
    draftExchange(trx, world.services, call(session), { session, from: 'USDT', to: 'MSPC', amount: '10' }),
  ),
  'domain/stakes/draft-purchase.ts draftPurchase: lockMember': drafting('purchase', (trx, _who, session) =>
    draftPurchase(trx, world.services, call(session), { session, stage: 1, amountUsd: null, riskVersion: 1 }),
  ),
  'domain/stakes/draft-restake.ts draftRestake: lockMember': drafting(
    'restake',
    async (trx, who, session) => {
      const { id } = await world.db
        .selectFrom('stakes')
        .select('id')
        .where('member_id', '=', who.member.id)
        .executeTakeFirstOrThrow();
      return draftRestake(trx, world.services, { session, stakeId: id, option: 'withdraw' });
    },
    async () => (await matured()).who,
  ),
  'domain/confirmation/confirm.ts sendConfirmationCode: lockMember': async () => {
    const { who, session, id } = await drafted();
    return {
      first: async (trx) => {
        await holdMember(trx, who);
        await trx.updateTable('drafts').set({ state: 'voided' }).where('id', '=', id).execute();
      },
      second: () => within((trx) => sendConfirmationCode(trx, world.services, call(session), { session, id })),
      waitsAt: AT_MEMBER,
      comesTo: 'draft_expired',
    };
  },
  'domain/confirmation/passkey.ts beginConfirming: lockMember': async () => {
    const { who, session, id } = await drafted();
    return {
      first: async (trx) => {
        await holdMember(trx, who);
        await trx.updateTable('drafts').set({ state: 'voided' }).where('id', '=', id).execute();
      },
      second: () => within((trx) => beginConfirming(trx, world.services, { session, id })),
      waitsAt: AT_MEMBER,
      comesTo: 'draft_expired',
    };
  },
  'domain/confirmation/passkey.ts beginConfirming: lockDraft': async () => {
    const { session, id } = await drafted();
    return {
      first: (trx) => trx.updateTable('drafts').set({ state: 'voided' }).where('id', '=', id).execute(),
      second: () => within((trx) => beginConfirming(trx, world.services, { session, id })),
      waitsAt: /from "drafts" .* for update$/,
      comesTo: 'draft_expired',
    };
  },
  'domain/confirmation/confirm.ts carryOutDraft: lockMember': async () => {
    const { who, session, id } = await drafted();
    return {
      first: (trx) => holdMember(trx, who, { money_held_until: new Date(now().getTime() + DAY * 1000) }),
      second: () =>
        within((trx) =>
          carryOutDraft(trx, world.services, call(session), { session, id, code: null, credential: undefined }),
        ),
      waitsAt: AT_MEMBER,
      comesTo: 'money_held',
      after: async () => expect(await who.balance('USDT')).toBe('10000'),
    };
  },
  'domain/confirmation/confirm.ts carryOutDraft: lockDraft': async () => {
    const { who, session, id } = await drafted();
    return {
      first: (trx) => trx.updateTable('drafts').set({ state: 'voided' }).where('id', '=', id).execute(),
      second: () =>
        within((trx) =>
          carryOutDraft(trx, world.services, call(session), { session, id, code: null, credential: undefined }),
        ),
      waitsAt: /from "drafts" .* for update$/,
      comesTo: 'draft_expired',
      after: async () => expect(await who.balance('USDT')).toBe('10000'),
    };
  },
};
