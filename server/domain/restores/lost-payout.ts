// A withdrawal that was asked for and paid in the time that is lost: the books have the money in the wallet still, so
// its member could take it out again.
import { compare } from '#money/amount.ts';
import { feeOf } from '#money/fee.ts';
import { initialStatus } from '#machines/lifecycles/lifecycle.ts';
import { withdrawalLifecycle } from '#machines/lifecycles/withdrawal.machine.ts';
import type { Amount } from '#money/amount.ts';
import type { ChainAsset } from '#server/domain/chain/chain.ts';
import { balanceOf } from '#server/domain/ledger/balances.ts';
import { withdrawalAccepted } from '#server/domain/ledger/withdrawals.ts';
import { receiptReference } from '#server/domain/receipts/references.ts';
import { noteStep } from '#server/domain/receipts/steps.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { checkTransaction } from '#server/domain/withdrawals/paid-by.ts';
import { approveWithdrawal, completeWithdrawal, type Actor } from '#server/domain/withdrawals/steps.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import type { Restore } from './hold.ts';
import { RestoreRefused } from './review.ts';

export interface LostPayout {
  readonly restore: Restore;
  readonly member: { readonly id: string; readonly username: string };
  readonly asset: ChainAsset;
  /** What left the wallet; the fee was taken out of it (D-04). */
  readonly amount: Amount;
  /** In its normal form. */
  readonly address: string;
  readonly txId: string;
  readonly block?: string;
  /** Whether an operator records it although nothing can be checked. */
  readonly unchecked: boolean;
  readonly actor: Actor & { operator: string };
}

/**
 * Records it as its member asked for it: accepted, approved and paid. A transaction is recorded once.
 *
 * @returns its reference
 * @throws RestoreRefused if the wallet has too little, or nothing can be checked; PayoutRefused if the transaction did
 * not pay it
 */
export async function recordLostPayout(services: Services, payout: LostPayout): Promise<string> {
  const { restore, member, asset, amount, address, txId, block, actor } = payout;
  const { db, chain, clock, random } = services;
  const info = chain.networkOf(asset);
  if (info === null) throw new RestoreRefused(`withdrawals of ${asset} are closed: no node is set`);
  const { network, development } = info;
  const now = clock.now();
  const rules = await rulesAt(db, now);
  const { fee, net } = feeOf(amount, rules.withdrawalFeeRate, asset);
  const place = { network, asset, address, due: net, txId, ...(block === undefined ? {} : { block }) };
  const unchecked = await checkTransaction(services, place);
  if (unchecked !== null && !payout.unchecked)
    throw new RestoreRefused(
      `the payment cannot be checked: ${unchecked}; look at it yourself, then record it with --yes`,
    );
  return inTransaction(db, async (trx) => {
    if (compare(amount, await balanceOf(trx, member.id, asset)) > 0)
      throw new RestoreRefused(
        `the wallet of ${member.username} has less than ${amount} ${asset}; freeze the account, and clear it with the member`,
      );
    const status = initialStatus(withdrawalLifecycle);
    const { receiptId, posted } = await withdrawalAccepted(trx, random, {
      key: `restored:${network}:${txId}:${member.id}:${address}`,
      at: now,
      memberId: member.id,
      ruleVersion: rules.version,
      asset,
      amount,
      fee,
      status,
    });
    if (!posted) throw new RestoreRefused(`${txId} is recorded already, as ${await receiptReference(trx, receiptId)}`);
    await trx
      .insertInto('withdrawals')
      // It was due before it was paid, in the time that is lost.
      .values({ id: receiptId, member_id: member.id, network, development, address, completes_at: restore.from })
      .execute();
    await noteStep(trx, { receiptId, status, at: now });
    await approveWithdrawal(trx, services, { id: receiptId, actor });
    await completeWithdrawal(trx, services, {
      id: receiptId,
      actor,
      transactionId: txId,
      ...(unchecked === null ? {} : { unchecked }),
    });
    const reference = await receiptReference(trx, receiptId);
    await audit(trx, {
      kind: 'lost_payout_recorded',
      at: now,
      memberId: null,
      call: actor.call,
      details: { operator: actor.operator, memberId: member.id, receiptId, reference, asset, amount },
    });
    return reference;
  });
}
