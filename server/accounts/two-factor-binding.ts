// Binding and unbinding the authenticator app (F-07, security rules 8, 9 and 12).
import type { components } from '#openapi/api.gen.d.ts';
import { audit } from '#server/audit/audit.ts';
import type { CallContext } from '#server/contract/types.ts';
import { keyedHash, type Keys } from '#server/crypto/keys.ts';
import { seal } from '#server/crypto/seal.ts';
import type { Db, Trx } from '#server/db/kysely.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { momentText } from '#server/mail/render.ts';
import { Problem } from '#server/problems.ts';
import type { Services } from '#server/services.ts';
import { fieldSentence } from '#server/texts.ts';
import { endChallenges } from './challenges.ts';
import { holdWithdrawals } from './hold.ts';
import { lockMember } from './members.ts';
import { deleteRecoveryCodes, newRecoveryCodes, recoveryCodesLeft, replaceRecoveryCodes } from './recovery-codes.ts';
import { checkCode, lockedProblem, type SecondFactorMethod } from './second-factor.ts';
import { endOtherSessions, type MemberSession } from './sessions.ts';
import { totpBinding, totpStep, typedCode } from './totp.ts';

/** 160 bits (security rule 8). */
const SECRET_BYTES = 20;

/**
 * The state of a member's second factor, with the key to bind while none is bound. Nothing is written: the key is derived of
 * member, session and the number of bindings so far, so it is the same at every reading and never offered again.
 */
export async function readTwoFactor(db: Db, keys: Keys, session: MemberSession): Promise<components['schemas']['TwoFactorInfo']> {
  const member = await db
    .selectFrom('members')
    .leftJoin('two_factor', 'two_factor.member_id', 'members.id')
    .select(['members.username', 'members.binding_generation', 'two_factor.enabled_at'])
    .where('members.id', '=', session.memberId)
    .executeTakeFirstOrThrow();
  const enabled = member.enabled_at !== null;
  return {
    enabled,
    enabledAt: member.enabled_at?.toISOString() ?? null,
    recoveryCodesLeft: enabled ? await recoveryCodesLeft(db, session.memberId) : 0,
    binding: enabled ? null : totpBinding(offeredSecret(keys, session, member.binding_generation), member.username),
  };
}

/** A refusal that must be told after the transaction has committed what led to it. */
export type Bound<T> = { kind: 'done'; body: T } | { kind: 'refused'; problem: Problem };

/**
 * Binds the key that this session was offered, makes the recovery codes, ends all other sessions, mails and records.
 * The password must have been checked.
 */
export async function bindTwoFactor(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; code: string },
): Promise<Bound<components['schemas']['EnabledTwoFactor']>> {
  const { session, code } = options;
  const { keys, random, clock } = services;
  const now = clock.now();
  const { memberId } = session;
  const member = await lockMember(trx, memberId);
  const bound = await trx.selectFrom('two_factor').select('member_id').where('member_id', '=', memberId).executeTakeFirst();
  if (bound !== undefined) return { kind: 'refused', problem: new Problem('two_factor_already_on') };
  const secret = offeredSecret(keys, session, member.binding_generation);
  const step = totpStep(secret, typedCode(code), now);
  // The key is the caller's own, so a wrong first code tells nobody anything and is not counted as a guess.
  if (step === null) return wrongCode(call);
  const sealed = seal(keys.twoFactorSecret, secret, { owner: memberId, random });
  await trx
    .insertInto('two_factor')
    .values({ member_id: memberId, secret_sealed: sealed, enabled_at: now, last_step: step })
    .execute();
  const codes = newRecoveryCodes(random);
  await replaceRecoveryCodes(trx, { memberId, codes, keys, now });
  await finishChange(trx, services, call, { session, change: 'on', generation: member.binding_generation });
  return { kind: 'done', body: { enabledAt: now.toISOString(), recoveryCodes: codes } };
}

/**
 * Unbinds the second factor with a current code of it, ends all other sessions, mails and records.
 * The password must have been checked.
 */
export async function unbindTwoFactor(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; method: SecondFactorMethod; code: string },
): Promise<Bound<components['schemas']['DisabledTwoFactor']>> {
  const { session, method, code } = options;
  const now = services.clock.now();
  const { memberId } = session;
  const member = await lockMember(trx, memberId);
  const bound = await trx.selectFrom('two_factor').select('member_id').where('member_id', '=', memberId).executeTakeFirst();
  if (bound === undefined) return { kind: 'refused', problem: new Problem('two_factor_already_off') };
  const check = await checkCode(trx, services, call, { memberId, method, code });
  if (check.kind === 'locked') return { kind: 'refused', problem: lockedProblem(now, check.until) };
  if (check.kind === 'wrong') return wrongCode(call);
  await trx.deleteFrom('two_factor').where('member_id', '=', memberId).execute();
  await deleteRecoveryCodes(trx, memberId);
  await finishChange(trx, services, call, { session, change: 'off', generation: member.binding_generation });
  return { kind: 'done', body: { disabledAt: now.toISOString() } };
}

/** What binding and unbinding have in common: no old key is offered again, other sessions end, the member is told. */
async function finishChange(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; change: 'on' | 'off'; generation: number },
): Promise<void> {
  const { session, change, generation } = options;
  const now = services.clock.now();
  const { memberId } = session;
  await trx.updateTable('members').set({ binding_generation: generation + 1 }).where('id', '=', memberId).execute();
  const reason = change === 'on' ? 'two_factor_on' : 'two_factor_off';
  const ended = await endOtherSessions(trx, { session, reason, now });
  // A challenge that waits for a code was opened under the second factor that is no more, or before there was one.
  await endChallenges(trx, { memberId, now });
  const kind = change === 'on' ? 'two_factor_enabled' : 'two_factor_disabled';
  await audit(trx, { kind, at: now, memberId, sessionId: session.id, call, details: { sessionsEnded: ended } });
  if (change === 'on') return enqueueMail(trx, services, { kind: 'twoFactorOn', memberId, device: call.device, now });
  const heldUntil = momentText(await holdWithdrawals(trx, memberId, now));
  await enqueueMail(trx, services, { kind: 'twoFactorOff', memberId, device: call.device, now, values: { heldUntil } });
}

function offeredSecret(keys: Keys, session: MemberSession, generation: number): Buffer {
  return keyedHash(keys.twoFactorOffer, session.memberId, String(generation), session.id).subarray(0, SECRET_BYTES);
}

function wrongCode(call: CallContext): Bound<never> {
  const errors = { code: [fieldSentence(call.culture, 'codeIncorrect')] };
  return { kind: 'refused', problem: new Problem('code_incorrect', { errors }) };
}
