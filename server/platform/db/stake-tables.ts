// The tables of stakes; part of tables.ts.
import type { Generated } from 'kysely';

export interface StakesTable {
  id: string;
  member_id: string;
  /** Of the purchase or restake that began it. */
  receipt_id: string;
  stage: number;
  state: Generated<'running' | 'matured' | 'restaked' | 'withdrawn'>;
  option: 'full' | 'mpOnly' | 'withdraw' | null;
  /** Amounts are exact numbers, as text. */
  amount_usd: string;
  staked_usdt: string;
  staked_mp: string;
  accrued_mp: Generated<string>;
  days: number;
  days_accrued: Generated<number>;
  started_at: Date;
  ends_at: Date;
  /** When the next thing is due while it runs: its next day, or its end once all days are accrued. */
  next_at: Date;
  ended_at: Date | null;
  previous_id: string | null;
}

export interface RiskAcknowledgementsTable {
  member_id: string;
  risk_version: number;
  at: Date;
}
