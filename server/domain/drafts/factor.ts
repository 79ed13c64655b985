// The second factor of money (D-08): the authenticator app if one is set up, otherwise a code to the verified address.
// In place of either, a passkey that was added long enough ago.
import { trustedMoment } from '#server/domain/club/trusted-clock.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Opened } from '#server/domain/sessions/open-session.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { DraftSecondFactor } from './executor.ts';

/** How a member confirms; null if there is neither an app nor a verified address. */
type Factor = 'totp' | 'email' | null;

/** How a member confirms. */
export async function secondFactorOf(db: Db | Trx, memberId: string): Promise<Factor> {
  const member = await db
    .selectFrom('members')
    .leftJoin('two_factor', 'two_factor.member_id', 'members.id')
    .select(['members.email_verified_at', 'two_factor.enabled_at'])
    .where('members.id', '=', memberId)
    .executeTakeFirstOrThrow();
  return factorOf(member.enabled_at, member);
}

function factorOf(appSince: Date | null, member: { email_verified_at: Date | null }): Factor {
  if (appSince !== null) return 'totp';
  return member.email_verified_at === null ? null : 'email';
}

/** The same under the lock of the call's member. */
export function factorUnderLock({ appSince, member }: Opened): Factor {
  return factorOf(appSince, member);
}

/**
 * Whether the member still confirms the way that a draft was made for: an app may have been set up or removed
 * meanwhile.
 */
export function isStillConfirmedSo(draft: { second_factor: DraftSecondFactor }, opened: Opened): boolean {
  return draft.second_factor === 'none' || draft.second_factor === factorUnderLock(opened);
}

/** How a member confirms, for a caller that needs one. @throws Problem email_not_verified */
export function requireSecondFactor(opened: Opened): 'totp' | 'email' {
  const factor = factorUnderLock(opened);
  if (factor === null) throw new Problem('email_not_verified');
  return factor;
}

/**
 * The member's passkeys that confirm money. One that was added within the last 24 hours doesn't, not even what the hold
 * leaves open: its owner may not have seen the mail yet (D-08).
 */
export async function confirmingPasskeys(
  db: Db | Trx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  memberId: string,
) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('confirms_from', '<=', await trustedMoment({ db, clock, config }))
    .orderBy('added_at')
    .orderBy('id')
    .execute();
}
