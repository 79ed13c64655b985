// Sets up and removes the authenticator app (F-07, S-08, S-09 and S-12).
import type { components } from '#openapi/api.gen.d.ts';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { trustedMoment } from '#server/domain/club/trusted-clock.ts';
import { sendCode, takeCode, type CodeBinding } from '#server/domain/codes/email-codes.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { endOpenActs } from '#server/domain/open-acts/open-acts.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import type { Services } from '#server/domain/services/services.ts';
import { countCodesOfOthersWithStrangers } from '#server/domain/sessions/browsers.ts';
import { endOtherSessions } from '#server/domain/sessions/sessions.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import { keyedHash, type Keys } from '#server/platform/crypto/keys.ts';
import { seal } from '#server/platform/crypto/seal.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { memberRecipient } from '#server/platform/mail/outbox.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';
import { boundFactor } from './bound-factor.ts';
import { dropFactor } from './drop-factor.ts';
import { newRecoveryCodes, recoveryCodesLeft, replaceRecoveryCodes } from './recovery-codes.ts';
import { checkCode, refusalOf, type SecondFactorMethod } from './second-factor.ts';
import { hasSecondFactor } from './step-up.ts';
import { totpBinding, totpStep, typedCode } from './totp.ts';

/** 160 bits (S-08). */
const SECRET_BYTES = 20;

/**
 * The state of a member's second factor, with the key to set up if there is none. Nothing is written: the key is
 * derived from member, session and the number of set-ups so far, so it is the same at every reading and never offered
 * again.
 */
export async function readTwoFactor(
  services: Pick<Services, 'db' | 'keys' | 'clock' | 'config'>,
  session: MemberSession,
): Promise<components['schemas']['TwoFactorInfo']> {
  const { db, keys } = services;
  const member = await db
    .selectFrom('members')
    .select(['username', 'email_verified_at', 'binding_generation'])
    .where('id', '=', session.memberId)
    .executeTakeFirstOrThrow();
  const factor = await boundFactor(db, services, session.memberId);
  return {
    enabled: factor !== null,
    enabledAt: factor?.enabledAt.toISOString() ?? null,
    provisionalUntil: factor?.provisionalUntil?.toISOString() ?? null,
    recoveryCodesLeft: factor === null ? 0 : await recoveryCodesLeft(db, session.memberId),
    emailVerified: member.email_verified_at !== null,
    binding:
      factor !== null ? null : totpBinding(offeredSecret(keys, session, member.binding_generation), member.username),
  };
}

/**
 * Mails the code that setting up an app requires, to the verified address. Until an app is set up, only the mailbox and
 * the password protect the account, so both are required. Refused with two_factor_already_on or email_not_verified.
 *
 * @throws Problem code_too_soon or too_many_requests
 */
export async function sendBindingCode(
  trx: Trx,
  services: Services,
  call: CallContext,
  session: MemberSession,
): Promise<CallResult<components['schemas']['CodeSent']>> {
  const member = await lockMember(trx, session.memberId);
  if (await hasSecondFactor(trx, member.id)) return { kind: 'refused', problem: new Problem('two_factor_already_on') };
  if (member.email_verified_at === null) return { kind: 'refused', problem: new Problem('email_not_verified') };
  const to = await memberRecipient(trx, member.id);
  return { kind: 'done', body: await sendCode(trx, services, call, { binding: codeBinding(session, member), to }) };
}

/**
 * Sets up the key that this session was offered, makes the recovery codes, ends all other sessions and everything
 * unfinished, mails and records. While money is held by an act that the mailbox alone was enough for, the app is
 * provisional until that hold ends: somebody who took over the mailbox must not make it the member's second factor. The
 * password must have been checked. The app's code is checked first, so that a mistake there does not use up the mailed
 * code.
 */
export async function bindTwoFactor(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; emailCode: string; code: string },
): Promise<CallResult<components['schemas']['EnabledTwoFactor']>> {
  const { session, emailCode, code } = options;
  const { keys, random, clock } = services;
  const { memberId } = session;
  const member = await lockMember(trx, memberId);
  // Under the lock: an app that was set up after a request to remove one must not seem older than it.
  const now = clock.now();
  if (await hasSecondFactor(trx, memberId)) return { kind: 'refused', problem: new Problem('two_factor_already_on') };
  if (member.email_verified_at === null) return { kind: 'refused', problem: new Problem('email_not_verified') };
  const secret = offeredSecret(keys, session, member.binding_generation);
  const step = totpStep(secret, typedCode(code), now);
  // The key is the caller's own, so a wrong first code reveals nothing to anybody and is not counted as a guess.
  if (step === null) return wrongCode(call);
  const use = await takeCode(trx, services, call, {
    binding: codeBinding(session, member),
    code: emailCode,
    field: 'emailCode',
  });
  if (use.kind === 'refused') return use;
  const { mailbox_held_until: heldUntil } = member;
  const provisionalUntil =
    heldUntil !== null && heldUntil > (await trustedMoment({ ...services, db: trx })) ? heldUntil : null;
  const sealed = seal(keys.twoFactorSecret, secret, { owner: memberId, random });
  await trx
    .insertInto('two_factor')
    .values({
      member_id: memberId,
      secret_sealed: sealed,
      enabled_at: now,
      provisional_until: provisionalUntil,
      last_step: step,
    })
    .execute();
  const codes = newRecoveryCodes(random);
  await replaceRecoveryCodes(trx, { memberId, codes, keys, now });
  await countCodesOfOthersWithStrangers(trx, services, call, memberId);
  const ended = await endOtherSessions(trx, { session, reason: 'two_factor_on', now });
  await endOpenActs(trx, services, { memberId, now });
  await audit(trx, {
    kind: 'two_factor_enabled',
    at: now,
    memberId,
    sessionId: session.id,
    call,
    details: { sessionsEnded: ended, provisional: provisionalUntil !== null },
  });
  const mail = { memberId, device: call.device, now };
  if (provisionalUntil === null) await enqueueAlarm(trx, services, { ...mail, kind: 'twoFactorOn' });
  else
    await enqueueAlarm(trx, services, {
      ...mail,
      kind: 'twoFactorOnProvisional',
      values: { heldUntil: momentText(provisionalUntil) },
    });
  return { kind: 'done', body: { enabledAt: now.toISOString(), recoveryCodes: codes } };
}

/** A current code of the second factor, typed in a session. */
interface FactorProof {
  session: MemberSession;
  method: SecondFactorMethod;
  code: string;
}

/** Locks the member and checks a current code of their second factor; null if it is right. */
async function lockAndProve(
  trx: Trx,
  services: Services,
  call: CallContext,
  { session, method, code }: FactorProof,
): Promise<CallResult<never> | null> {
  const { memberId } = session;
  await lockMember(trx, memberId);
  if (!(await hasSecondFactor(trx, memberId)))
    return { kind: 'refused', problem: new Problem('two_factor_already_off') };
  const check = await checkCode(trx, services, call, { memberId, method, code, of: { kind: 'session', session } });
  if (check.kind === 'locked' || check.kind === 'ended')
    return { kind: 'refused', problem: refusalOf(check, services.clock.now()) };
  return check.kind === 'wrong' ? wrongCode(call) : null;
}

/**
 * Removes the second factor with a current code of it, ends all other sessions, mails and records. The password must
 * have been checked.
 */
export async function unbindTwoFactor(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: FactorProof,
): Promise<CallResult<components['schemas']['DisabledTwoFactor']>> {
  const { session } = options;
  const now = services.clock.now();
  const { memberId } = session;
  const refusal = await lockAndProve(trx, services, call, options);
  if (refusal !== null) return refusal;
  await dropFactor(trx, services, { memberId, actor: { by: 'member', call, session }, mail: 'twoFactorOff' });
  return { kind: 'done', body: { disabledAt: now.toISOString() } };
}

/**
 * Makes ten new recovery codes in place of all that are left, with a current code of the second factor. Everything
 * unfinished ends and the member is notified; money is not held, since each use of a recovery code holds it. The
 * password must have been checked.
 */
export async function renewRecoveryCodes(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: FactorProof,
): Promise<CallResult<components['schemas']['RecoveryCodes']>> {
  const { session } = options;
  const { keys, random, clock } = services;
  const now = clock.now();
  const { memberId } = session;
  const refusal = await lockAndProve(trx, services, call, options);
  if (refusal !== null) return refusal;
  const ended = await recoveryCodesLeft(trx, memberId);
  const codes = newRecoveryCodes(random);
  await replaceRecoveryCodes(trx, { memberId, codes, keys, now });
  await endOpenActs(trx, services, { memberId, now });
  await audit(trx, {
    kind: 'recovery_codes_renewed',
    at: now,
    memberId,
    sessionId: session.id,
    call,
    details: { ended },
  });
  await enqueueAlarm(trx, services, { kind: 'recoveryCodesRenewed', memberId, device: call.device, now });
  return { kind: 'done', body: { madeAt: now.toISOString(), recoveryCodes: codes } };
}

/**
 * Session and generation are part of the binding, as they are of the key: a code sets up no key of another session, nor
 * one offered before a change.
 */
function codeBinding(
  session: MemberSession,
  member: { email: string; binding_generation: number },
): CodeBinding<'bindTwoFactor'> {
  return { purpose: 'bindTwoFactor', email: member.email, account: `${session.id}:${member.binding_generation}` };
}

function offeredSecret(keys: Keys, session: MemberSession, generation: number): Buffer {
  return keyedHash(keys.twoFactorOffer, session.memberId, String(generation), session.id).subarray(0, SECRET_BYTES);
}

function wrongCode(call: CallContext): CallResult<never> {
  const errors = { code: [fieldSentence(call.culture, 'codeIncorrect')] };
  return { kind: 'refused', problem: new Problem('code_incorrect', { errors }) };
}
