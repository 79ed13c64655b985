// Deposits in the books (D-06): asked for, seen on the chain, perhaps dropped and seen again, then credited or refused.
import { negate, normal, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { post, type ClubAccount, type Leg, type Posted } from './post.ts';
import { lockReceipt, setReceiptStatus, writeReceipts, type Ids } from './receipts.ts';

export interface WantedDeposit {
  memberId: string;
  asset: Asset;
  /** What the member means to pay, or what has come. */
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

/** Counts how often the payment of a deposit was seen anew: a chain may take it back and bring it again. */
export type Sighted = DepositStep & { sighting: number };

/** Writes the receipt of a deposit. Nothing has moved yet. Returns its id. */
export async function depositOpened(trx: Trx, ids: Ids, deposit: WantedDeposit): Promise<string> {
  const id = ids.uuid();
  await writeReceipts(trx, ids, [{ ...deposit, id, kind: 'deposit' }]);
  return id;
}

/** A payment has been seen: it is on its way in, and not the member's yet. From now on the receipt tells what has come. */
export async function depositSeen(trx: Trx, step: Sighted & { amount: Amount }): Promise<Posted> {
  const { amount } = step;
  await trx.updateTable('receipts').set({ amount, net: amount }).where('id', '=', step.receiptId).execute();
  return move(trx, step, { kind: 'deposit_seen', key: `seen:${step.sighting}`, from: 'chain', to: 'deposit_transit' });
}

/** The chain has taken the payment back: it never came. */
export function depositDropped(trx: Trx, step: Sighted): Promise<Posted> {
  return move(trx, step, { kind: 'deposit_dropped', key: `dropped:${step.sighting}`, from: 'deposit_transit', to: 'chain' });
}

/** The payment is final: it becomes the member's. */
export function depositCredited(trx: Trx, step: DepositStep): Promise<Posted> {
  return move(trx, step, { kind: 'deposit_credited', key: 'end', from: 'deposit_transit', to: 'wallet' });
}

/** The payment stays uncredited, as one below the minimum does: the club holds it and owes it to its sender. */
export function depositRefused(trx: Trx, step: DepositStep): Promise<Posted> {
  return move(trx, step, { kind: 'deposit_refused', key: 'end', from: 'deposit_transit', to: 'refused_deposits' });
}

/** An operator credits what was refused. */
export function depositApproved(trx: Trx, step: DepositStep): Promise<Posted> {
  return move(trx, step, { kind: 'deposit_approved', key: 'approved', from: 'refused_deposits', to: 'wallet' });
}

/** Moves the amount of a deposit. Each step has one key, so that it is in the books once. */
async function move(trx: Trx, step: DepositStep, into: { kind: string; key: string; from: ClubAccount; to: ClubAccount | 'wallet' }): Promise<Posted> {
  const { receiptId, at, status } = step;
  const receipt = await lockReceipt(trx, receiptId, 'deposit');
  const { asset, member_id: memberId, rule_version: ruleVersion } = receipt;
  const amount = normal(receipt.amount);
  const arrival: Leg = into.to === 'wallet' ? { account: 'wallet', memberId, asset, amount } : { account: into.to, asset, amount };
  const legs: Leg[] = [{ account: into.from, asset, amount: negate(amount) }, arrival];
  const posted = await post(trx, { key: `deposit:${receiptId}:${into.key}`, at, kind: into.kind, memberId, ruleVersion, receiptId, legs });
  if (posted.posted) await setReceiptStatus(trx, { receiptId, status, at });
  return posted;
}
