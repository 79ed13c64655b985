// The tables of chains, drafts, withdrawals and deposits; part of tables.ts.
import type { ColumnType, Generated } from 'kysely';
import type { components } from '#openapi/api.gen.d.ts';

type Network = 'bitcoin' | 'ethereum';
type ChainAsset = 'BTC' | 'ETH' | 'USDT';
type WithdrawalRefusal = components['schemas']['WithdrawalRefusal'];

export interface ChainCursorsTable {
  network: Network;
  genesis_hash: string;
  height: bigint;
  hash: string;
  moved_at: Date;
}

export interface ChainBlocksTable {
  network: Network;
  height: bigint;
  hash: string;
}

export interface ChainKeysTable {
  fingerprint: string;
  next_index: Generated<number>;
  /** Since when what is paid to its addresses is held; null while it is in use. */
  retired_at: Generated<Date | null>;
}

export interface ChainAddressesTable {
  id: string;
  network: Network;
  asset: ChainAsset;
  member_id: string;
  fingerprint: string;
  key_index: number;
  address: string;
  lookup: string;
  issued_at: Date;
}

export interface ChainSightingsTable {
  id: string;
  network: Network;
  tx_id: string;
  output_index: number;
  address_id: string;
  asset: ChainAsset;
  /** An exact number, as text. */
  amount: string;
  block_height: bigint;
  block_hash: string;
  first_seen_at: Date;
  confirmations: number;
  final_at: Date | null;
  dropped_at: Date | null;
}

export interface DraftsTable {
  id: string;
  member_id: string;
  kind: 'withdrawal' | 'transfer' | 'exchange' | 'purchase' | 'restake';
  state: Generated<'open' | 'executed' | 'voided'>;
  /** Only the executor of the kind knows their form. */
  terms: ColumnType<object, string, never>;
  second_factor: 'none' | 'totp' | 'email';
  tries: Generated<number>;
  created_at: Date;
  expires_at: Date;
  executed_at: Date | null;
  receipt_id: string | null;
}

export interface SavedAddressesTable {
  id: string;
  member_id: string;
  asset: ChainAsset;
  network: Network;
  address: string;
  label: string;
  saved_at: Date;
  removed_at: Date | null;
  renamed_at: Date | null;
}

export interface FavoriteRecipientsTable {
  member_id: string;
  recipient_id: string;
}

export interface WithdrawalsTable {
  id: string;
  member_id: string;
  network: Network;
  development: boolean;
  address: string;
  completes_at: Date;
  payout_at: Date | null;
  transaction_id: string | null;
  completed_at: Date | null;
  settled_at: Date | null;
  unpaid_at: Date | null;
  refusal: Generated<WithdrawalRefusal | null>;
}

/** Which withdrawal a transaction has paid. */
export interface PayoutTransactionsTable {
  network: Network;
  transaction_id: string;
  withdrawal_id: string;
}

/** A payment to the address of a withdrawal that waited, in blocks that were read after a restore. */
export interface PayoutSightingsTable {
  network: Network;
  tx_id: string;
  output_index: number;
  withdrawal_id: string;
  asset: ChainAsset;
  amount: string;
  block_height: bigint;
  seen_at: Date;
}

export interface LostAddressesTable {
  network: Network;
  lookup: string;
  fingerprint: string;
  key_index: number;
  address: string;
  restored_at: Date;
}

export interface LostPaymentsTable {
  network: Network;
  tx_id: string;
  output_index: number;
  lookup: string;
  asset: ChainAsset;
  units: string;
  block_height: bigint;
  block_hash: string;
  seen_at: Date;
}

export interface DepositsTable {
  id: string;
  member_id: string;
  address_id: string;
  network: Network;
  development: boolean;
  wanted: string | null;
  sighting_id: string | null;
  received: string | null;
  confirmations: Generated<number>;
  confirmations_needed: number;
  sightings: Generated<number>;
  credited_at: Date | null;
  refusal: Generated<'belowMinimum' | 'retiredAddress' | null>;
  refusal_minimum: Generated<string | null>;
  returned_by: Generated<string | null>;
}

export interface RecordStepsTable {
  id: Generated<bigint>;
  receipt_id: string;
  status: string;
  at: Date;
}
