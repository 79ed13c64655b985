// Changes the address (F-06, L-05, D-16, S-01 to S-03, S-09 and S-12): a link to the present one, a code to the new
// one.
import { FIGURES } from '#openapi/figures.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { endLinksToAddress, enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { addressHash } from '#server/domain/codes/addresses.ts';
import { minutesUntil, sendCode, takeCode, type CodeBinding } from '#server/domain/codes/email-codes.ts';
import { countSend, giveBackSends, RESEND_SECONDS } from '#server/domain/codes/send-limits.ts';
import { holdMoney } from '#server/domain/members/hold.ts';
import { lockMember, nameKey } from '#server/domain/members/members.ts';
import { liveRequest, move, openRequest } from '#server/domain/open-acts/email-change-requests.ts';
import { endOpenActs } from '#server/domain/open-acts/open-acts.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { secondFactorProblem } from '#server/domain/second-factor/step-up.ts';
import type { Services } from '#server/domain/services/services.ts';
import { endOtherSessions } from '#server/domain/sessions/sessions.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import { tokenHash } from '#server/platform/crypto/tokens.ts';
import type { EmailChangeRequestsTable } from '#server/platform/db/code-tables.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { tokenLink } from '#server/platform/mail/links.ts';
import { enqueueMailTo, memberRecipient } from '#server/platform/mail/outbox.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';

export const LINK_SECONDS = FIGURES.linkMinutes * 60;
const TOKEN_BYTES = 32;
/** The prefix of the token (SRC §5). */
const TOKEN_START = 'ce+';

/**
 * Mails a link to the present address; an earlier link becomes void. The password must have been checked; if an app is
 * set up, a code of the second factor is checked here.
 */
export async function requestEmailChange(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession; secondFactor: components['schemas']['SecondFactorProof'] | undefined },
): Promise<CallResult<components['schemas']['LinkSent']>> {
  const { clock, config, random } = services;
  const { session, secondFactor } = given;
  const { memberId } = session;
  const now = clock.now();
  const member = await lockMember(trx, memberId);
  const problem = await secondFactorProblem(trx, services, call, { session, proof: secondFactor });
  if (problem !== null) return { kind: 'refused', problem };
  await countSend(trx, services, { purpose: 'changeEmailLink', memberId, act: memberId, call });
  const before = await openRequest(trx, memberId);
  if (before !== null) await move(trx, before, { event: before.expires_at <= now ? 'EXPIRE' : 'REPLACE', now });
  const token = `${TOKEN_START}${random.bytes(TOKEN_BYTES).toString('base64url')}`;
  const expiresAt = secondsAfter(now, LINK_SECONDS);
  await trx
    .insertInto('email_change_requests')
    .values({
      id: random.uuid(),
      member_id: memberId,
      token_hash: tokenHash(token),
      status: 'requested',
      requested_at: now,
      expires_at: expiresAt,
    })
    .execute();
  await audit(trx, { kind: 'email_change_started', at: now, memberId, sessionId: session.id, call });
  const to = await memberRecipient(trx, memberId);
  await enqueueMailTo(trx, services, {
    kind: 'changeEmailLink',
    to,
    device: call.device,
    now,
    values: { minutes: minutesUntil(now, expiresAt) },
    secret: { link: tokenLink(config, { page: '/ChangeEmail2', token, culture: to.culture }), until: expiresAt },
  });
  return { kind: 'done', body: { email: member.email, expiresIn: LINK_SECONDS, resendIn: RESEND_SECONDS } };
}

/**
 * Opens the member's change with the token of its link, or continues the one that this session opened, and mails a code
 * to the new address. Any session that shows the token has the change from then on, in place of the one before.
 * An address that belongs to another member gets a code like any other: only its owner may learn that it is taken
 * (D-15).
 */
export async function sendChangeCode(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession } & components['schemas']['NewAddress'],
): Promise<CallResult<components['schemas']['CodeSent']>> {
  const { session, email, token } = given;
  const now = services.clock.now();
  const member = await lockMember(trx, session.memberId);
  const request = await liveRequest(trx, { memberId: member.id, now });
  if (request === null) return refused('link_invalid');
  const mayGoOn = token === undefined ? isOpenIn(session, request) : request.token_hash.equals(tokenHash(token));
  if (!mayGoOn) return refused('link_invalid');
  if (nameKey(email) === member.email_key)
    return refused('email_unchanged', { email: [fieldSentence(call.culture, 'emailUnchanged')] });
  const body = await sendCode(trx, services, call, {
    binding: bindingOf(request.id, email),
    // The new address is not proven to be the member's: its reader must not learn whose change it is.
    to: { memberId: member.id, address: email, username: null, culture: member.culture },
    until: request.expires_at,
  });
  const opened = {
    opened_at: request.opened_at ?? now,
    opened_by: session.id,
    address: addressHash(services.keys, email),
  };
  await move(trx, request, { event: 'OPEN', now, changes: opened });
  return { kind: 'done', body };
}

/**
 * Whether this session has shown the mailed link. Another one of the member may be a thief's, who cannot read the
 * mailbox: it must not go on with what the owner opened.
 */
function isOpenIn(session: MemberSession, request: Pick<EmailChangeRequestsTable, 'status' | 'opened_by'>): boolean {
  return request.status === 'opened' && request.opened_by === session.id;
}

/**
 * Changes the address to the one whose code is right, in the session that opened the change: both addresses are
 * notified, all other sessions end, outgoing money is held.
 */
export async function confirmEmailChange(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession } & components['schemas']['AddressCode'],
): Promise<CallResult<components['schemas']['EmailVerified']>> {
  const { session, email, code } = given;
  const { keys } = services;
  const now = services.clock.now();
  const member = await lockMember(trx, session.memberId);
  const request = await liveRequest(trx, { memberId: member.id, now });
  if (request === null || !isOpenIn(session, request)) return refused('link_invalid');
  if (request.address?.equals(addressHash(keys, email)) !== true)
    return refused('email_different', { email: [fieldSentence(call.culture, 'emailDifferent')] });
  const use = await takeCode(trx, services, call, { binding: bindingOf(request.id, email), code });
  if (use.kind === 'refused') return use;
  const emailKey = nameKey(email);
  const holder = await trx.selectFrom('members').select('id').where('email_key', '=', emailKey).executeTakeFirst();
  // May be revealed now that the address is proven. The code is used up; the change stays open for another address.
  if (holder !== undefined) return refused('email_taken');
  await trx
    .updateTable('members')
    .set({ email, email_key: emailKey, email_verified_at: now })
    .where('id', '=', member.id)
    .execute();
  await move(trx, request, { event: 'CONFIRM', now });
  await giveBackSends(trx, keys, { purpose: 'changeEmailLink', act: member.id });
  await tellEmailChanged(trx, services, call, { session, oldAddress: member.email });
  return { kind: 'done', body: { email, verifiedAt: now.toISOString() } };
}

async function tellEmailChanged(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; oldAddress: string },
): Promise<void> {
  const { session, oldAddress } = options;
  const { memberId } = session;
  const now = services.clock.now();
  const ended = await endOtherSessions(trx, { session, reason: 'email_changed', now });
  await endOpenActs(trx, services, { memberId, now });
  await endLinksToAddress(trx, { memberId, now });
  const values = { heldUntil: momentText(await holdMoney(trx, services, memberId)) };
  await audit(trx, {
    kind: 'email_changed',
    at: now,
    memberId,
    sessionId: session.id,
    call,
    details: { sessionsEnded: ended },
  });
  await enqueueAlarm(trx, services, { kind: 'emailChanged', memberId, device: call.device, now, values });
  await enqueueAlarm(trx, services, {
    kind: 'emailChangedOld',
    memberId,
    formerAddress: oldAddress,
    device: call.device,
    now,
    values,
  });
}

function bindingOf(requestId: string, email: string): CodeBinding<'changeEmail'> {
  return { purpose: 'changeEmail', email, account: requestId };
}

function refused(
  code: 'link_invalid' | 'email_unchanged' | 'email_different' | 'email_taken',
  errors?: Record<string, string[]>,
): CallResult<never> {
  return { kind: 'refused', problem: new Problem(code, errors === undefined ? {} : { errors }) };
}
