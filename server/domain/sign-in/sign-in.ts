// The first step of a sign-in: username and password (F-02, S-06 and S-07, D-15).
import { noteThawRequest } from '#server/domain/freezing/freezing.ts';
import { findForSignIn, lockMember, nameKey, type SignInMember } from '#server/domain/members/members.ts';
import type { Services } from '#server/domain/services/services.ts';
import { readBrowser, trustedSince } from '#server/domain/sessions/browsers.ts';
import type { TokenGrant } from '#server/domain/sessions/sessions.ts';
import { passwordBucket } from '#server/domain/throttle/password-buckets.ts';
import { chargePassword, clearThrottle, MAX_PASSWORD_FAILURES } from '#server/domain/throttle/throttle.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { openChallenge, type SecondFactorNeeded } from './challenges.ts';
import { completeSignIn } from './complete-sign-in.ts';

/**
 * Signs in with username and password.
 *
 * An unknown name takes the same path as a wrong password: same throttle, same argon2 work, same answer. So does the
 * right password of a frozen account, whose member is mailed how to thaw it (D-32).
 *
 * @throws Problem invalid_login, or too_many_requests while the bucket is delayed
 */
export async function signIn(
  services: Services,
  call: CallContext,
  credentials: { username: string; password: string },
): Promise<TokenGrant | SecondFactorNeeded> {
  const { db, clock, keys, passwords } = services;
  const now = clock.now();
  const usernameKey = nameKey(credentials.username);
  const browserHash = readBrowser(call.cookies, keys);
  const { member, countedAs } = await findForSignIn(db, { usernameKey, browserHash, trustedSince: trustedSince(now) });
  const bucket = passwordBucket(keys, usernameKey, countedAs);
  const attempt = await chargePassword(db, bucket, now);
  const right = await passwords.verify(member?.passwordHash ?? null, credentials.password);
  const opens = right && attempt.mayOpen;
  if (member === null || !opens || member.frozen) {
    const justDisabled = attempt.failures === MAX_PASSWORD_FAILURES;
    const kind = justDisabled ? 'password_disabled' : opens ? 'sign_in_while_frozen' : 'sign_in_failed';
    await noteThawRequest(db, { memberId: opens && member !== null ? member.id : null, now });
    await audit(db, {
      kind,
      at: now,
      memberId: member?.id ?? null,
      call,
      details: { countedAsOf: countedAs !== null },
    });
    throw new Problem('invalid_login');
  }
  const newHash = await rehash(services, member, credentials.password);
  const signedIn = await inTransaction(db, async (trx) => {
    const locked = await lockMember(trx, member.id);
    const { password_hash: presentHash, frozen_at: frozenAt } = locked;
    if (frozenAt !== null) return null;
    // Replaced since it was compared: only the present password may open a session that outlives the change.
    const changed = presentHash !== member.passwordHash;
    if (changed && !(await passwords.verify(presentHash, credentials.password))) return null;
    await clearThrottle(trx, bucket);
    if (newHash !== null && !changed)
      await trx.updateTable('members').set({ password_hash: newHash }).where('id', '=', member.id).execute();
    const secondFactor = await trx
      .selectFrom('two_factor')
      .select('member_id')
      .where('member_id', '=', member.id)
      .executeTakeFirst();
    if (secondFactor !== undefined) return openChallenge(trx, services, call, member.id);
    const done = await completeSignIn(trx, services, call, {
      member: locked,
      requestKey: call.requestKey,
      secondFactor: false,
    });
    return done.grant;
  });
  if (signedIn === null) throw new Problem('invalid_login');
  return signedIn;
}

async function rehash(services: Services, member: SignInMember, password: string): Promise<string | null> {
  const outdated = member.passwordHash !== null && services.passwords.isOutdated(member.passwordHash);
  return outdated ? services.passwords.hash(password) : null;
}
