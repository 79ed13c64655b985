// Adds a passkey: who adds it is proved first, then the device makes it (S-08, S-09 and S-12).
import type { components } from '#openapi/api.gen.d.ts';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { endOfWait } from '#server/domain/club/trusted-clock.ts';
import { sendCode, takeCode, type CodeBinding } from '#server/domain/codes/email-codes.ts';
import { HOLD_SECONDS, holdMoney } from '#server/domain/members/hold.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { personLine } from '#server/domain/members/person.ts';
import { endOpenActs } from '#server/domain/open-acts/open-acts.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { hasSecondFactor, secondFactorProblem } from '#server/domain/second-factor/step-up.ts';
import type { Services } from '#server/domain/services/services.ts';
import { endOtherSessions } from '#server/domain/sessions/sessions.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { memberRecipient } from '#server/platform/mail/outbox.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';
import { MS_PER_SECOND } from '#server/platform/system/clock.ts';
import { askDevice, challengeIn, takeChallenge } from './challenges.ts';
import { described, MOST_PASSKEYS, shown } from './passkeys.ts';
import { ALGORITHMS, madePasskey, siteOf } from './verify.ts';

const HANDLE_BYTES = 32;
const SITE_NAME = 'Perch';

/**
 * Mails the code that adding a passkey requires without an app, to the verified address. Refused with
 * two_factor_already_on, since then a code of the app is required, or email_not_verified.
 *
 * @throws Problem code_too_soon or too_many_requests
 */
export async function sendAddingCode(
  trx: Trx,
  services: Services,
  call: CallContext,
  session: MemberSession,
): Promise<CallResult<components['schemas']['CodeSent']>> {
  const member = await lockMember(trx, session.memberId);
  if (await hasSecondFactor(trx, member.id)) return refused('two_factor_already_on');
  if (member.email_verified_at === null) return refused('email_not_verified');
  const to = await memberRecipient(trx, member.id);
  return { kind: 'done', body: await sendCode(trx, services, call, { binding: codeBinding(session, member), to }) };
}

/**
 * Takes the proofs and returns what the device is asked for. The password must have been checked. What it gives is
 * worth one passkey, in this session, for five minutes.
 */
export async function beginAdding(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: {
    session: MemberSession;
    secondFactor: components['schemas']['SecondFactorProof'] | undefined;
    emailCode: string | undefined;
  },
): Promise<CallResult<components['schemas']['PasskeyCreation']>> {
  const { session, secondFactor, emailCode } = options;
  const member = await lockMember(trx, session.memberId);
  const known = await descriptors(trx, member.id);
  if (known.length >= MOST_PASSKEYS) return refused('too_many_passkeys');
  const proved = (await hasSecondFactor(trx, member.id))
    ? await secondFactorProblem(trx, services, call, { session, proof: secondFactor })
    : await mailedCodeProblem(trx, services, call, { session, member, emailCode });
  if (proved !== null) return { kind: 'refused', problem: proved };
  const { challenge, expiresIn } = await askDevice(trx, services, { purpose: 'add', session });
  const options_: components['schemas']['CreationOptions'] = {
    challenge,
    rp: { id: siteOf(services.config).id, name: SITE_NAME },
    user: {
      id: (await handleOf(trx, services, member)).toString('base64url'),
      name: member.username,
      displayName: member.username,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: expiresIn * MS_PER_SECOND,
    excludeCredentials: known,
    authenticatorSelection: { requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
  return { kind: 'done', body: { options: options_, expiresIn } };
}

/**
 * Adds what the device has made. It signs in from now on, so money that would reach others is held, all
 * other sessions and everything unfinished end, and the member is notified.
 */
export async function finishAdding(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; given: components['schemas']['NewPasskey'] },
): Promise<CallResult<components['schemas']['Passkey']>> {
  const { session, given } = options;
  const { memberId } = session;
  const now = services.clock.now();
  const name = personLine(call, given.name, 'PasskeyName');
  await lockMember(trx, memberId);
  const challenge = challengeIn(given.credential.clientDataJSON);
  if (!(await takeChallenge(trx, services, { purpose: 'add', session, challenge }))) return refused('passkey_expired');
  const made = await madePasskey(services.config, { credential: given.credential, challenge });
  if (made === null) return refused('passkey_refused');
  if ((await descriptors(trx, memberId)).length >= MOST_PASSKEYS) return refused('too_many_passkeys');
  const row = await trx
    .insertInto('passkeys')
    .values({
      id: services.random.uuid(),
      member_id: memberId,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: made.counter,
      transports: given.credential.transports,
      name,
      added_at: now,
      confirms_from: await endOfWait(trx, now, HOLD_SECONDS),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(['id', 'name', 'added_at', 'last_used_at'])
    .executeTakeFirst();
  if (row === undefined) return refused('passkey_known');
  // The mailbox alone was never enough for it, so no app becomes provisional by this hold.
  const heldUntil = await holdMoney(trx, services, memberId, true);
  const sessionsEnded = await endOtherSessions(trx, { session, reason: 'passkey_added', now });
  await endOpenActs(trx, services, { memberId, now });
  await audit(trx, {
    kind: 'passkey_added',
    at: now,
    memberId,
    sessionId: session.id,
    call,
    details: { sessionsEnded },
  });
  await enqueueAlarm(trx, services, {
    kind: 'passkeyAdded',
    memberId,
    device: call.device,
    now,
    values: { heldUntil: momentText(heldUntil) },
  });
  return { kind: 'done', body: shown(row) };
}

/** The member's passkeys as browsers are given them. */
export async function descriptors(
  db: Db | Trx,
  memberId: string,
): Promise<components['schemas']['CredentialDescriptor'][]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('member_id', '=', memberId)
    .orderBy('added_at')
    .orderBy('id')
    .execute();
  return rows.map(described);
}

/** What is wrong with the mailed code; null if it is right, in which case it is used up. */
async function mailedCodeProblem(
  trx: Trx,
  services: Services,
  call: CallContext,
  given: { session: MemberSession; member: Member; emailCode: string | undefined },
): Promise<Problem | null> {
  const { session, member, emailCode } = given;
  if (member.email_verified_at === null) return new Problem('email_not_verified');
  if (emailCode === undefined)
    return new Problem('invalid_request', { errors: fieldError('emailCode', call.culture, 'required') });
  const binding = codeBinding(session, member);
  const use = await takeCode(trx, services, call, { binding, code: emailCode, field: 'emailCode' });
  return use.kind === 'right' ? null : use.problem;
}

/** What devices call the member; made once. */
async function handleOf(trx: Trx, { random }: Services, member: Member): Promise<Buffer> {
  if (member.passkey_handle !== null) return member.passkey_handle;
  const handle = random.bytes(HANDLE_BYTES);
  await trx.updateTable('members').set({ passkey_handle: handle }).where('id', '=', member.id).execute();
  return handle;
}

/**
 * Session and generation are part of the binding: a code adds no passkey in another session, nor after a change of what
 * protects the account.
 */
function codeBinding(session: MemberSession, member: Member): CodeBinding<'addPasskey'> {
  return { purpose: 'addPasskey', email: member.email, account: `${session.id}:${member.binding_generation}` };
}

type Member = Awaited<ReturnType<typeof lockMember>>;

function refused(
  code:
    | 'two_factor_already_on'
    | 'email_not_verified'
    | 'too_many_passkeys'
    | 'passkey_expired'
    | 'passkey_refused'
    | 'passkey_known',
): CallResult<never> {
  return { kind: 'refused', problem: new Problem(code) };
}
