// A rate far from the one before is a slip of a finger or a broken source more often than news: nobody trades at it unseen (D-07).
import { compare, divideFloor, isNegative, multiply, negate, normal, subtract, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { formatPercent } from '#money/percent.ts';
import type { Db, Trx } from '#server/db/kysely.ts';

/** The largest step that is taken without a person who confirms it, as a share of the rate before. */
const MOST_CHANGE: Amount = '0.10';
const SHARE_DECIMALS = 8;

/** Whether a rate is further from the one before than may be taken unseen. */
export function isJump(before: Amount, after: Amount): boolean {
  return compare(distance(before, after), multiply(before, MOST_CHANGE)) > 0;
}

/** The change in percent with its sign, such as `-99.99%`. */
export function changeText(before: Amount, after: Amount): string {
  const sign = compare(after, before) < 0 ? '-' : '+';
  return `${sign}${formatPercent(divideFloor(distance(before, after), before, SHARE_DECIMALS))}`;
}

function distance(before: Amount, after: Amount): Amount {
  const difference = subtract(after, before);
  return isNegative(difference) ? negate(difference) : difference;
}

/** A rate that the feed told and that waits for an operator. */
export interface HeldRate {
  asset: Asset;
  usd: Amount;
  /** Of the feed's telling. */
  at: Date;
}

/** Keeps a rate of the feed aside; the newest one of an asset. */
export async function holdRate(trx: Trx, { asset, usd, at }: HeldRate, now: Date): Promise<void> {
  await trx
    .insertInto('held_rates')
    .values({ asset, usd, at, held_at: now })
    .onConflict((conflict) => conflict.column('asset').doUpdateSet({ usd, at }))
    .execute();
}

/** A rate of the asset is in force that answers the one that was held. */
export async function releaseHeldRate(trx: Trx, asset: Asset): Promise<void> {
  await trx.deleteFrom('held_rates').where('asset', '=', asset).execute();
}

/** What waits for an operator, by asset. */
export async function heldRates(db: Db | Trx): Promise<HeldRate[]> {
  const rows = await db.selectFrom('held_rates').selectAll().orderBy('asset').execute();
  return rows.map(({ asset, usd, at }) => ({ asset, usd: normal(usd), at }));
}
