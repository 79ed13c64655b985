import { normal, type Amount } from '#money/amount.ts';
import { ASSETS, type Asset } from '#money/assets.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** A member's balance of every asset, zero if nothing ever moved. Money that is under way is not included (D-27). */
export async function balancesOf(db: Db | Trx, memberId: string): Promise<Record<Asset, Amount>> {
  const rows = await db
    .selectFrom('accounts')
    .select(['asset', 'balance'])
    .where('member_id', '=', memberId)
    .where('kind', '=', 'wallet')
    .execute();
  const held = new Map(rows.map(({ asset, balance }) => [asset, normal(balance ?? '0')]));
  // Every asset is listed, so the record is complete.
  return Object.fromEntries(ASSETS.map((asset) => [asset, held.get(asset) ?? '0'])) as Record<Asset, Amount>;
}

/** A member's balance of one asset. */
export async function balanceOf(db: Db | Trx, memberId: string, asset: Asset): Promise<Amount> {
  return (await balancesOf(db, memberId))[asset];
}
