// Changing the address (F-06, L-05, D-16, security rules 1-3, 9 and 12): a link to the present one, a code to the new one.
import { emailChangeRequestMachine, type EmailChangeRequestEvent } from '#machines/lifecycles/email-change-request.machine.ts';
import { openStatuses, statusAfter } from '#machines/lifecycles/lifecycle.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { audit } from '#server/audit/audit.ts';
import { secondsAfter } from '#server/clock.ts';
import { addressHash } from '#server/codes/addresses.ts';
import { minutesUntil, sendCode, takeCode, type CodeBinding } from '#server/codes/email-codes.ts';
import { countSend, RESEND_SECONDS } from '#server/codes/send-limits.ts';
import type { CallContext } from '#server/contract/types.ts';
import { tokenHash } from '#server/crypto/tokens.ts';
import type { EmailChangeRequestsTable } from '#server/db/code-tables.ts';
import type { Db, Trx } from '#server/db/kysely.ts';
import { enqueueMailTo, memberRecipient } from '#server/mail/outbox.ts';
import { momentText } from '#server/mail/render.ts';
import { Problem } from '#server/problems.ts';
import type { Worked } from '#server/requests/run-once.ts';
import type { Services } from '#server/services.ts';
import { fieldSentence } from '#server/texts.ts';
import { endChallenges } from './challenges.ts';
import { holdWithdrawals } from './hold.ts';
import { lockMember, nameKey } from './members.ts';
import { endRecoveries } from './recoveries.ts';
import { endOtherSessions, type MemberSession } from './sessions.ts';

type Status = EmailChangeRequestsTable['status'];
type Event = EmailChangeRequestEvent['type'];

const LINK_SECONDS = 30 * 60;
const TOKEN_BYTES = 32;
/** What the token begins with; in the link the plus sign stands as an encoded slash, which the page puts right (SRC §5). */
const TOKEN_START = 'ce+';
const TOKEN_START_IN_LINK = 'ce%2F';

/** Mails a link to the present address; an earlier one is void. The password must have been checked. */
export async function requestEmailChange(
  trx: Trx,
  services: Services,
  call: CallContext,
  session: MemberSession,
): Promise<Worked<components['schemas']['LinkSent']>> {
  const { clock, config, random } = services;
  const { memberId } = session;
  const now = clock.now();
  const member = await lockMember(trx, memberId);
  await countSend(trx, services, { email: member.email, purpose: 'changeEmailLink' });
  const before = await openRequest(trx, memberId);
  if (before !== null) await move(trx, before, { event: before.expires_at <= now ? 'EXPIRE' : 'REPLACE', now });
  const secret = random.bytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = secondsAfter(now, LINK_SECONDS);
  await trx
    .insertInto('email_change_requests')
    .values({
      id: random.uuid(),
      member_id: memberId,
      token_hash: tokenHash(`${TOKEN_START}${secret}`),
      status: 'requested',
      requested_at: now,
      expires_at: expiresAt,
    })
    .execute();
  await audit(trx, { kind: 'email_change_started', at: now, memberId, sessionId: session.id, call });
  await enqueueMailTo(trx, services, {
    kind: 'changeEmailLink',
    to: await memberRecipient(trx, memberId),
    device: call.device,
    now,
    values: { minutes: minutesUntil(now, expiresAt) },
    secret: { link: `${config.publicOrigin}/ChangeEmail2?token=${TOKEN_START_IN_LINK}${secret}`, until: expiresAt },
  });
  return { kind: 'done', body: { email: member.email, expiresIn: LINK_SECONDS, resendIn: RESEND_SECONDS } };
}

/**
 * Opens the member's change with the token of its link, or goes on with the opened one, and mails a code to the new address.
 * An address that belongs to another member gets one like any other: only its owner may learn that it does (D-15).
 */
export async function sendChangeCode(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession } & components['schemas']['NewAddress'],
): Promise<Worked<components['schemas']['CodeSent']>> {
  const { session, email, token } = given;
  const now = services.clock.now();
  const member = await lockMember(trx, session.memberId);
  const request = await liveRequest(trx, { memberId: member.id, now });
  const shown = token === undefined ? request?.status === 'opened' : request?.token_hash.equals(tokenHash(token)) === true;
  if (request === null || !shown) return refused('link_invalid');
  if (nameKey(email) === member.email_key) return refused('email_unchanged', { email: [fieldSentence(call.culture, 'emailUnchanged')] });
  const body = await sendCode(trx, services, call, {
    binding: bindingOf(request.id, email),
    // Not proven to be the member's: whoever reads it must not learn whose change it is.
    to: { memberId: member.id, address: email, name: null, username: '', culture: member.culture },
    until: request.expires_at,
  });
  const opened = { opened_at: request.opened_at ?? now, address: addressHash(services.keys, email) };
  await move(trx, request, { event: 'OPEN', now, changes: opened });
  return { kind: 'done', body };
}

/**
 * Changes the address to the one whose code is right: both addresses are told, all other sessions end, withdrawals are held.
 */
export async function confirmEmailChange(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession } & components['schemas']['AddressCode'],
): Promise<Worked<components['schemas']['EmailVerified']>> {
  const { session, email, code } = given;
  const { keys } = services;
  const now = services.clock.now();
  const member = await lockMember(trx, session.memberId);
  const request = await liveRequest(trx, { memberId: member.id, now });
  if (request === null || request.status !== 'opened') return refused('link_invalid');
  if (request.address?.equals(addressHash(keys, email)) !== true) return refused('email_different', { email: [fieldSentence(call.culture, 'emailDifferent')] });
  const use = await takeCode(trx, services, call, { binding: bindingOf(request.id, email), code });
  if (use.kind === 'refused') return use;
  const emailKey = nameKey(email);
  const holder = await trx.selectFrom('members').select('id').where('email_key', '=', emailKey).executeTakeFirst();
  // Told now that the address is proven. The code is spent; the change stays open for another address.
  if (holder !== undefined) return refused('email_taken');
  await trx.updateTable('members').set({ email, email_key: emailKey, email_verified_at: now }).where('id', '=', member.id).execute();
  await move(trx, request, { event: 'CONFIRM', now });
  await tellEmailChanged(trx, services, call, { session, oldAddress: member.email });
  return { kind: 'done', body: { email, verifiedAt: now.toISOString() } };
}

/** Ends a member's change that is under way: the password that began it is no more. */
export async function endEmailChanges(trx: Trx, options: { memberId: string; now: Date }): Promise<void> {
  const request = await openRequest(trx, options.memberId);
  if (request !== null) await move(trx, request, { event: 'EXPIRE', now: options.now });
}

/** Notes of changes whose time is over that it is; they were good for nothing from that moment on. */
export async function expireEmailChanges(db: Db, now: Date): Promise<void> {
  const due = await db.selectFrom('email_change_requests').select(['id', 'status']).where('expires_at', '<=', now).where('ended_at', 'is', null).execute();
  for (const request of due) await move(db, request, { event: 'EXPIRE', now });
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
  await endChallenges(trx, { memberId, now });
  await endRecoveries(trx, { memberId, now });
  const values = { heldUntil: momentText(await holdWithdrawals(trx, memberId, now)) };
  await audit(trx, { kind: 'email_changed', at: now, memberId, sessionId: session.id, call, details: { sessionsEnded: ended } });
  const to = await memberRecipient(trx, memberId);
  await enqueueMailTo(trx, services, { kind: 'emailChanged', to, device: call.device, now, values });
  await enqueueMailTo(trx, services, { kind: 'emailChangedOld', to: { ...to, address: oldAddress }, device: call.device, now, values });
}

/** The member's change that may still move; a member has one at most. */
async function openRequest(trx: Trx, memberId: string) {
  const row = await trx.selectFrom('email_change_requests').selectAll().where('member_id', '=', memberId).where('ended_at', 'is', null).executeTakeFirst();
  return row ?? null;
}

/** The same, and null once its time is over. */
async function liveRequest(trx: Trx, options: { memberId: string; now: Date }) {
  const request = await openRequest(trx, options.memberId);
  return request !== null && request.expires_at > options.now ? request : null;
}

/** Moves a change by a step of its lifecycle. @throws Error where the lifecycle has no such step */
async function move(
  trx: Db | Trx,
  request: { id: string; status: Status },
  step: { event: Event; now: Date; changes?: { opened_at: Date; address: Buffer } },
): Promise<void> {
  const { event, now, changes } = step;
  const next = statusAfter(emailChangeRequestMachine, request.status, { type: event }) as Status | null;
  if (next === null) throw new Error(`an e-mail change that is ${request.status} takes no ${event}`);
  await trx
    .updateTable('email_change_requests')
    .set({ status: next, ended_at: openStatuses(emailChangeRequestMachine).includes(next) ? null : now, ...changes })
    .where('id', '=', request.id)
    .where('status', '=', request.status)
    .execute();
}

function bindingOf(requestId: string, email: string): CodeBinding {
  return { purpose: 'changeEmail', email, account: requestId };
}

function refused(
  code: 'link_invalid' | 'email_unchanged' | 'email_different' | 'email_taken',
  errors?: Record<string, string[]>,
): Worked<never> {
  return { kind: 'refused', problem: new Problem(code, errors === undefined ? {} : { errors }) };
}
