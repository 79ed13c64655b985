// Pays out approved withdrawals when they are due (D-05), and closes those that were paid 30 days ago.
import { FIGURES } from '#openapi/figures.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { booksAreOpen } from '#server/domain/ledger/books-open.ts';
import { StepRefused } from '#server/domain/receipts/steps.ts';
import type { Services } from '#server/domain/services/services.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { normal, unsigned, type Amount } from '#money/amount.ts';
import type { ChainAsset } from '#server/domain/chain/chain.ts';
import { PaymentUncertain } from '#server/domain/chain/development/pay.ts';
import { completeWithdrawal, finishWithdrawal, type Actor } from './steps.ts';

/** Sends money on a development chain; on real chains, operators pay and record the transaction. */
export interface DevelopmentPayer {
  /** @returns the id of the transaction */
  pay(payment: { asset: ChainAsset; address: string; amount: Amount }): Promise<string>;
}

export const SEEN_AFTER_DAYS = FIGURES.seenAfterDays;
const AT_A_TIME = 20;
/** No withdrawal has this id; an SQL list must not be empty. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
const JOB: Actor = { call: { requestId: 'job', device: '' }, sessionId: null, operator: null };

/**
 * Pays what is due on development chains. Each withdrawal is marked before it is sent. If the process dies in between,
 * or the node does not say what happened to it, the payment may have been sent: the withdrawal waits, overdue, for an
 * operator to record its transaction. A payment that was not sent is tried again in the next run.
 */
export async function payDueWithdrawals(services: Services, payer: DevelopmentPayer): Promise<void> {
  // Books that were put back may not know that it was sent already; those that disagree may not know how much.
  if (!(await booksAreOpen(services.db))) return;
  const unsent: string[] = [];
  let failure: unknown = null;
  for (let turn = 0; turn < AT_A_TIME; turn += 1) {
    const due = await takeDue(services, unsent);
    if (due === null) break;
    const { id, ...payment } = due;
    let transactionId: string;
    try {
      transactionId = await payer.pay(payment);
    } catch (error) {
      // A payment that cannot be sent does not delay the others.
      if (!(error instanceof PaymentUncertain))
        await services.db.updateTable('withdrawals').set({ payout_at: null }).where('id', '=', id).execute();
      unsent.push(id);
      failure = error;
      continue;
    }
    await inTransaction(services.db, (trx) => completeWithdrawal(trx, services, { id, actor: JOB, transactionId }));
  }
  if (failure !== null) throw failure;
}

/** Marks the withdrawal that has been due longest; null if none is due. */
async function takeDue(
  { db, clock }: Services,
  except: readonly string[],
): Promise<{ id: string; asset: ChainAsset; address: string; amount: Amount } | null> {
  const now = clock.now();
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('withdrawals')
      .innerJoin('receipts', 'receipts.id', 'withdrawals.id')
      .select(['withdrawals.id', 'withdrawals.address', 'receipts.asset', 'receipts.net'])
      .where('withdrawals.completes_at', '<=', now)
      .where('withdrawals.settled_at', 'is', null)
      .where('withdrawals.completed_at', 'is', null)
      .where('withdrawals.payout_at', 'is', null)
      .where('withdrawals.development', '=', true)
      .where('receipts.status', '=', 'approved')
      .where('withdrawals.id', 'not in', [NOBODY, ...except])
      .orderBy('withdrawals.completes_at')
      .limit(1)
      .forUpdate('withdrawals')
      .skipLocked()
      .executeTakeFirst();
    if (row === undefined) return null;
    await trx.updateTable('withdrawals').set({ payout_at: now }).where('id', '=', row.id).execute();
    // Only assets of a chain are withdrawn.
    return { id: row.id, asset: row.asset as ChainAsset, address: row.address, amount: normal(unsigned(row.net)) };
  });
}

/** Closes withdrawals that were paid out 30 days ago and that their members have not acknowledged. */
export async function closeOldWithdrawals(services: Services): Promise<void> {
  const { db, clock } = services;
  const due = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('settled_at', 'is', null)
    .where('completed_at', '<=', secondsAfter(clock.now(), -SEEN_AFTER_DAYS * DAY_SECONDS))
    .execute();
  for (const { id } of due) {
    await inTransaction(db, (trx) => finishWithdrawal(trx, services, { id, event: 'LAPSE' })).catch(
      (error: unknown) => {
        // The member, or another process, was faster.
        if (!(error instanceof StepRefused)) throw error;
      },
    );
  }
}
