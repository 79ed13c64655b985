// The tables of volumes and bonuses; part of tables.ts. A month is its first day, as text; amounts are exact numbers,
// as text.
import type { Generated } from 'kysely';

export interface SalesStateTable {
  only_row: Generated<boolean>;
  /** Nothing counts in this month and those before any more. */
  closed_through: string | null;
  summed_at: Date | null;
}

/** Written by `record_volume` only. */
export interface VolumesTable {
  id: Generated<bigint>;
  seat_no: number;
  stake_id: string;
  source: 'purchase' | 'restake';
  amount_usd: string;
  at: Date;
  /** The month that it counts in. */
  month: string;
}

export interface BonusPeriodsTable {
  month: string;
  state: Generated<'open' | 'calculated' | 'released'>;
  input_closed_at: Date;
  calculated_at: Date | null;
  released_at: Date | null;
  rule_version: number | null;
  bonus_on: boolean | null;
  rate: string | null;
  cap_usd: string | null;
  usdt_rate: string | null;
  usdt_rate_at: Date | null;
}

/** Written by `calculate_sales_month`; only that a bonus was paid is added later. */
export interface SalesMonthsTable {
  month: string;
  seat_no: number;
  left_before: string;
  left_new: string;
  right_before: string;
  right_new: string;
  qualified: boolean;
  matched_usd: string;
  bonus_usd: string;
  paid_usdt: string;
  paid_pp: string;
  rounding_usd: string;
  receipt_id: string | null;
}

export interface OpenSalesTable {
  seat_no: number;
  month: string;
  left_usd: string;
  right_usd: string;
}

/** Members of the legs but for those in `uncounted_seats`, and the volume of all calculated months. */
export interface SeatSumsTable {
  seat_no: number;
  left_members: Generated<number>;
  right_members: Generated<number>;
  left_usd: Generated<string>;
  right_usd: Generated<string>;
}

/**
 * Seats that were placed since the legs were last summed up. Written by a trigger of `seats`, emptied by
 * `sum_open_month`.
 */
export interface UncountedSeatsTable {
  seat_no: number;
}
