// The tables of codes, links and recoveries; a part of tables.ts.
import type { ColumnType, Generated } from 'kysely';

type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>;
type MaybeBytes = ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>;

export interface EmailSendsTable {
  id: Generated<bigint>;
  budget: string;
  spender: Bytes;
  purpose: string;
  act: Bytes;
  caller: MaybeBytes;
  /** The session that asked for a member's own mail. */
  session_id: string | null;
  sent_at: Date;
}

export interface EmailCodesTable {
  id: string;
  binding: Bytes;
  code_hash: Bytes;
  created_at: Date;
  expires_at: Date;
  tries: Generated<number>;
  used_at: Date | null;
  voided_at: Date | null;
}

export interface EmailProofsTable {
  proof_hash: Bytes;
  address: Bytes;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface PasswordRecoveriesTable {
  id: string;
  token_hash: Bytes;
  address: Bytes;
  account: Bytes;
  member_id: string | null;
  created_at: Date;
  expires_at: Date;
  grant_hash: MaybeBytes;
  grant_expires_at: Date | null;
  ended_at: Date | null;
}

export interface EmailChangeRequestsTable {
  id: string;
  member_id: string;
  token_hash: Bytes;
  status: 'requested' | 'opened' | 'changed' | 'expired' | 'replaced';
  requested_at: Date;
  expires_at: Date;
  opened_at: Date | null;
  /** The session that showed the token of the link last, which alone goes on with the change. */
  opened_by: string | null;
  address: MaybeBytes;
  ended_at: Date | null;
}

export interface FreezeLinksTable {
  id: string;
  token_hash: Bytes;
  member_id: string;
  created_at: Date;
  expires_at: Date;
  to_former_address: Generated<boolean>;
  /** Unknown of links that were mailed by an earlier version. */
  former_address: string | null;
  ended_at: Date | null;
}

export interface ThawLinksTable {
  id: string;
  token_hash: Bytes;
  member_id: string | null;
  created_at: Date;
  expires_at: Date;
  tries: Generated<number>;
  ended_at: Date | null;
}
