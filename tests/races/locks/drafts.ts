// Locks of drafts: when they are made, when a code is mailed, when they are confirmed.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { carryOutDraft, sendConfirmationCode } from '#server/domain/confirmation/confirm.ts';
import { beginConfirming } from '#server/domain/confirmation/passkey.ts';
import { draftExchange } from '#server/domain/exchanges/draft.ts';
import { runMoney } from '#server/domain/drafts/run-money.ts';
import { runOnce, type CallResult } from '#server/domain/requests/run-once.ts';
import type { Opened } from '#server/domain/sessions/open-session.ts';
import { draftPurchase } from '#server/domain/stakes/draft-purchase.ts';
import { draftRestake } from '#server/domain/stakes/draft-restake.ts';
import { draftTransfer } from '#server/domain/transfers/draft.ts';
import { draftWithdrawal } from '#server/domain/withdrawals/draft.ts';
import { rich, type Rich } from '#tests/api/support/money.ts';
import { DAY } from '#tests/api/support/stakes.ts';
import { type Trial, type Trials } from './trial.ts';
import { world, AT_MEMBER, ADDRESS, now, call, sessionOf, holdMember, drafted } from './club.ts';
import { matured } from './made-stakes.ts';

type Work = (trx: Trx, opened: Opened) => Promise<CallResult<Record<string, unknown>>>;
type Drafting = (who: Rich, session: MemberSession) => Work;

/** A call of the member's: its lock is the call's own, which is taken before the work begins. */
const inCall = (session: MemberSession, work: Work) =>
  runMoney(world.services, call(session), { session, about: {}, work }).then(() => 'done');

const confirmed = (session: MemberSession, id: string, opened: Opened) => ({
  session,
  id,
  opened,
  code: null,
  credential: undefined,
});

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
      second: () => inCall(session, draft(who, session)),
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
  'domain/confirmation/passkey.ts beginConfirming: lockDraft': async () => {
    const { session, id } = await drafted();
    return {
      first: (trx) => trx.updateTable('drafts').set({ state: 'voided' }).where('id', '=', id).execute(),
      second: () => inCall(session, (trx, opened) => beginConfirming(trx, world.services, { session, id, opened })),
      waitsAt: /from "drafts" .* for update$/,
      comesTo: 'draft_expired',
    };
  },
  'domain/confirmation/confirm.ts carryOutDraft: lockDraft': async () => {
    const { who, session, id } = await drafted();
    return {
      first: (trx) => trx.updateTable('drafts').set({ state: 'voided' }).where('id', '=', id).execute(),
      second: () =>
        inCall(session, (trx, opened) =>
          carryOutDraft(trx, world.services, call(session), confirmed(session, id, opened)),
        ),
      waitsAt: /from "drafts" .* for update$/,
      comesTo: 'draft_expired',
      after: async () => expect(await who.balance('USDT')).toBe('10000'),
    };
  },
};

/** Acts that rely on the lock of their call (`runOnce: lockOpenSession`), each with what it would miss without it. */
export const CALLS: Trials = {
  'draftWithdrawal in its call': drafting('withdrawal', (_who, session) => (trx, opened) => {
    const wanted = { asset: 'USDT', network: 'ethereum', address: ADDRESS, amount: '400' } as const;
    return draftWithdrawal(trx, world.services, call(session), { opened, ...wanted });
  }),
  'draftTransfer in its call': drafting('transfer', (_who, session) => async (trx, opened) => {
    const { username } = await trx
      .selectFrom('members')
      .select('username')
      .orderBy('joined_at')
      .executeTakeFirstOrThrow();
    const wanted = { recipient: username, asset: 'USDT', amount: '10', note: 'note' } as const;
    return draftTransfer(trx, world.services, call(session), { opened, ...wanted });
  }),
  'draftExchange in its call': drafting('exchange', (_who, session) => (trx, opened) => {
    const wanted = { from: 'USDT', to: 'MSPC', amount: '10' } as const;
    return draftExchange(trx, world.services, call(session), { opened, ...wanted });
  }),
  'draftPurchase in its call': drafting('purchase', (_who, session) => (trx, opened) => {
    const wanted = { stage: 1, amountUsd: null, riskVersion: 1 };
    return draftPurchase(trx, world.services, call(session), { opened, ...wanted });
  }),
  'draftRestake in its call': drafting(
    'restake',
    (who) => async (trx, opened) => {
      const { id } = await trx
        .selectFrom('stakes')
        .select('id')
        .where('member_id', '=', who.member.id)
        .executeTakeFirstOrThrow();
      return draftRestake(trx, world.services, { opened, stakeId: id, option: 'withdraw' });
    },
    async () => (await matured()).who,
  ),
  'sendConfirmationCode in its call': async () => {
    const { who, session, id } = await drafted();
    return {
      first: async (trx) => {
        await holdMember(trx, who);
        await trx.updateTable('drafts').set({ state: 'voided' }).where('id', '=', id).execute();
      },
      second: () =>
        inCall(session, (trx, opened) =>
          sendConfirmationCode(trx, world.services, call(session), { session, id, opened }),
        ),
      waitsAt: AT_MEMBER,
      comesTo: 'draft_expired',
    };
  },
  'beginConfirming in its call': async () => {
    const { who, session, id } = await drafted();
    return {
      first: async (trx) => {
        await holdMember(trx, who);
        await trx.updateTable('drafts').set({ state: 'voided' }).where('id', '=', id).execute();
      },
      second: () => inCall(session, (trx, opened) => beginConfirming(trx, world.services, { session, id, opened })),
      waitsAt: AT_MEMBER,
      comesTo: 'draft_expired',
    };
  },
  'carryOutDraft in its call': async () => {
    const { who, session, id } = await drafted();
    return {
      first: (trx) => holdMember(trx, who, { money_held_until: new Date(now().getTime() + DAY * 1000) }),
      second: () =>
        inCall(session, (trx, opened) =>
          carryOutDraft(trx, world.services, call(session), confirmed(session, id, opened)),
        ),
      waitsAt: AT_MEMBER,
      comesTo: 'money_held',
      after: async () => expect(await who.balance('USDT')).toBe('10000'),
    };
  },
};
