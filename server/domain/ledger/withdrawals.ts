// Withdrawals in the books (D-05): accepted into transit, then returned or paid out.
import { negate, normal, subtract, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { begin, type Act, type Done } from './act.ts';
import { post, type Leg, type Posted } from './post.ts';
import { lockReceipt, setReceiptStatus, type Ids } from './receipts.ts';

export interface AcceptedWithdrawal extends Act {
  asset: Asset;
  /** What leaves the wallet; the fee is taken out of it (D-04). */
  amount: Amount;
  fee: Amount;
  status: string;
  /** The rate in USD that the amount was checked with. */
  rate?: { value: Amount; at: Date };
  note?: string | null;
  details?: Record<string, string | number | boolean | null>;
}

export interface WithdrawalEnd {
  receiptId: string;
  at: Date;
  status: string;
  /** Who ended it: the member who canceled it, or null for the club. */
  byMemberId: string | null;
}

/** The amount leaves the wallet and waits in transit. @throws InsufficientBalance */
export function withdrawalAccepted(trx: Trx, ids: Ids, withdrawal: AcceptedWithdrawal): Promise<Done> {
  const { key, at, memberId, ruleVersion, asset, amount, fee, status, rate, note, details } = withdrawal;
  const legs: Leg[] = [
    { account: 'wallet', memberId, asset, amount: negate(amount) },
    { account: 'withdrawal_transit', asset, amount },
  ];
  return begin(trx, ids, { key, at, kind: 'withdrawal_accepted', memberId, ruleVersion, legs }, (id) => [
    {
      id,
      memberId,
      kind: 'withdrawal',
      status,
      at,
      asset,
      amount: negate(amount),
      fee,
      net: negate(subtract(amount, fee)),
      ruleVersion,
      note: note ?? null,
      ...(rate === undefined ? {} : { rate }),
      ...(details === undefined ? {} : { details }),
    },
  ]);
}

/** Canceled or rejected: the whole amount is the member's again, including the fee. */
export function withdrawalReturned(trx: Trx, end: WithdrawalEnd): Promise<Posted> {
  return endWithdrawal(trx, end, 'withdrawal_returned', ({ asset, amount, memberId }) => [
    { account: 'wallet', memberId, asset, amount },
  ]);
}

/** Paid out: the net amount has left the club, and the fee is the club's. */
export function withdrawalPaid(trx: Trx, end: WithdrawalEnd): Promise<Posted> {
  return endWithdrawal(trx, end, 'withdrawal_paid', ({ asset, amount, fee }) => {
    const legs: Leg[] = [
      { account: 'chain', asset, amount: subtract(amount, fee) },
      { account: 'fees', asset, amount: fee },
    ];
    return legs.filter((leg) => leg.amount !== '0');
  });
}

interface InTransit {
  asset: Asset;
  amount: Amount;
  fee: Amount;
  memberId: string;
}

/** A withdrawal ends once: both kinds of end share one key. */
async function endWithdrawal(
  trx: Trx,
  end: WithdrawalEnd,
  kind: string,
  destination: (held: InTransit) => Leg[],
): Promise<Posted> {
  const { receiptId, at, status } = end;
  const receipt = await lockReceipt(trx, receiptId, 'withdrawal');
  const held: InTransit = {
    asset: receipt.asset,
    amount: negate(receipt.amount),
    fee: normal(receipt.fee),
    memberId: receipt.member_id,
  };
  const legs: Leg[] = [
    { account: 'withdrawal_transit', asset: held.asset, amount: negate(held.amount) },
    ...destination(held),
  ];
  const posted = await post(trx, {
    key: `withdrawal:${receiptId}:end`,
    at,
    kind,
    memberId: end.byMemberId,
    ruleVersion: receipt.rule_version,
    receiptId,
    legs,
  });
  if (posted.posted) await setReceiptStatus(trx, { receiptId, status, at });
  return posted;
}
