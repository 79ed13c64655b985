// A member's own withdrawals: canceled while that is possible, and acknowledged once they were paid out.
import { lockReceipt } from '#server/domain/ledger/receipts.ts';
import { StepRefused } from '#server/domain/receipts/steps.ts';
import type { Services } from '#server/domain/services/services.ts';
import { Problem, type PlainCode } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { cancelWithdrawal, finishWithdrawal } from './steps.ts';

type Given = { session: MemberSession; id: string };

/**
 * Cancels a withdrawal, unless it is canceled already. @throws Problem not_found, not_cancellable once it was decided
 */
export async function cancelOwnWithdrawal(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: Given,
): Promise<void> {
  const { session } = given;
  const actor = { call, sessionId: session.id, operator: null };
  return step(trx, given, {
    reached: 'cancel',
    refusal: 'not_cancellable',
    take: () => cancelWithdrawal(trx, services, { id: given.id, actor }),
  });
}

/**
 * Records that the member has seen its payment, unless it is recorded already. @throws Problem not_found, not_completed
 * before it was paid out
 */
export async function acknowledgeOwnWithdrawal(trx: Trx, services: Services, given: Given): Promise<void> {
  return step(trx, given, {
    reached: 'done',
    refusal: 'not_completed',
    take: () => finishWithdrawal(trx, services, { id: given.id, event: 'SEE' }),
  });
}

async function step(
  trx: Trx,
  { session, id }: Given,
  wanted: { reached: string; refusal: PlainCode; take: () => Promise<void> },
): Promise<void> {
  const own = await trx
    .selectFrom('withdrawals')
    .select('id')
    .where('id', '=', id)
    .where('member_id', '=', session.memberId)
    .executeTakeFirst();
  if (own === undefined) throw new Problem('not_found');
  const { status } = await lockReceipt(trx, id, 'withdrawal');
  try {
    if (status !== wanted.reached) await wanted.take();
  } catch (error) {
    if (error instanceof StepRefused) throw new Problem(wanted.refusal);
    throw error;
  }
}
