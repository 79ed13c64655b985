// Stakes in the books (D-10): what a purchase locks, what each day adds, and what returns when the member chooses.
import { sql } from 'kysely';
import { isPositive, negate, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { begin, type Act, type Done } from './act.ts';
import type { Leg } from './post.ts';
import { writeReceipts, type Ids, type NewReceipt } from './receipts.ts';

/** What every receipt of a stake contains. */
interface OfStake {
  stakeId: string;
  stage: number;
}

export interface Purchase extends Act, OfStake {
  amountUsdt: Amount;
  /** USD for one USDT. */
  rate: { value: Amount; at: Date };
}

/** A plan is paid from the wallet and locked. @throws InsufficientBalance */
export function purchase(trx: Trx, ids: Ids, move: Purchase): Promise<Done> {
  const { key, at, memberId, ruleVersion, amountUsdt, rate } = move;
  const legs: Leg[] = [
    { account: 'wallet', memberId, asset: 'USDT', amount: negate(amountUsdt) },
    { account: 'stakes', asset: 'USDT', amount: amountUsdt },
  ];
  return begin(trx, ids, { key, at, kind: 'purchase', memberId, ruleVersion, legs }, (id) => [
    {
      id,
      memberId,
      kind: 'purchase',
      status: null,
      at,
      asset: 'USDT',
      amount: negate(amountUsdt),
      ruleVersion,
      rate,
      details: detailsOf(move),
    },
  ]);
}

/** What one stake earned on one day. */
export interface AccruedDay extends OfStake {
  memberId: string;
  /** The number of the day within the stake, starting at 1. */
  day: number;
  /** When that day ended. */
  at: Date;
  /** MP, greater than zero. */
  amount: Amount;
  ruleVersion: number;
}

/**
 * Adds the rewards of days to stakes, with a journal and a receipt for each. @throws Error if one of them is in the
 * books already
 */
export async function accrue(trx: Trx, ids: Ids, days: readonly AccruedDay[]): Promise<void> {
  if (days.length === 0) return;
  const receipts = days.map((day): NewReceipt => {
    const { memberId, at, amount, ruleVersion } = day;
    return {
      id: ids.uuid(),
      memberId,
      kind: 'staking_reward',
      status: null,
      at,
      asset: 'MP',
      amount,
      ruleVersion,
      details: { ...detailsOf(day), day: day.day },
    };
  });
  await sql`SELECT post_club_journals('staking_reward', 'rewards', 'stakes', 'MP',
    ${days.map(({ stakeId, day }) => `accrual:${stakeId}:${day}`)}::text[], ${days.map(({ at }) => at)}::timestamptz[],
    ${days.map(({ ruleVersion }) => ruleVersion)}::integer[], ${receipts.map(({ id }) => id)}::uuid[], ${days.map(({ amount }) => amount)}::numeric[])`.execute(
    trx,
  );
  await writeReceipts(trx, ids, receipts);
}

/** The end of a stake: both kinds of end share one key, so a stake ends once. */
export interface StakeEnd extends Omit<Act, 'key'>, OfStake {
  /** The stake that ends. */
  endedId: string;
  returnedUsdt: Amount;
}

export interface Restake extends StakeEnd {
  /** The MP that are staked again. */
  stakedMp: Amount;
  option: 'full' | 'mpOnly';
}

/**
 * The stake is staked again, except for principal that returns. If nothing returns, no money moves, and only the
 * receipt is written.
 */
export async function restake(trx: Trx, ids: Ids, move: Restake): Promise<{ receiptId: string }> {
  const { at, memberId, ruleVersion, returnedUsdt, stakedMp, option } = move;
  const returns = isPositive(returnedUsdt);
  const receipt = (id: string): NewReceipt => ({
    id,
    memberId,
    kind: 'restake',
    status: null,
    at,
    asset: 'MP',
    amount: negate(stakedMp),
    ...(returns ? { counter: { asset: 'USDT', amount: returnedUsdt } } : {}),
    ruleVersion,
    details: { ...detailsOf(move), option },
  });
  if (returns)
    return begin(
      trx,
      ids,
      { key: endKey(move), at, kind: 'restake', memberId, ruleVersion, legs: returned(memberId, 'USDT', returnedUsdt) },
      (id) => [receipt(id)],
    );
  const receiptId = ids.uuid();
  await writeReceipts(trx, ids, [receipt(receiptId)]);
  return { receiptId };
}

/** Principal and MP go to the wallet. At least one of them is greater than zero. */
export function withdrawStake(trx: Trx, ids: Ids, move: StakeEnd & { returnedMp: Amount }): Promise<Done> {
  const { at, memberId, ruleVersion, returnedUsdt, returnedMp } = move;
  const both: { asset: Asset; amount: Amount }[] = [
    { asset: 'USDT', amount: returnedUsdt },
    { asset: 'MP', amount: returnedMp },
  ];
  const [first, second] = both.filter(({ amount }) => isPositive(amount));
  if (first === undefined) throw new RangeError('a stake of zero cannot be withdrawn');
  const legs = [
    ...returned(memberId, first.asset, first.amount),
    ...(second === undefined ? [] : returned(memberId, second.asset, second.amount)),
  ];
  return begin(trx, ids, { key: endKey(move), at, kind: 'stake_withdrawal', memberId, ruleVersion, legs }, (id) => [
    {
      id,
      memberId,
      kind: 'stake_withdrawal',
      status: null,
      at,
      ...first,
      ...(second === undefined ? {} : { counter: second }),
      ruleVersion,
      details: detailsOf(move),
    },
  ]);
}

function returned(memberId: string, asset: Asset, amount: Amount): Leg[] {
  return [
    { account: 'stakes', asset, amount: negate(amount) },
    { account: 'wallet', memberId, asset, amount },
  ];
}

function endKey({ endedId }: StakeEnd): string {
  return `stake:${endedId}:end`;
}

function detailsOf({ stakeId, stage }: OfStake): { stakeId: string; stage: number } {
  return { stakeId, stage };
}
