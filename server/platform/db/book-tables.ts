// The tables of the books, the receipts and the rates; part of tables.ts.
import type { ColumnType, Generated } from 'kysely';
import type { Asset } from '#money/assets.ts';
import type { RatedCurrency } from '#money/currencies.ts';

type Json<T> = ColumnType<T, string, string>;
/** An exact number; it leaves the database as text and so keeps all its digits. */
type Numeric = ColumnType<string, string, string>;
type MaybeNumeric = ColumnType<string | null, string | null | undefined, string | null>;

export interface AccountsTable {
  id: Generated<bigint>;
  member_id: string | null;
  kind: string;
  asset: Asset;
  balance: MaybeNumeric;
}

export interface ReceiptsTable {
  id: string;
  reference: string;
  member_id: string;
  kind: ReceiptKind;
  status: string | null;
  at: Date;
  asset: Asset;
  amount: Numeric;
  fee: ColumnType<string, string | undefined, string>;
  net: Numeric;
  counter_asset: Asset | null;
  counter_amount: MaybeNumeric;
  counterparty_member_id: string | null;
  note: string | null;
  rule_version: number | null;
  rate: MaybeNumeric;
  rate_at: Date | null;
  origin_id: string | null;
  details: ColumnType<Record<string, unknown>, string | undefined, string>;
  updated_at: Date;
}

export type ReceiptKind =
  | 'deposit'
  | 'withdrawal'
  | 'transfer_out'
  | 'transfer_in'
  | 'exchange'
  | 'purchase'
  | 'restake'
  | 'stake_withdrawal'
  | 'staking_reward'
  | 'referral_bonus'
  | 'binary_bonus';

/** Written by `post_journal` only. */
export interface JournalsTable {
  id: Generated<bigint>;
  at: Date;
  kind: string;
  key: string;
  member_id: string | null;
  rule_version: number | null;
  receipt_id: string | null;
  details: Json<Record<string, unknown>>;
}

/** Written by `post_journal` only. */
export interface PostingsTable {
  journal_id: bigint;
  account_id: bigint;
  asset: Asset;
  amount: Numeric;
  balance_after: MaybeNumeric;
}

export interface BooksCheckTable {
  only_row: Generated<boolean>;
  checked_journal: bigint;
  checked_at: Date | null;
}

export interface CheckedBalancesTable {
  account_id: bigint;
  balance: Numeric;
}

export interface RatesTable {
  id: Generated<bigint>;
  asset: Asset;
  usd: Numeric;
  at: Date;
  source: 'operator' | 'feed';
  set_by: string | null;
}

export interface CurrencyRatesTable {
  id: Generated<bigint>;
  currency: RatedCurrency;
  per_usd: Numeric;
  at: Date;
  source: 'operator' | 'feed';
  set_by: string | null;
}

export interface HeldRatesTable {
  asset: Asset;
  usd: Numeric;
  at: Date;
  held_at: Date;
}
