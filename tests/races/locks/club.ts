// The club whose locks are tested, with members in the middle of every act.
import { randomUUID } from 'node:crypto';
import type { PaymentListener } from '#server/domain/chain/chain.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { createPaymentListener } from '#server/domain/deposits/payments.ts';
import { approveWithdrawal } from '#server/domain/withdrawals/steps.ts';
import { rich, setRates, type Rich } from '#tests/api/support/money.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';

export let world: World;
export let listener: PaymentListener;

export async function openClub(): Promise<void> {
  world = await createWorld();
  listener = createPaymentListener(world.services);
  await setRates(world);
  await world.member();
}

export const AT_MEMBER = /from "members" where "id" = \$1 for no key update$/;
export const AT_RECEIPT = /from "receipts" .* for no key update$/;
export const AT_STAKE = /from "stakes" where "id" = \$1 for update$/;
export const AT_JOURNAL = /post_journal\(/;
export const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
export const OPERATOR = { call: { requestId: 'test', device: '' }, sessionId: null, operator: 'olga' };
export const MS_PER_SECOND = 1000;
const SECONDS_PER_HOUR = 3600;
/** How long after its confirmation an approved withdrawal is paid out (D-05). */
const COMPLETION_HOURS = 240;

export const now = () => world.clock.now();
export const within = <T>(work: (trx: Trx) => Promise<T>) => inTransaction(world.db, work);
export const call = (session: MemberSession): CallContext => ({
  operationId: 'getStatus',
  requestId: randomUUID(),
  culture: 'en-US',
  requestKey: randomUUID(),
  session,
  lastEventId: null,
  bearerSent: true,
  caller: '198.51.100.7',
  device: '',
  cookies: { read: () => null, set: () => undefined, clear: () => undefined },
  over: () => new AbortController().signal,
});

export async function sessionOf({ member }: Pick<Rich, 'member'>): Promise<MemberSession> {
  const { id } = await world.db
    .selectFrom('sessions')
    .select('id')
    .where('member_id', '=', member.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return { id, memberId: member.id, previousSignInAt: null };
}

export const holdMember = (trx: Trx, who: Rich, held: { money_held_until?: Date } = {}) =>
  trx
    .updateTable('members')
    .set({ culture: 'en-US', ...held })
    .where('id', '=', who.member.id)
    .execute();

export async function drafted(): Promise<{ who: Rich; session: MemberSession; id: string }> {
  const who = await rich(world);
  const { body } = await who.call('createWithdrawal', {
    body: {
      asset: 'USDT',
      network: 'ethereum',
      address: ADDRESS,
      amount: '400',
    },
  });
  await world.db.updateTable('drafts').set({ second_factor: 'none' }).where('id', '=', body.id).execute();
  return { who, session: await sessionOf(who), id: body.id };
}

export async function accepted(): Promise<{ who: Rich; session: MemberSession; id: string }> {
  const { who, session, id } = await drafted();
  const { body } = await who.call('confirmDraft', { path: { id }, body: { code: null } });
  return { who, session, id: body.receiptId };
}

export async function approved(): Promise<{ who: Rich; id: string }> {
  const { who, id } = await accepted();
  await within((trx) => approveWithdrawal(trx, world.services, { id, actor: OPERATOR }));
  world.clock.advance(COMPLETION_HOURS * SECONDS_PER_HOUR);
  await setRates(world);
  return { who, id };
}
