// Deposits in the books (D-06): requested, seen on the chain, perhaps dropped and seen again, then credited or refused.
import { negate, normal, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { post, type ClubAccount, type Leg, type Posted } from './post.ts';
import { lockReceipt, setReceiptStatus, writeReceipts, type Ids } from './receipts.ts';

export interface WantedDeposit {
  memberId: string;
  asset: Asset;
  /** What the member intends to pay, or what has arrived. */
  amount: Amount;
  status: string;
  at: Date;
  ruleVersion: number;
}

/** A step of a deposit that is in the books already. */
export interface DepositStep {
  receiptId: string;
  at: Date;
  status: string;
}

/** Counts how often a deposit's payment was seen: a chain may drop it and bring it back. */
export type Sighted = DepositStep & { sighting: number };

/** Writes the receipt of a deposit and returns its id. Nothing has moved yet. */
export async function depositOpened(trx: Trx, ids: Ids, deposit: WantedDeposit): Promise<string> {
  const id = ids.uuid();
  await writeReceipts(trx, ids, [{ ...deposit, id, kind: 'deposit' }]);
  return id;
}

/** A payment was seen: it is incoming, and not the member's yet. From now on the receipt shows the amount that came. */
export async function depositSeen(trx: Trx, step: Sighted & { amount: Amount }): Promise<Posted> {
  const { amount } = step;
  await trx.updateTable('receipts').set({ amount, net: amount }).where('id', '=', step.receiptId).execute();
  return move(trx, step, { kind: 'deposit_seen', key: `seen:${step.sighting}`, from: 'chain', to: 'deposit_transit' });
}

/**
 * The chain has dropped the payment: it never arrived. The receipt shows again what was wanted.
 *
 * @param step `wanted` is missing or null for a payment that nobody had asked for
 */
export async function depositDropped(trx: Trx, step: Sighted & { wanted?: Amount | null }): Promise<Posted> {
  const { wanted = null, receiptId } = step;
  const posted = await move(trx, step, {
    kind: 'deposit_dropped',
    key: `dropped:${step.sighting}`,
    from: 'deposit_transit',
    to: 'chain',
  });
  if (wanted !== null)
    await trx.updateTable('receipts').set({ amount: wanted, net: wanted }).where('id', '=', receiptId).execute();
  return posted;
}

/** The payment is final: it becomes the member's. */
export function depositCredited(trx: Trx, step: DepositStep): Promise<Posted> {
  return move(trx, step, { kind: 'deposit_credited', key: 'end', from: 'deposit_transit', to: 'wallet' });
}

/**
 * The payment stays uncredited, for example because it is below the minimum: the club holds it and owes it to its
 * sender.
 */
export function depositRefused(trx: Trx, step: DepositStep): Promise<Posted> {
  return move(trx, step, { kind: 'deposit_refused', key: 'end', from: 'deposit_transit', to: 'refused_deposits' });
}

/** An operator credits a refused payment. */
export function depositApproved(trx: Trx, step: DepositStep): Promise<Posted> {
  return move(trx, step, { kind: 'deposit_approved', key: 'approved', from: 'refused_deposits', to: 'wallet' });
}

/** A refused payment has left the club again: it went back to its sender. */
export function depositReturned(trx: Trx, step: DepositStep): Promise<Posted> {
  return move(trx, step, { kind: 'deposit_returned', key: 'returned', from: 'refused_deposits', to: 'chain' });
}

/** Moves the amount of a deposit. Each step has one key, so it is in the books once. */
async function move(
  trx: Trx,
  step: DepositStep,
  into: { kind: string; key: string; from: ClubAccount; to: ClubAccount | 'wallet' },
): Promise<Posted> {
  const { receiptId, at, status } = step;
  const receipt = await lockReceipt(trx, receiptId, 'deposit');
  const { asset, member_id: memberId, rule_version: ruleVersion } = receipt;
  const amount = normal(receipt.amount);
  const arrival: Leg =
    into.to === 'wallet' ? { account: 'wallet', memberId, asset, amount } : { account: into.to, asset, amount };
  const legs: Leg[] = [{ account: into.from, asset, amount: negate(amount) }, arrival];
  const posted = await post(trx, {
    key: `deposit:${receiptId}:${into.key}`,
    at,
    kind: into.kind,
    memberId,
    ruleVersion,
    receiptId,
    legs,
  });
  if (posted.posted) await setReceiptStatus(trx, { receiptId, status, at });
  return posted;
}
