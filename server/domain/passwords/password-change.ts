// Changes one's own password while signed in (F-08, S-05, S-09 and S-12, D-17).
import type { components } from '#openapi/api.gen.d.ts';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { endOpenActs } from '#server/domain/open-acts/open-acts.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { checkPassword, secondFactorProblem } from '#server/domain/second-factor/step-up.ts';
import type { Services } from '#server/domain/services/services.ts';
import { countedAsOf, trustOnlyThisBrowser } from '#server/domain/sessions/browsers.ts';
import { endOtherSessions } from '#server/domain/sessions/sessions.ts';
import { passwordBucket } from '#server/domain/throttle/password-buckets.ts';
import { clearThrottle } from '#server/domain/throttle/throttle.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';
import { checkNewPassword } from './password-policy.ts';

/** A change whose two passwords passed their checks. */
export interface PreparedChange {
  /** The hash that the present password was compared with. */
  presentHash: string;
  newHash: string;
}

/**
 * Checks both passwords and hashes the new one.
 *
 * @throws Problem password_incorrect, too_many_requests while the present one is throttled, or password_refused
 */
export async function prepareChange(
  services: Services,
  call: CallContext,
  given: { session: MemberSession } & components['schemas']['PasswordChange'],
): Promise<PreparedChange> {
  const { session, password, newPassword } = given;
  const presentHash = await checkPassword(services, call, { session, password });
  const { username } = await services.db
    .selectFrom('members')
    .select('username')
    .where('id', '=', session.memberId)
    .executeTakeFirstOrThrow();
  checkNewPassword(call, { password: newPassword, username, field: 'newPassword' });
  return { presentHash, newHash: await services.passwords.hash(newPassword) };
}

/**
 * Sets the new password if the present one is still the one that was checked, with a code of the second factor if an
 * app is set up. All other sessions end, and only the calling browser stays known.
 */
export async function changePassword(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: {
    session: MemberSession;
    prepared: PreparedChange;
    secondFactor: components['schemas']['SecondFactorProof'] | undefined;
  },
): Promise<CallResult<components['schemas']['PasswordChanged']>> {
  const { session, prepared, secondFactor } = options;
  const { memberId } = session;
  const now = services.clock.now();
  const member = await lockMember(trx, memberId);
  if (member.password_hash !== prepared.presentHash) {
    const errors = { password: [fieldSentence(call.culture, 'passwordIncorrect')] };
    return { kind: 'refused', problem: new Problem('password_incorrect', { errors }) };
  }
  const problem = await secondFactorProblem(trx, services, call, { session, proof: secondFactor });
  if (problem !== null) return { kind: 'refused', problem };
  await trx.updateTable('members').set({ password_hash: prepared.newHash }).where('id', '=', memberId).execute();
  const ended = await endOtherSessions(trx, { session, reason: 'password_changed', now });
  await endOpenActs(trx, services, { memberId, now });
  // Failures of the old password, which a copy of this browser's cookie may have caused, do not count against the new
  // one.
  const countedAs = await countedAsOf(trx, services, call, memberId);
  if (countedAs !== null) await clearThrottle(trx, passwordBucket(services.keys, member.username_key, countedAs));
  const browser = await trustOnlyThisBrowser(trx, services, call, { memberId, proven: true });
  await audit(trx, {
    kind: 'password_changed',
    at: now,
    memberId,
    sessionId: session.id,
    call,
    details: { sessionsEnded: ended },
  });
  await enqueueAlarm(trx, services, { kind: 'passwordChanged', memberId, device: call.device, now });
  return { kind: 'done', body: { changedAt: now.toISOString() }, cookies: [browser] };
}
