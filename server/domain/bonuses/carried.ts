import { add, subtract, type Amount } from '#money/amount.ts';
import type { Db } from '#server/platform/db/kysely.ts';

/** What the legs of a seat carry over from the last calculated month; nothing if no month has been calculated. */
export async function carriedInto(db: Db, seatNo: number): Promise<Record<'left' | 'right', Amount>> {
  const row = await db
    .selectFrom('bonus_periods')
    .leftJoin('sales_months', (join) =>
      join.onRef('sales_months.month', '=', 'bonus_periods.month').on('sales_months.seat_no', '=', seatNo),
    )
    .select(['left_before', 'left_new', 'right_before', 'right_new', 'matched_usd'])
    .where('bonus_periods.state', '<>', 'open')
    .orderBy('bonus_periods.month', 'desc')
    .limit(1)
    .executeTakeFirst();
  const after = (side: 'left' | 'right') =>
    subtract(add(row?.[`${side}_before`] ?? '0', row?.[`${side}_new`] ?? '0'), row?.matched_usd ?? '0');
  return { left: after('left'), right: after('right') };
}
