import { normal, type Amount } from '#money/amount.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { firstDay, type Month } from './months.ts';

/** The totals of a calculated month over all seats. */
export interface MonthTotals {
  state: 'open' | 'calculated' | 'released';
  bonusOn: boolean;
  ruleVersion: number | null;
  /** USD for one USDT. */
  usdtRate: Amount;
  /** Since when; null of a month that was calculated without it. */
  usdtRateAt: Date | null;
  /** Seats with volume below them, new or carried. */
  seats: number;
  /** Of these, the seats whose member had no stake at the end. */
  unqualified: number;
  matchedUsd: Amount;
  bonusUsd: Amount;
  /** How many members receive a bonus, and how many of them have been paid. */
  toPay: number;
  paid: number;
  usdt: Amount;
  pp: Amount;
  roundingUsd: Amount;
}

/** The totals of a month that is closed to purchases. @throws Error if it is not */
export async function monthTotals(db: Db | Trx, month: Month): Promise<MonthTotals> {
  const period = await db
    .selectFrom('bonus_periods')
    .selectAll()
    .where('month', '=', firstDay(month))
    .executeTakeFirstOrThrow();
  const sums = await db
    .selectFrom('sales_months')
    .select((eb) => [
      eb.fn.countAll<bigint>().as('seats'),
      eb.fn.countAll<bigint>().filterWhere('qualified', '=', false).as('unqualified'),
      eb.fn
        .countAll<bigint>()
        .filterWhere((due) => due.or([due('paid_usdt', '>', '0'), due('paid_pp', '>', '0')]))
        .as('to_pay'),
      eb.fn.count<bigint>('receipt_id').as('paid'),
      eb.fn.coalesce(eb.fn.sum<string>('matched_usd'), eb.lit(0)).as('matched'),
      eb.fn.coalesce(eb.fn.sum<string>('bonus_usd'), eb.lit(0)).as('bonus'),
      eb.fn.coalesce(eb.fn.sum<string>('paid_usdt'), eb.lit(0)).as('usdt'),
      eb.fn.coalesce(eb.fn.sum<string>('paid_pp'), eb.lit(0)).as('pp'),
      eb.fn.coalesce(eb.fn.sum<string>('rounding_usd'), eb.lit(0)).as('rounding'),
    ])
    .where('month', '=', firstDay(month))
    .executeTakeFirstOrThrow();
  return {
    ...{
      state: period.state,
      bonusOn: period.bonus_on === true,
      ruleVersion: period.rule_version,
      usdtRate: normal(period.usdt_rate ?? '1'),
      usdtRateAt: period.usdt_rate_at,
    },
    seats: Number(sums.seats),
    unqualified: Number(sums.unqualified),
    matchedUsd: normal(String(sums.matched)),
    bonusUsd: normal(String(sums.bonus)),
    toPay: Number(sums.to_pay),
    paid: Number(sums.paid),
    usdt: normal(String(sums.usdt)),
    pp: normal(String(sums.pp)),
    roundingUsd: normal(String(sums.rounding)),
  };
}
