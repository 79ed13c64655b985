import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { MembersTable } from '#server/platform/db/tables.ts';

/** What a sign-in needs to know of a member. */
export interface SignInMember {
  id: string;
  passwordHash: string | null;
  frozen: boolean;
}

/** A username or mail address in the form used for comparison: letter case and width do not matter. */
export function nameKey(name: string): string {
  // PostgreSQL's text cannot hold NUL; no name contains it, so the replacement finds nobody.
  return name.normalize('NFKC').toLowerCase().replaceAll('\u0000', '\uFFFD');
}

/**
 * Finds a member by username and, in the same statement, how this browser is counted if the account knows it, so that
 * known and unknown names take the same path.
 */
export async function findForSignIn(
  db: Db,
  options: { usernameKey: string; browserHash: Buffer | null; trustedSince: Date },
): Promise<{ member: SignInMember | null; countedAs: Buffer | null }> {
  const row = await db
    .selectFrom('members')
    .leftJoin('trusted_browsers', (join) =>
      join
        .onRef('trusted_browsers.member_id', '=', 'members.id')
        .on('trusted_browsers.browser_hash', '=', options.browserHash ?? Buffer.alloc(0))
        .on('trusted_browsers.last_seen_at', '>=', options.trustedSince),
    )
    .select(['members.id', 'members.password_hash', 'members.frozen_at', 'trusted_browsers.counted_as'])
    .where('members.username_key', '=', options.usernameKey)
    .executeTakeFirst();
  if (row === undefined) return { member: null, countedAs: null };
  return {
    member: { id: row.id, passwordHash: row.password_hash, frozen: row.frozen_at !== null },
    countedAs: row.counted_as,
  };
}

/**
 * The columns of a locked row, by name: the statement is prepared, and a column that a later version adds must not
 * change what a prepared statement returns.
 */
const LOCKED = [
  'id',
  'username',
  'username_key',
  'name',
  'name_key',
  'email',
  'email_key',
  'email_verified_at',
  'phone',
  'referral_code',
  'introducer_id',
  'password_hash',
  'culture',
  'rank',
  'binding_generation',
  'joined_at',
  'last_sign_in_at',
  'money_held_until',
  'mailbox_held_until',
  'frozen_at',
  'frozen_by',
  'frozen_from',
  'thaw_asked_at',
  'terms_version',
  'terms_accepted_at',
  'email_phrase',
  'email_phrase_before',
  'email_phrase_before_until',
  'passkey_handle',
  'allow_list_on_at',
  'allow_list_off_at',
] as const satisfies readonly (keyof MembersTable)[];

/** A member's row as it is while it is locked. */
export type LockedMember = Awaited<ReturnType<typeof lockMember>>;

/**
 * Locks a member's row until the transaction ends: changes to the member's sessions or second factor happen one at a
 * time. Rows of other tables that refer to the member may still be added meanwhile.
 */
export async function lockMember(trx: Trx, memberId: string) {
  return trx.selectFrom('members').select(LOCKED).where('id', '=', memberId).forNoKeyUpdate().executeTakeFirstOrThrow();
}
