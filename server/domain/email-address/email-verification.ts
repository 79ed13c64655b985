// Proves addresses with codes: one's own when signed in (F-08), any before a sign-up (F-03), a member's for the name
// (F-05).
import type { components } from '#openapi/api.gen.d.ts';
import { askingBrowser, showingBrowser } from '#server/domain/codes/asking-browser.ts';
import { sendCode, stranger, takeCode, type CodeBinding } from '#server/domain/codes/email-codes.ts';
import { EMAIL_PROOF_SECONDS, makeEmailProof } from '#server/domain/codes/email-proof.ts';
import { lockMember, nameKey } from '#server/domain/members/members.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { enqueueMail, findRecipient, memberRecipient } from '#server/platform/mail/outbox.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';

type CodeSent = components['schemas']['CodeSent'];
type AddressCode = components['schemas']['AddressCode'];

/**
 * Sends a code to somebody who is not signed in. For a sign-up every address gets one, even a member's: that it is
 * taken is revealed only after the proof (D-15). For a username only a member's address gets one. The code works only
 * in this browser, so that nobody else uses up its tries.
 */
export async function sendAddressCode(
  trx: Trx,
  services: Services,
  call: CallContext,
  wanted: components['schemas']['CodeWanted'],
): Promise<CallResult<CodeSent>> {
  const { email, purpose } = wanted;
  const member = await findRecipient(trx, { emailKey: nameKey(email) });
  // A mail with the code for a username doesn't name it: it is mailed once the code is entered.
  const unnamed = member === null ? 'nobody' : { ...member, username: null };
  const to = purpose === 'signUp' ? stranger(email, call) : unnamed;
  const { account, cookie } = askingBrowser(services, call);
  const body = await sendCode(trx, services, call, { binding: { purpose, email, account }, to });
  return { kind: 'done', body, cookies: [cookie] };
}

/** Issues the proof of an address, for one sign-up, if the code is right. */
export async function proveAddress(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: AddressCode,
): Promise<CallResult<components['schemas']['EmailProof']>> {
  const { email, code } = given;
  const binding = { purpose: 'signUp', email, account: showingBrowser(call) } as const;
  const use = await takeCode(trx, services, call, { binding, code });
  if (use.kind === 'refused') return use;
  const { proof, cookie } = await makeEmailProof(trx, services, email);
  return { kind: 'done', body: { proof, expiresIn: EMAIL_PROOF_SECONDS }, cookies: [cookie] };
}

/** Mails the username to the address of a member if the code is right. */
export async function mailUsername(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: AddressCode,
): Promise<CallResult<components['schemas']['NameSent']>> {
  const { email, code } = given;
  const now = services.clock.now();
  const member = await findRecipient(trx, { emailKey: nameKey(email) });
  const binding = { purpose: 'userName', email, account: showingBrowser(call) } as const;
  const use = await takeCode(trx, services, call, { binding, code });
  if (use.kind === 'refused') return use;
  // The member has moved to another address since the code was mailed.
  if (member === null || member.memberId === null) return { kind: 'refused', problem: new Problem('code_expired') };
  const { memberId } = member;
  await audit(trx, { kind: 'user_name_mailed', at: now, memberId, call });
  await enqueueMail(trx, services, { kind: 'userName', memberId, device: call.device, now });
  return { kind: 'done', body: { sent: true } };
}

/** Sends a code to the member's own address. @param named the address as the member gave it, if it was requested */
export async function sendOwnCode(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; named: string | null; evenIfVerified: boolean },
): Promise<CallResult<CodeSent>> {
  const { session, named, evenIfVerified } = options;
  const member = await lockMember(trx, session.memberId);
  if (named !== null && nameKey(named) !== member.email_key) return differentAddress(call);
  if (member.email_verified_at !== null && !evenIfVerified)
    return { kind: 'refused', problem: new Problem('email_already_verified') };
  const binding = ownBinding(member);
  return {
    kind: 'done',
    body: await sendCode(trx, services, call, { binding, to: await memberRecipient(trx, member.id) }),
  };
}

/** Marks the member's own address as verified if the code is right. */
export async function verifyOwnAddress(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession; named: string | null; code: string },
): Promise<CallResult<components['schemas']['EmailVerified']>> {
  const { session, named, code } = given;
  const now = services.clock.now();
  const member = await lockMember(trx, session.memberId);
  if (named !== null && nameKey(named) !== member.email_key) return differentAddress(call);
  const use = await takeCode(trx, services, call, { binding: ownBinding(member), code });
  if (use.kind === 'refused') return use;
  await trx.updateTable('members').set({ email_verified_at: now }).where('id', '=', member.id).execute();
  await audit(trx, { kind: 'email_verified', at: now, memberId: member.id, sessionId: session.id, call });
  return { kind: 'done', body: { email: member.email, verifiedAt: now.toISOString() } };
}

function ownBinding(member: { id: string; email: string }): CodeBinding<'verifyEmail'> {
  return { purpose: 'verifyEmail', email: member.email, account: member.id };
}

function differentAddress(call: CallContext): CallResult<never> {
  const errors = { email: [fieldSentence(call.culture, 'emailDifferent')] };
  return { kind: 'refused', problem: new Problem('email_different', { errors }) };
}
