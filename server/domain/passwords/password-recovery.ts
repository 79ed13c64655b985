// Recovers a lost password (F-04, S-01, S-02, S-04, S-06 and S-12, D-15): name and address, a code, one grant.
import type { components } from '#openapi/api.gen.d.ts';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { accountHash, addressHash } from '#server/domain/codes/addresses.ts';
import { CODE_SECONDS, sendCode, takeCode, type CodeBinding } from '#server/domain/codes/email-codes.ts';
import { mayThaw } from '#server/domain/members/may-thaw.ts';
import { holdMoney } from '#server/domain/members/hold.ts';
import { lockMember, nameKey } from '#server/domain/members/members.ts';
import { endOpenActs } from '#server/domain/open-acts/open-acts.ts';
import { dropPasskeys } from '#server/domain/passkeys/passkeys.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { boundFactor } from '#server/domain/second-factor/bound-factor.ts';
import { dropFactor } from '#server/domain/second-factor/drop-factor.ts';
import type { Services } from '#server/domain/services/services.ts';
import { trustOnlyThisBrowser } from '#server/domain/sessions/browsers.ts';
import { endAllSessions } from '#server/domain/sessions/sessions.ts';
import { clearPasswordThrottles } from '#server/domain/throttle/password-buckets.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, Cookie, GivenCookie } from '#server/platform/contract/types.ts';
import { newToken, tokenHash } from '#server/platform/crypto/tokens.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { FrozenBy } from '#server/platform/db/tables.ts';
import { enqueueMail, findRecipient } from '#server/platform/mail/outbox.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { checkNewPassword } from './password-policy.ts';

type CodeSent = components['schemas']['CodeSent'];
type Account = components['schemas']['Account'];

/**
 * The cookie that ties a recovery to a browser. A code works only in the browser that requested it, so strangers cannot
 * spend its tries.
 */
export const RECOVERY_COOKIE: Cookie = { name: 'perch_recovery' };
/** The grant to set a new password. */
export const RESET_COOKIE: Cookie = { name: 'perch_reset' };
/** How long further codes may be requested; the last of them is valid to its own end. */
const RECOVERY_SECONDS = 60 * 60;
const GRANT_SECONDS = 10 * 60;
/** The mail that replaces `passwordReset` if the account is frozen, by who may thaw it. */
const FROZEN_MAILS = { member: 'passwordResetFrozen', support: 'passwordResetOnlySupportThaws' } as const;

/** Begins a recovery and mails a code; does everything but the mail if name and address do not belong to one member. */
export async function beginRecovery(
  trx: Trx,
  services: Services,
  call: CallContext,
  account: Account,
): Promise<CallResult<CodeSent>> {
  const { clock, keys, random } = services;
  const now = clock.now();
  const member = await findRecipient(trx, { emailKey: nameKey(account.email), usernameKey: nameKey(account.username) });
  const memberId = member?.memberId ?? null;
  const id = random.uuid();
  const body = await sendCode(trx, services, call, {
    binding: bindingOf(id, account.email),
    to: member ?? 'nobody',
    account: accountHash(keys, account),
  });
  const token = newToken('prc', random);
  await trx
    .insertInto('password_recoveries')
    .values({
      id,
      token_hash: tokenHash(token),
      address: addressHash(keys, account.email),
      account: accountHash(keys, account),
      member_id: memberId,
      created_at: now,
      expires_at: secondsAfter(now, RECOVERY_SECONDS),
    })
    .execute();
  await audit(trx, { kind: 'password_recovery_started', at: now, memberId, call });
  return { kind: 'done', body, cookies: [recoveryCookie(token)] };
}

/**
 * Sends another code for the browser's recovery. If an earlier code was accepted already, its grant ends: a member who
 * went back to the code continues with the new one, and a recovery has one grant at a time.
 *
 * @throws Problem recovery_expired if the browser has no recovery of this address
 */
export async function resendRecoveryCode(
  trx: Trx,
  services: Services,
  call: CallContext,
  email: string,
): Promise<CallResult<CodeSent>> {
  const { clock, keys } = services;
  const recovery = await openRecovery(trx, services, call);
  if (recovery === null || !recovery.address.equals(addressHash(keys, email))) throw new Problem('recovery_expired');
  const member = await findRecipient(trx, { id: recovery.member_id });
  const body = await sendCode(trx, services, call, {
    binding: bindingOf(recovery.id, email),
    to: member ?? 'nobody',
    account: recovery.account,
  });
  const codeEnd = secondsAfter(clock.now(), CODE_SECONDS);
  const expiresAt = codeEnd > recovery.expires_at ? codeEnd : recovery.expires_at;
  await trx
    .updateTable('password_recoveries')
    .set({ expires_at: expiresAt, grant_hash: null, grant_expires_at: null })
    .where('id', '=', recovery.id)
    .execute();
  return { kind: 'done', body, cookies: [recoveryCookie(call.cookies.read(RECOVERY_COOKIE) ?? '')] };
}

/** Issues the grant of a recovery whose code is right. Only a code of this browser's own recovery can be right. */
export async function grantReset(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: components['schemas']['AccountCode'],
): Promise<CallResult<components['schemas']['ResetGrant']>> {
  const { clock, keys, random } = services;
  const recovery = await openRecovery(trx, services, call);
  const own = recovery !== null && recovery.account.equals(accountHash(keys, given));
  if (!own) return { kind: 'refused', problem: new Problem('code_expired') };
  const use = await takeCode(trx, services, call, { binding: bindingOf(recovery.id, given.email), code: given.code });
  if (use.kind === 'refused') return use;
  const grant = newToken('prg', random);
  await trx
    .updateTable('password_recoveries')
    .set({ grant_hash: tokenHash(grant), grant_expires_at: secondsAfter(clock.now(), GRANT_SECONDS) })
    .where('id', '=', recovery.id)
    .execute();
  const cookie = { cookie: RESET_COOKIE, value: grant, maxAgeSeconds: GRANT_SECONDS };
  return { kind: 'done', body: { expiresIn: GRANT_SECONDS }, cookies: [cookie] };
}

/**
 * Checks a new password against the grant that the browser holds beside the cookie of its recovery, and hashes it. The
 * call names the account: the tabs of a browser share its cookies, and another tab may have begun another recovery.
 * Calls are remembered by that cookie (server/entry/operations/reset-password.ts), so a call without it is never the
 * first under a key.
 *
 * @throws Problem recovery_expired, or password_refused, which leaves the grant usable
 */
export async function prepareReset(
  services: Services,
  call: CallContext,
  given: components['schemas']['PasswordReset'],
): Promise<string> {
  const { password } = given;
  const grant = await services.db
    .selectFrom('password_recoveries')
    .innerJoin('members', 'members.id', 'password_recoveries.member_id')
    .select(['members.username', 'password_recoveries.account'])
    .where('grant_hash', '=', tokenHash(call.cookies.read(RESET_COOKIE) ?? ''))
    .where('token_hash', '=', tokenHash(call.cookies.read(RECOVERY_COOKIE) ?? ''))
    .where('grant_expires_at', '>', services.clock.now())
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const isOwn = grant?.account.equals(accountHash(services.keys, given)) === true;
  if (grant === undefined || !isOwn) throw new Problem('recovery_expired');
  checkNewPassword(call, { password, username: grant.username, field: 'password' });
  return services.passwords.hash(password);
}

/**
 * Sets the grant's password and uses the grant up. It signs nobody in. A settled second factor stays; a provisional one
 * is removed, since somebody else who reads the mailbox may have set it up. Every session ends, outgoing money is held,
 * failures of the old password are forgotten, and only the calling browser stays known. A frozen account stays frozen,
 * and the answer and the mail say so: the grant proves the mailbox only. That mail carries no link that freezes.
 */
export async function resetPassword(
  trx: Trx,
  services: Services,
  call: CallContext,
  passwordHash: string,
): Promise<CallResult<components['schemas']['PasswordWasReset']>> {
  const { clock, keys } = services;
  const now = clock.now();
  const grantHash = tokenHash(call.cookies.read(RESET_COOKIE) ?? '');
  const named = await trx
    .selectFrom('password_recoveries')
    .select('member_id')
    .where('grant_hash', '=', grantHash)
    .executeTakeFirst();
  if (named === undefined || named.member_id === null)
    return { kind: 'refused', problem: new Problem('recovery_expired') };
  const memberId = named.member_id;
  // The member is locked first, as everywhere: everything else that they have begun is ended below.
  const member = await lockMember(trx, memberId);
  const taken = await trx
    .updateTable('password_recoveries')
    .set({ ended_at: now })
    .where('grant_hash', '=', grantHash)
    .where('grant_expires_at', '>', now)
    .where('ended_at', 'is', null)
    .returning('address')
    .executeTakeFirst();
  if (taken === undefined) return { kind: 'refused', problem: new Problem('recovery_expired') };
  // The address has changed since the code was mailed: that mailbox is no longer the member's.
  if (!taken.address.equals(addressHash(keys, member.email)))
    return { kind: 'refused', problem: new Problem('recovery_expired') };
  await trx.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', memberId).execute();
  const ended = await endAllSessions(trx, { memberId, reason: 'password_reset', now });
  await endOpenActs(trx, services, { memberId, now });
  // Their throttles are cleared first, because they are found by the browsers.
  await clearPasswordThrottles(trx, keys, { id: memberId, usernameKey: member.username_key });
  const browser = await trustOnlyThisBrowser(trx, services, call, { memberId, proven: false });
  const heldUntil = momentText(await holdMoney(trx, services, memberId));
  await audit(trx, { kind: 'password_reset', at: now, memberId, call, details: { sessionsEnded: ended } });
  const frozen = frozenFor(member.frozen_by);
  const notice = { memberId, device: call.device, now, values: { heldUntil } };
  if (frozen === null) await enqueueAlarm(trx, services, { kind: 'passwordReset', ...notice });
  else await enqueueMail(trx, services, { kind: FROZEN_MAILS[frozen], ...notice });
  const factor = await boundFactor(trx, services, memberId);
  if (factor?.settled === false)
    await dropFactor(trx, services, {
      memberId,
      actor: { by: 'member', call, session: null },
      mail: 'twoFactorDropped',
    });
  await dropPasskeys(trx, services, { memberId, actor: { by: 'member', call, session: null } });
  return { kind: 'done', body: { changedAt: now.toISOString(), frozen }, cookies: [browser] };
}

/** Who may thaw a frozen account; null if it is not frozen. If a former address froze it, only support may. */
function frozenFor(by: FrozenBy | null): keyof typeof FROZEN_MAILS | null {
  return by === null ? null : mayThaw(by);
}

/**
 * The recovery of the browser's cookie while it may still get a code, locked. A code that became a grant is used up.
 */
async function openRecovery(trx: Trx, services: Services, call: CallContext) {
  const row = await trx
    .selectFrom('password_recoveries')
    .selectAll()
    .where('token_hash', '=', tokenHash(call.cookies.read(RECOVERY_COOKIE) ?? ''))
    .where('expires_at', '>', services.clock.now())
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

function bindingOf(recoveryId: string, email: string): CodeBinding<'resetPassword'> {
  return { purpose: 'resetPassword', email, account: recoveryId };
}

/** Kept longer than the recovery, so that an expired one is reported as expired. */
function recoveryCookie(token: string): GivenCookie {
  return { cookie: RECOVERY_COOKIE, value: token, maxAgeSeconds: 2 * RECOVERY_SECONDS };
}
