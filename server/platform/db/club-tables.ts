// The tables of what is on or off in the whole club, and of its secrets and clock; part of tables.ts.
import type { ColumnType, Generated } from 'kysely';

type MaybeBytes = ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>;

export interface RetiredKeysTable {
  id: string;
  key_sealed: Buffer;
  retired_at: Date;
}

export interface ClockStateTable {
  only_row: Generated<boolean>;
  last_seen_at: Date;
}

export interface ClubStateTable {
  only_row: Generated<boolean>;
  maintenance: Generated<boolean>;
  maintenance_until: Date | null;
  demo_filled_at: Date | null;
  key_check: MaybeBytes;
  key_check_next: MaybeBytes;
  books_stopped_at: Date | null;
  public_origin: string | null;
  at_home: boolean | null;
  club_id: Generated<string>;
  restored_at: Date | null;
  restored_from: Date | null;
  restore_accepted_at: Date | null;
}
