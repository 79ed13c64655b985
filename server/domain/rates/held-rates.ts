// Rates of the feed that jumped and wait for an operator (D-07).
import { normal, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** A rate from the feed that waits for an operator. */
export interface HeldRate {
  asset: Asset;
  usd: Amount;
  /** The moment that the feed gave. */
  at: Date;
}

/** Sets a rate of the feed aside; only the newest one of an asset is stored. */
export async function holdRate(trx: Trx, { asset, usd, at }: HeldRate, now: Date): Promise<void> {
  await trx
    .insertInto('held_rates')
    .values({ asset, usd, at, held_at: now })
    .onConflict((conflict) => conflict.column('asset').doUpdateSet({ usd, at }))
    .execute();
}

/** Drops the held rate of an asset, because a newer rate is now in force. */
export async function releaseHeldRate(trx: Trx, asset: Asset): Promise<void> {
  await trx.deleteFrom('held_rates').where('asset', '=', asset).execute();
}

/** What waits for an operator, by asset. */
export async function heldRates(db: Db | Trx): Promise<HeldRate[]> {
  const rows = await db.selectFrom('held_rates').selectAll().orderBy('asset').execute();
  return rows.map(({ asset, usd, at }) => ({ asset, usd: normal(usd), at }));
}
