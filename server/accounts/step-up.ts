import { audit } from '#server/audit/audit.ts';
import type { CallContext } from '#server/contract/types.ts';
import { Problem } from '#server/problems.ts';
import type { Services } from '#server/services.ts';
import { fieldSentence } from '#server/texts.ts';
import { stepUpBucket } from './password-buckets.ts';
import type { MemberSession } from './sessions.ts';
import { chargePassword, clearThrottle, MAX_PASSWORD_FAILURES } from './throttle.ts';

/**
 * Asks a signed-in member's password again before a change to the account. Failures wait as those of a sign-in do, in a
 * bucket of their own, so that a stolen session neither guesses the password nor locks the sign-in.
 *
 * @throws Problem password_incorrect, or too_many_requests while the bucket waits
 */
export async function requirePassword(
  services: Services,
  call: CallContext,
  options: { session: MemberSession; password: string },
): Promise<void> {
  await checkPassword(services, call, options);
}

/**
 * The same, for changes that must not follow on a password which another call has just replaced.
 *
 * @returns the stored hash that the password was compared with
 */
export async function checkPassword(
  services: Services,
  call: CallContext,
  options: { session: MemberSession; password: string },
): Promise<string> {
  const { db, clock, passwords } = services;
  const { session, password } = options;
  const now = clock.now();
  const bucket = stepUpBucket(session.memberId);
  const attempt = await chargePassword(db, bucket, now);
  const member = await db.selectFrom('members').select('password_hash').where('id', '=', session.memberId).executeTakeFirstOrThrow();
  const { password_hash: storedHash } = member;
  const right = await passwords.verify(storedHash, password);
  if (right && storedHash !== null && attempt.mayOpen) {
    await clearThrottle(db, bucket);
    return storedHash;
  }
  const kind = attempt.failures === MAX_PASSWORD_FAILURES ? 'password_disabled' : 'password_check_failed';
  await audit(db, { kind, at: now, memberId: session.memberId, sessionId: session.id, call, details: { stepUp: true } });
  throw new Problem('password_incorrect', { errors: { password: [fieldSentence(call.culture, 'passwordIncorrect')] } });
}
