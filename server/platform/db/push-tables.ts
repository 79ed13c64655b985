// The tables of Web Push; part of tables.ts.
import type { ColumnType, Generated } from 'kysely';

type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>;
type MaybeBytes = ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>;

export interface PushKeysTable {
  id: number;
  public_key: Bytes;
  private_sealed: Bytes;
  made_at: Date;
}

export interface PushDevicesTable {
  id: string;
  member_id: string;
  session_id: string;
  browser_hash: MaybeBytes;
  endpoint: string;
  public_key: Bytes;
  auth_secret: Bytes;
  added_at: Date;
  delivered_at: Generated<Date | null>;
}

export interface PushMessagesTable {
  id: Generated<bigint>;
  device_id: string;
  /** Null: the member asked for a test. */
  notice_id: bigint | null;
  created_at: Date;
  next_attempt_at: Date;
  leased_until: Generated<Date | null>;
  attempts: Generated<number>;
}
