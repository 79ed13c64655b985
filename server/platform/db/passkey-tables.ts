// The tables of passkeys; part of tables.ts.
import type { ColumnType } from 'kysely';

type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>;
type MaybeBytes = ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>;

export interface PasskeysTable {
  id: string;
  member_id: string;
  credential_id: Bytes;
  public_key: Bytes;
  counter: ColumnType<number, number, number>;
  transports: string[];
  name: string;
  added_at: Date;
  /** From when it confirms money. */
  confirms_from: Date;
  last_used_at: Date | null;
}

export interface PasskeyChallengesTable {
  challenge_hash: Bytes;
  purpose: 'add' | 'signIn' | 'confirm';
  member_id: string | null;
  session_id: string | null;
  draft_id: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  answer_key: string | null;
  answer_hash: MaybeBytes;
  signed_in: string | null;
}
