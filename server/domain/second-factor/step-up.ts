import { audit } from '#server/platform/audit/audit.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { Services } from '#server/domain/services/services.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';
import { stepUpBucket } from '#server/domain/throttle/password-buckets.ts';
import { checkCode, refusalOf } from './second-factor.ts';
import { chargePassword, clearThrottle } from '#server/domain/throttle/throttle.ts';
import { chargeProof, endIfUsedUp, giveProofBack } from '#server/domain/sessions/wrong-proofs.ts';

/**
 * Asks a signed-in member for the password again before a change to the account. Failures are delayed like those of a
 * sign-in, and the tenth ends the session. They are counted by session: a stolen session can neither guess the password
 * nor keep another session from using it.
 *
 * @throws Problem password_incorrect, too_many_requests while the session is delayed, or session_ended
 */
export async function requirePassword(
  services: Services,
  call: CallContext,
  options: { session: MemberSession; password: string },
): Promise<void> {
  await checkPassword(services, call, options);
}

/**
 * The same, for changes that must not rely on a password which another call has just replaced.
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
  const bucket = stepUpBucket(session.id);
  if (!(await chargeProof(db, session))) throw new Problem('session_ended');
  try {
    await chargePassword(db, bucket, now);
  } catch (error) {
    // While it is delayed nothing is compared, so nothing was guessed.
    await giveProofBack(db, session);
    throw error;
  }
  const member = await db
    .selectFrom('members')
    .select('password_hash')
    .where('id', '=', session.memberId)
    .executeTakeFirstOrThrow();
  const { password_hash: storedHash } = member;
  const right = await passwords.verify(storedHash, password);
  if (right && storedHash !== null) {
    await giveProofBack(db, session);
    await clearThrottle(db, bucket);
    return storedHash;
  }
  await audit(db, {
    kind: 'password_check_failed',
    at: now,
    memberId: session.memberId,
    sessionId: session.id,
    call,
    details: { stepUp: true },
  });
  if (await endIfUsedUp(db, call, { session, now })) throw new Problem('session_ended');
  throw new Problem('password_incorrect', { errors: { password: [fieldSentence(call.culture, 'passwordIncorrect')] } });
}

type SecondFactorProof = components['schemas']['SecondFactorProof'];

/** Whether a member has an authenticator app set up. */
export async function hasSecondFactor(db: Db | Trx, memberId: string): Promise<boolean> {
  return (
    (await db.selectFrom('two_factor').select('member_id').where('member_id', '=', memberId).executeTakeFirst()) !==
    undefined
  );
}

/**
 * Asks a member with an authenticator app for a code of it, or a recovery code, and uses it up; without an app nothing
 * is asked. The member's row must be locked, and the transaction must commit whatever the result, since the count of
 * failures is part of it.
 *
 * @returns what is wrong: second_factor_required, code_incorrect or session_ended; null if nothing is
 */
export async function secondFactorProblem(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; proof: SecondFactorProof | undefined },
): Promise<Problem | null> {
  const { session, proof } = options;
  const { memberId } = session;
  if (!(await hasSecondFactor(trx, memberId))) return null;
  if (proof === undefined)
    return new Problem('second_factor_required', { errors: fieldError('code', call.culture, 'required') });
  const check = await checkCode(trx, services, call, { memberId, ...proof, of: { kind: 'session', session } });
  if (check.kind === 'right') return null;
  if (check.kind !== 'wrong') return refusalOf(check, services.clock.now());
  return new Problem('code_incorrect', { errors: { code: [fieldSentence(call.culture, 'codeIncorrect')] } });
}

/**
 * Asks the signed-in member again for the strongest proof that the account has: the first half, outside any
 * transaction. With an app set up nothing is asked here, and `secondFactorProblem` requires a code of it; without one,
 * the password is checked.
 *
 * @throws Problem password_incorrect, invalid_request if it is missing, or too_many_requests
 */
export async function requireStepUp(
  services: Services,
  call: CallContext,
  options: { session: MemberSession; given: components['schemas']['StepUp'] },
): Promise<void> {
  const { session, given } = options;
  if (await hasSecondFactor(services.db, session.memberId)) return;
  if (given.password === undefined)
    throw new Problem('invalid_request', { errors: fieldError('password', call.culture, 'required') });
  await checkPassword(services, call, { session, password: given.password });
}
