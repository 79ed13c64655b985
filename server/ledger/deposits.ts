// Deposits in the books (D-06): seen on the chain, then credited, refused or dropped again.
import { negate, normal, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Trx } from '#server/db/kysely.ts';
import { begin, type Act, type Done } from './act.ts';
import { post, type ClubAccount, type Leg, type Posted } from './post.ts';
import { lockReceipt, setReceiptStatus, type Ids } from './receipts.ts';

export interface SeenDeposit extends Act {
  asset: Asset;
  amount: Amount;
  status: string;
  /** Facts of the chain that the receipt tells, such as network and transaction. */
  details?: Record<string, string | number | boolean | null>;
}

export interface DepositEnd {
  receiptId: string;
  at: Date;
  status: string;
}

/** A payment has been seen: it is on its way in, and not the member's yet. */
export function depositSeen(trx: Trx, ids: Ids, deposit: SeenDeposit): Promise<Done> {
  const { key, at, memberId, ruleVersion, asset, amount, status, details } = deposit;
  const legs: Leg[] = [
    { account: 'chain', asset, amount: negate(amount) },
    { account: 'deposit_transit', asset, amount },
  ];
  return begin(trx, ids, { key, at, kind: 'deposit_seen', memberId, ruleVersion, legs }, (id) => [
    { id, memberId, kind: 'deposit', status, at, asset, amount, ruleVersion, ...(details === undefined ? {} : { details }) },
  ]);
}

/** The payment is final: it becomes the member's. */
export function depositCredited(trx: Trx, end: DepositEnd): Promise<Posted> {
  return endDeposit(trx, end, { kind: 'deposit_credited', to: 'wallet' });
}

/** The payment stays uncredited, as one below the minimum does: the club holds it and owes it to its sender. */
export function depositRefused(trx: Trx, end: DepositEnd): Promise<Posted> {
  return endDeposit(trx, end, { kind: 'deposit_refused', to: 'refused_deposits' });
}

/** The chain has taken the payment back: it never came. */
export function depositDropped(trx: Trx, end: DepositEnd): Promise<Posted> {
  return endDeposit(trx, end, { kind: 'deposit_dropped', to: 'chain' });
}

/** A deposit ends once: its end has one key, whichever end it is. */
async function endDeposit(trx: Trx, end: DepositEnd, into: { kind: string; to: ClubAccount | 'wallet' }): Promise<Posted> {
  const { receiptId, at, status } = end;
  const receipt = await lockReceipt(trx, receiptId, 'deposit');
  const { asset, member_id: memberId, rule_version: ruleVersion } = receipt;
  const amount = normal(receipt.amount);
  const arrival: Leg = into.to === 'wallet' ? { account: 'wallet', memberId, asset, amount } : { account: into.to, asset, amount };
  const legs: Leg[] = [{ account: 'deposit_transit', asset, amount: negate(amount) }, arrival];
  const posted = await post(trx, { key: `deposit:${receiptId}:end`, at, kind: into.kind, memberId, ruleVersion, receiptId, legs });
  if (posted.posted) await setReceiptStatus(trx, { receiptId, status, at });
  return posted;
}
