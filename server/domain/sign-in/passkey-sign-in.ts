// Signing in with a passkey, in place of password and second factor (F-02, S-06 and S-07): the device finds the account
// and verifies its user.
import { timingSafeEqual } from 'node:crypto';
import type { components } from '#openapi/api.gen.d.ts';
import { noteThawRequest } from '#server/domain/freezing/freezing.ts';
import { lockMember } from '#server/domain/members/members.ts';
import {
  answeredSignIn,
  askDevice,
  challengeHash,
  challengeIn,
  takeChallenge,
} from '#server/domain/passkeys/challenges.ts';
import { notePasskeyUse, tellOfCopy } from '#server/domain/passkeys/passkeys.ts';
import { siteOf, signedBy } from '#server/domain/passkeys/verify.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { TokenGrant } from '#server/domain/sessions/sessions.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import { keyedHash } from '#server/platform/crypto/keys.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { MS_PER_SECOND, secondsAfter } from '#server/platform/system/clock.ts';
import { isUnusedSession, LOST_ANSWER_SECONDS } from './challenges.ts';
import { completeSignIn } from './complete-sign-in.ts';

type Assertion = components['schemas']['PasskeyAssertion'];

/** What a device is asked by anybody who wants to sign in. It names no passkey, so it says nothing of any member. */
export async function beginSignIn(
  trx: Trx,
  services: Services,
): Promise<CallResult<components['schemas']['PasskeyRequest']>> {
  const { challenge, expiresIn } = await askDevice(trx, services, { purpose: 'signIn' });
  const options = {
    challenge,
    rpId: siteOf(services.config).id,
    timeout: expiresIn * MS_PER_SECOND,
    userVerification: 'required' as const,
    allowCredentials: [],
  };
  return { kind: 'done', body: { options, expiresIn } };
}

type Answered = { kind: 'granted'; grant: TokenGrant } | { kind: 'refused'; problem: Problem };

/**
 * Signs in with what a device has signed. A passkey that nobody has added, one of a frozen account and a wrong
 * signature are answered alike.
 *
 * Nothing is counted for the account: nobody guesses a signature, so a stranger's failures must not spend the tries of
 * its owner. The caller's calls are limited, and each challenge is good for one answer.
 *
 * @throws Problem passkey_expired, passkey_refused
 */
export async function signInByPasskey(
  services: Services,
  call: CallContext,
  credential: Assertion,
): Promise<TokenGrant> {
  // Refusals leave the transaction as values, so that the challenge stays used up.
  const outcome = await inTransaction(services.db, (trx) => answerLocked(trx, services, call, credential));
  if (outcome.kind === 'granted') return outcome.grant;
  throw outcome.problem;
}

async function answerLocked(trx: Trx, services: Services, call: CallContext, credential: Assertion): Promise<Answered> {
  const { config, clock } = services;
  const challenge = challengeIn(credential.clientDataJSON);
  const answerHash = keyedHash(services.keys.request, challenge, credential.id, credential.signature);
  const isFirst = await takeChallenge(trx, services, { purpose: 'signIn', challenge });
  const mayAnswer = async () =>
    isFirst || isLostAnswer(trx, { challenge, requestKey: call.requestKey, answerHash, now: clock.now() });
  if (!(await mayAnswer())) return refused('passkey_expired');
  const found = await trx
    .selectFrom('passkeys')
    .select('member_id')
    .where('credential_id', '=', Buffer.from(credential.id, 'base64url'))
    .executeTakeFirst();
  if (found === undefined) return refused('passkey_refused');
  const member = await lockMember(trx, found.member_id);
  const memberId = member.id;
  // The session of the lost answer may have been ended while its member was locked by somebody else.
  if (!(await mayAnswer())) return refused('passkey_expired');
  const passkey = await trx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', Buffer.from(credential.id, 'base64url'))
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  // Removed while its member was locked by somebody else.
  if (passkey === undefined) return refused('passkey_refused');
  const isOthers =
    credential.userHandle !== null && credential.userHandle !== member.passkey_handle?.toString('base64url');
  // A repetition has the count of the answer that was lost.
  const counter = isFirst ? passkey.counter : 0;
  const signed = isOthers
    ? ({ kind: 'wrong' } as const)
    : await signedBy(config, { passkey: { ...passkey, counter }, credential, challenge });
  if (signed.kind === 'copied') await tellOfCopy(trx, services, call, passkey);
  if (signed.kind !== 'right') return refused('passkey_refused');
  if (member.frozen_at !== null) {
    const now = clock.now();
    await noteThawRequest(trx, { memberId, now });
    await audit(trx, { kind: 'sign_in_while_frozen', at: now, memberId, call });
    return refused('passkey_refused');
  }
  await notePasskeyUse(trx, services, { passkey, counter: signed.counter });
  const done = await completeSignIn(trx, services, call, { member, requestKey: call.requestKey, secondFactor: true });
  await trx
    .updateTable('passkey_challenges')
    .set({ answer_key: call.requestKey, answer_hash: answerHash, signed_in: done.sessionId })
    .where('challenge_hash', '=', challengeHash(challenge))
    .execute();
  return { kind: 'granted', grant: done.grant };
}

/** Whether this is a repetition of the same call whose answer was lost and never used. */
async function isLostAnswer(
  trx: Trx,
  repeat: { challenge: string; requestKey: string | null; answerHash: Buffer; now: Date },
): Promise<boolean> {
  const { challenge, requestKey, answerHash, now } = repeat;
  const answered = await answeredSignIn(trx, challenge);
  if (answered === null || requestKey === null || answered.answer_key !== requestKey) return false;
  const { used_at: usedAt, answer_hash: firstHash, signed_in: sessionId } = answered;
  if (usedAt === null || firstHash === null || sessionId === null) return false;
  if (!timingSafeEqual(firstHash, answerHash) || secondsAfter(usedAt, LOST_ANSWER_SECONDS) < now) return false;
  return isUnusedSession(trx, sessionId);
}

function refused(code: 'passkey_expired' | 'passkey_refused'): Answered {
  return { kind: 'refused', problem: new Problem(code) };
}
