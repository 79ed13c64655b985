// Movements that are complete at once: between members, between assets, and the opening balances of a demo club.
import { negate, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { begin, type Act, type Done } from './act.ts';
import type { Leg } from './post.ts';
import type { Ids } from './receipts.ts';

export interface Transfer extends Act {
  toMemberId: string;
  asset: Asset;
  amount: Amount;
  note?: string | null;
}

/** From one member to another; both get a receipt. @throws InsufficientBalance */
export function transfer(trx: Trx, ids: Ids, move: Transfer): Promise<Done> {
  const { key, at, memberId, toMemberId, ruleVersion, asset, amount, note = null } = move;
  const legs: Leg[] = [
    { account: 'wallet', memberId, asset, amount: negate(amount) },
    { account: 'wallet', memberId: toMemberId, asset, amount },
  ];
  return begin(trx, ids, { key, at, kind: 'transfer', memberId, ruleVersion, legs }, (id) => [
    {
      id,
      memberId,
      kind: 'transfer_out',
      status: null,
      at,
      asset,
      amount: negate(amount),
      counterpartyMemberId: toMemberId,
      note,
      ruleVersion,
    },
    {
      id: ids.uuid(),
      memberId: toMemberId,
      kind: 'transfer_in',
      status: null,
      at,
      asset,
      amount,
      counterpartyMemberId: memberId,
      note,
      ruleVersion,
      originId: id,
    },
  ]);
}

export interface Exchange extends Act {
  from: { asset: Asset; amount: Amount };
  to: { asset: Asset; amount: Amount };
  /** How much of `to` one of `from` buys, as quoted. */
  rate: { value: Amount; at: Date };
  details?: Record<string, string | number | boolean | null>;
}

/** One asset for another, to and from the club's own stock (D-07). @throws InsufficientBalance */
export function exchange(trx: Trx, ids: Ids, move: Exchange): Promise<Done> {
  const { key, at, memberId, ruleVersion, from, to, rate, details } = move;
  const legs: Leg[] = [
    { account: 'wallet', memberId, asset: from.asset, amount: negate(from.amount) },
    { account: 'exchange', asset: from.asset, amount: from.amount },
    { account: 'exchange', asset: to.asset, amount: negate(to.amount) },
    { account: 'wallet', memberId, asset: to.asset, amount: to.amount },
  ];
  return begin(trx, ids, { key, at, kind: 'exchange', memberId, ruleVersion, legs }, (id) => [
    {
      id,
      memberId,
      kind: 'exchange',
      status: null,
      at,
      asset: from.asset,
      amount: negate(from.amount),
      counter: to,
      ruleVersion,
      rate,
      ...(details === undefined ? {} : { details }),
    },
  ]);
}

export interface OpeningGrant extends Act {
  asset: Asset;
  amount: Amount;
  status: string;
}

/** The opening balance of a member of the demo club, booked as an earlier deposit. */
export function openingGrant(trx: Trx, ids: Ids, grant: OpeningGrant): Promise<Done> {
  const { key, at, memberId, ruleVersion, asset, amount, status } = grant;
  const legs: Leg[] = [
    { account: 'chain', asset, amount: negate(amount) },
    { account: 'wallet', memberId, asset, amount },
  ];
  return begin(trx, ids, { key, at, kind: 'opening', memberId, ruleVersion, legs }, (id) => [
    { id, memberId, kind: 'deposit', status, at, asset, amount, ruleVersion, details: { opening: true } },
  ]);
}
