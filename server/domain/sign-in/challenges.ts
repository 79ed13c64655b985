// The second step of a sign-in: a challenge with five minutes and five tries (F-02, S-07).
import { timingSafeEqual } from 'node:crypto';
import type { components } from '#openapi/api.gen.d.ts';
import { lockMember, type LockedMember } from '#server/domain/members/members.ts';
import { endChallenges } from '#server/domain/open-acts/open-challenges.ts';
import { recoveryCodesLeft } from '#server/domain/second-factor/recovery-codes.ts';
import { checkCode, refusalOf } from '#server/domain/second-factor/second-factor.ts';
import type { Services } from '#server/domain/services/services.ts';
import { codeCounter } from '#server/domain/sessions/browsers.ts';
import type { TokenGrant } from '#server/domain/sessions/sessions.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, Cookie } from '#server/platform/contract/types.ts';
import { keyedHash } from '#server/platform/crypto/keys.ts';
import { newToken, tokenHash } from '#server/platform/crypto/tokens.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';
import { completeSignIn } from './complete-sign-in.ts';

export type SecondFactorNeeded = components['schemas']['SecondFactorNeeded'];
type SecondFactorAnswer = components['schemas']['SecondFactorAnswer'];

export const CHALLENGE_COOKIE: Cookie = { name: 'perch_challenge' };
const CHALLENGE_SECONDS = 5 * 60;
const TRIES = 5;
/** How long after a right answer the same call may ask again for the tokens that it lost. */
export const LOST_ANSWER_SECONDS = 60;

/** Opens the challenge of a sign-in whose password was right; its handle is returned in the answer and in a cookie. */
export async function openChallenge(
  trx: Trx,
  services: Services,
  call: CallContext,
  memberId: string,
): Promise<SecondFactorNeeded> {
  const now = services.clock.now();
  const handle = newToken('ch', services.random);
  const expiresAt = secondsAfter(now, CHALLENGE_SECONDS);
  // A repetition of the same call: the challenge of the lost answer is no longer needed.
  if (call.requestKey !== null) await endChallenges(trx, { memberId, madeUnderKey: call.requestKey });
  await trx
    .insertInto('challenges')
    .values({
      handle_hash: tokenHash(handle),
      member_id: memberId,
      created_at: now,
      expires_at: expiresAt,
      made_under_key: call.requestKey,
    })
    .execute();
  await audit(trx, { kind: 'second_factor_asked', at: now, memberId, call });
  call.cookies.set(CHALLENGE_COOKIE, handle, CHALLENGE_SECONDS);
  const hasRecoveryCodes = (await recoveryCodesLeft(trx, memberId)) > 0;
  return {
    result: 'secondFactor',
    challenge: handle,
    expiresAt: expiresAt.toISOString(),
    expiresIn: CHALLENGE_SECONDS,
    methods: hasRecoveryCodes ? ['totp', 'recoveryCode'] : ['totp'],
    triesLeft: TRIES,
  };
}

type Answered = { kind: 'granted'; grant: TokenGrant } | { kind: 'refused'; problem: Problem };

/**
 * Answers a challenge with a code. The body's handle takes precedence over the cookie's.
 *
 * @throws Problem code_incorrect (with the tries left), challenge_expired, challenge_used_up or second_factor_locked
 */
export async function answerChallenge(
  services: Services,
  call: CallContext,
  answer: SecondFactorAnswer,
): Promise<TokenGrant> {
  const handle = answer.challenge ?? call.cookies.read(CHALLENGE_COOKIE);
  // Refusals leave the transaction as values, so that the counts that led to them are committed.
  const outcome = await inTransaction(services.db, (trx) => answerLocked(trx, services, call, { handle, answer }));
  if (outcome.kind === 'granted') {
    call.cookies.clear(CHALLENGE_COOKIE);
    return outcome.grant;
  }
  if (outcome.problem.status === 401) call.cookies.clear(CHALLENGE_COOKIE);
  throw outcome.problem;
}

async function answerLocked(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { handle: string | null; answer: SecondFactorAnswer },
): Promise<Answered> {
  const hash = tokenHash(given.handle ?? '');
  const found = await trx
    .selectFrom('challenges')
    .select('member_id')
    .where('handle_hash', '=', hash)
    .executeTakeFirst();
  if (found === undefined) return refused('challenge_expired');
  const memberId = found.member_id;
  const member = await lockMember(trx, memberId);
  // Whatever held the lock until now, such as a freeze or a new password, may have taken longer than the challenge had.
  const now = services.clock.now();
  const challenge = await trx.selectFrom('challenges').selectAll().where('handle_hash', '=', hash).executeTakeFirst();
  if (challenge === undefined || member.frozen_at !== null) return refused('challenge_expired');
  const answerHash = keyedHash(
    services.keys.request,
    hash.toString('base64url'),
    given.answer.method,
    given.answer.code,
  );
  if (challenge.answered_at !== null) {
    const repeated = await isLostAnswer(trx, challenge, { requestKey: call.requestKey, answerHash, now });
    return repeated ? grant(trx, services, call, { member, hash, answerHash }) : refused('challenge_expired');
  }
  if (challenge.expires_at <= now) return refused('challenge_expired');
  if (challenge.tries >= TRIES) return refused('challenge_used_up');
  const tries = await countTry(trx, hash);
  const of = { kind: 'signIn', counter: await codeCounter(trx, services, call, memberId) } as const;
  const check = await checkCode(trx, services, call, {
    memberId,
    method: given.answer.method,
    code: given.answer.code,
    of,
  });
  if (check.kind === 'right') return grant(trx, services, call, { member, hash, answerHash });
  if (check.kind !== 'wrong') {
    await trx
      .updateTable('challenges')
      .set({ tries: tries - 1 })
      .where('handle_hash', '=', hash)
      .execute();
    return { kind: 'refused', problem: refusalOf(check, now) };
  }
  if (tries >= TRIES) return refused('challenge_used_up');
  return {
    kind: 'refused',
    problem: new Problem('code_incorrect', {
      triesLeft: TRIES - tries,
      errors: { code: [fieldSentence(call.culture, 'codeIncorrect')] },
    }),
  };
}

/** Counts a try before the code is compared, and returns the number of tries so far. */
async function countTry(trx: Trx, hash: Buffer): Promise<number> {
  const { tries } = await trx
    .updateTable('challenges')
    .set((query) => ({ tries: query('tries', '+', 1) }))
    .where('handle_hash', '=', hash)
    .returning('tries')
    .executeTakeFirstOrThrow();
  return tries;
}

async function grant(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { member: LockedMember; hash: Buffer; answerHash: Buffer },
): Promise<Answered> {
  const { member, hash, answerHash } = options;
  const done = await completeSignIn(trx, services, call, { member, requestKey: call.requestKey, secondFactor: true });
  await trx
    .updateTable('challenges')
    .set((query) => ({
      // A repeated answer keeps the first moment, so that repetitions do not prolong the time for repeating.
      answered_at: query.fn.coalesce('answered_at', query.val(services.clock.now())),
      answer_key: call.requestKey,
      answer_hash: answerHash,
      session_id: done.sessionId,
    }))
    .where('handle_hash', '=', hash)
    .execute();
  return { kind: 'granted', grant: done.grant };
}

/** Whether this is a repetition of the same call whose answer was lost and never used. */
async function isLostAnswer(
  trx: Trx,
  challenge: {
    answered_at: Date | null;
    answer_key: string | null;
    answer_hash: Buffer | null;
    session_id: string | null;
  },
  repeat: { requestKey: string | null; answerHash: Buffer; now: Date },
): Promise<boolean> {
  const { requestKey, answerHash, now } = repeat;
  const { answered_at: answeredAt, answer_key: answerKey, answer_hash: firstHash, session_id: sessionId } = challenge;
  if (
    requestKey === null ||
    answerKey !== requestKey ||
    answeredAt === null ||
    firstHash === null ||
    sessionId === null
  )
    return false;
  if (!timingSafeEqual(firstHash, answerHash) || secondsAfter(answeredAt, LOST_ANSWER_SECONDS) < now) return false;
  return isUnusedSession(trx, sessionId);
}

/** Whether a session is open and none of its tokens was ever used: then nobody has the answer that carried them. */
export async function isUnusedSession(trx: Trx, sessionId: string): Promise<boolean> {
  const session = await trx
    .selectFrom('sessions')
    .innerJoin('access_tokens', 'access_tokens.session_id', 'sessions.id')
    .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
    .select(['sessions.ended_at', 'access_tokens.first_used_at', 'refresh_tokens.spent_at'])
    .where('sessions.id', '=', sessionId)
    .execute();
  return (
    session.length === 1 &&
    session.every((row) => row.ended_at === null && row.first_used_at === null && row.spent_at === null)
  );
}

function refused(code: 'challenge_expired' | 'challenge_used_up'): Answered {
  return { kind: 'refused', problem: new Problem(code) };
}
