// The steps of a withdrawal after its acceptance (L-02), each under the lock of its receipt, so that one of two
// simultaneous steps wins.
import { withdrawalLifecycle, type WithdrawalEvent } from '#machines/lifecycles/withdrawal.machine.ts';
import { negate, normal, unsigned, type Amount } from '#money/amount.ts';
import { audit, type AuditEvent, type MemberActKind } from '#server/platform/audit/audit.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { assertBooksAgree } from '#server/domain/ledger/books-open.ts';
import { lockReceipt, setReceiptStatus } from '#server/domain/ledger/receipts.ts';
import { withdrawalPaid, withdrawalReturned } from '#server/domain/ledger/withdrawals.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import { noteStep, statusByStep } from '#server/domain/receipts/steps.ts';
import type { Services } from '#server/domain/services/services.ts';
import { PayoutRefused, refuseEarly, usePayment } from './paid-by.ts';
import type { WithdrawalRefusal } from './refusals.ts';

/** Who takes a step: the member in a call, an operator, or one of the server's jobs. */
export interface Actor {
  call: AuditEvent['call'];
  sessionId: string | null;
  /** The operator's name; null for the member and for jobs. */
  operator: string | null;
}

interface Step {
  id: string;
  actor: Actor;
}

type LockedReceipt = Awaited<ReturnType<typeof lockReceipt>>;

/** The member cancels it; the whole amount returns at once. @throws StepRefused once it was decided */
export async function cancelWithdrawal(trx: Trx, services: Services, { id, actor }: Step): Promise<void> {
  const receipt = await lockReceipt(trx, id, 'withdrawal');
  const status = next(receipt, 'CANCEL');
  const at = services.clock.now();
  await withdrawalReturned(trx, { receiptId: id, at, status, byMemberId: receipt.member_id });
  await settle(trx, { receipt, status, at });
  await record(trx, receipt, { kind: 'withdrawal_cancelled', at, actor });
}

/** An operator approves it; it is paid out when it is due. @throws StepRefused if it was decided or canceled */
export async function approveWithdrawal(trx: Trx, services: Services, { id, actor }: Step): Promise<void> {
  const receipt = await lockReceipt(trx, id, 'withdrawal');
  const status = next(receipt, 'APPROVE');
  const at = services.clock.now();
  await setReceiptStatus(trx, { receiptId: id, status, at });
  await noteStep(trx, { receiptId: id, status, at });
  await record(trx, receipt, { kind: 'withdrawal_approved', at, actor });
  await recordNotice(trx, services, { kind: 'withdrawalApproved', ...noticeOf(receipt, at) });
}

/**
 * An operator refuses it, or takes an approval back; the whole amount returns, and the member is told why. Whether an
 * approved one was paid already, only the operator knows, unless a job has begun to pay it.
 *
 * @param takesBack whether to refuse it although it is approved
 * @throws StepRefused if it was refused, canceled or paid, PayoutRefused if it is being paid, BooksStopped
 */
export async function refuseWithdrawal(
  trx: Trx,
  services: Services,
  { id, actor, reason, takesBack }: Step & { reason: WithdrawalRefusal; takesBack: boolean },
): Promise<void> {
  await assertBooksAgree(trx);
  const receipt = await lockReceipt(trx, id, 'withdrawal');
  const status = next(receipt, 'REFUSE');
  if (receipt.status === 'approved' && !takesBack)
    throw new PayoutRefused(
      'it is approved, and may be paid already: make sure that it is not, and never pay it; then --yes',
    );
  const at = services.clock.now();
  const { numUpdatedRows: unpaid } = await trx
    .updateTable('withdrawals')
    .set({ refusal: reason })
    .where('id', '=', id)
    .where('payout_at', 'is', null)
    .executeTakeFirst();
  if (unpaid === 0n) throw new PayoutRefused('it is being paid, and may have been sent already');
  await withdrawalReturned(trx, { receiptId: id, at, status, byMemberId: null });
  await settle(trx, { receipt, status, at });
  await record(trx, receipt, { kind: 'withdrawal_refused', at, actor, reason });
  await recordNotice(trx, services, { kind: 'withdrawalRefused', ...noticeOf(receipt, at) });
  await tell(trx, services, { receipt, kind: 'withdrawalRefused', at, values: {}, reason });
}

/**
 * Records the transaction that paid it; the fee is now the club's.
 *
 * @param unchecked why the payment could not be checked, if an operator records it all the same
 * @throws StepRefused if it is not approved, PayoutRefused if it is not due or the transaction belongs to another,
 * ClockDoubted
 */
export async function completeWithdrawal(
  trx: Trx,
  services: Services,
  { id, actor, transactionId, unchecked }: Step & { transactionId: string; unchecked?: string },
): Promise<void> {
  const receipt = await lockReceipt(trx, id, 'withdrawal');
  const status = next(receipt, 'COMPLETE');
  const at = services.clock.now();
  await refuseEarly(trx, services, id);
  await usePayment(trx, { id, transactionId, claimed: actor.operator !== null });
  await withdrawalPaid(trx, { receiptId: id, at, status, byMemberId: null });
  await noteStep(trx, { receiptId: id, status, at });
  const { network, address } = await trx
    .updateTable('withdrawals')
    .set({ transaction_id: transactionId, completed_at: at })
    .where('id', '=', id)
    .returning(['network', 'address'])
    .executeTakeFirstOrThrow();
  await record(trx, receipt, {
    kind: 'withdrawal_completed',
    at,
    actor,
    ...(unchecked === undefined ? {} : { unchecked }),
  });
  await recordNotice(trx, services, { kind: 'withdrawalPaid', ...noticeOf(receipt, at, normal(receipt.net)) });
  await tell(trx, services, {
    receipt,
    kind: 'withdrawalCompleted',
    at,
    values: { network, address, transaction: transactionId },
  });
}

/**
 * The member saw the payment, or 30 days have passed. @throws StepRefused if it is not paid out, or was seen already
 */
export async function finishWithdrawal(
  trx: Trx,
  services: Services,
  { id, event }: { id: string; event: 'SEE' | 'LAPSE' },
): Promise<void> {
  const receipt = await lockReceipt(trx, id, 'withdrawal');
  const status = next(receipt, event);
  const at = services.clock.now();
  await setReceiptStatus(trx, { receiptId: id, status, at });
  await settle(trx, { receipt, status, at });
}

function next(receipt: LockedReceipt, event: WithdrawalEvent['type']): string {
  return statusByStep(withdrawalLifecycle, receipt.status ?? '', event);
}

async function settle(trx: Trx, end: { receipt: LockedReceipt; status: string; at: Date }): Promise<void> {
  const { receipt, status, at } = end;
  await noteStep(trx, { receiptId: receipt.id, status, at });
  await trx.updateTable('withdrawals').set({ settled_at: at }).where('id', '=', receipt.id).execute();
}

function noticeOf(receipt: LockedReceipt, at: Date, amount: Amount = receipt.amount) {
  const { id: receiptId, member_id: memberId, asset } = receipt;
  return { memberId, at, receiptId, asset, amount: normal(unsigned(amount)) };
}

async function record(
  trx: Trx,
  receipt: LockedReceipt,
  event: { kind: MemberActKind; at: Date; actor: Actor; unchecked?: string; reason?: WithdrawalRefusal },
): Promise<void> {
  const { kind, at, actor, unchecked, reason } = event;
  const { asset, reference } = receipt;
  const facts = {
    receiptId: receipt.id,
    reference,
    asset,
    amount: negate(receipt.amount),
    ...(unchecked === undefined ? {} : { unchecked }),
    ...(reason === undefined ? {} : { reason }),
  };
  const details = actor.operator === null ? facts : { ...facts, operator: actor.operator };
  await audit(trx, { kind, at, memberId: receipt.member_id, sessionId: actor.sessionId, call: actor.call, details });
}

async function tell(
  trx: Trx,
  services: Services,
  notice: {
    receipt: LockedReceipt;
    kind: 'withdrawalRefused' | 'withdrawalCompleted';
    at: Date;
    values: Record<string, string>;
    reason?: WithdrawalRefusal;
  },
): Promise<void> {
  const { receipt, kind, at, reason } = notice;
  const values = {
    ...notice.values,
    reference: receipt.reference,
    asset: receipt.asset,
    amount: negate(receipt.amount),
    net: normal(receipt.net).replace('-', ''),
  };
  await enqueueMail(trx, services, {
    kind,
    memberId: receipt.member_id,
    device: null,
    now: at,
    values,
    ...(reason === undefined ? {} : { reason }),
  });
}
