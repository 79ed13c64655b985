// The second factor of money (D-08): the authenticator app if one is set up, otherwise a code to the verified address.
import { Problem } from '#server/platform/contract/problems.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

/** How a member confirms; null if there is neither an app nor a verified address. */
export async function secondFactorOf(db: Db | Trx, memberId: string): Promise<'totp' | 'email' | null> {
  const member = await db
    .selectFrom('members')
    .leftJoin('two_factor', 'two_factor.member_id', 'members.id')
    .select(['members.email_verified_at', 'two_factor.enabled_at'])
    .where('members.id', '=', memberId)
    .executeTakeFirstOrThrow();
  if (member.enabled_at !== null) return 'totp';
  return member.email_verified_at === null ? null : 'email';
}

/** The same for a caller that needs one. @throws Problem email_not_verified */
export async function requireSecondFactor(db: Db | Trx, memberId: string): Promise<'totp' | 'email'> {
  const factor = await secondFactorOf(db, memberId);
  if (factor === null) throw new Problem('email_not_verified');
  return factor;
}
