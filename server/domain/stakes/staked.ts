import { sql } from 'kysely';
import { normal, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** A member's total in stakes that run or wait for a choice: the principal, and MP including accrued rewards. */
export async function stakedBy(db: Db | Trx, memberId: string): Promise<ReadonlyMap<Asset, Amount>> {
  const { usdt, mp } = await db
    .selectFrom('stakes')
    .select([
      sql<string>`coalesce(sum(staked_usdt), 0)`.as('usdt'),
      sql<string>`coalesce(sum(staked_mp + accrued_mp), 0)`.as('mp'),
    ])
    .where('member_id', '=', memberId)
    .where('state', 'in', ['running', 'matured'])
    .executeTakeFirstOrThrow();
  return new Map([
    ['USDT', normal(usdt)],
    ['MP', normal(mp)],
  ]);
}
