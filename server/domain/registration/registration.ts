// Registering and taking a seat (F-03, S-01, S-05 and S-19).
import type { components } from '#openapi/api.gen.d.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { checkEmailProof, takeEmailProof } from '#server/domain/codes/email-proof.ts';
import { versionInForce } from '#server/domain/contents/contents.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { lockFreePlace } from '#server/domain/seats/free-place.ts';
import { findIntroduction, type Introduction } from '#server/domain/seats/introduction.ts';
import { placeSeat } from '#server/domain/seats/place.ts';
import { positionId } from '#server/domain/seats/position-id.ts';
import type { Services } from '#server/domain/services/services.ts';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import { fieldSentence } from '#server/platform/texts/texts.ts';
import { nameKey } from '#server/domain/members/members.ts';
import { checkNewPassword } from '#server/domain/passwords/password-policy.ts';
import { personLine } from '#server/domain/members/person.ts';
import { newReferralCode, referralCodeKey } from '#server/domain/members/referral-codes.ts';

type Registration = components['schemas']['Registration'];
type Registered = components['schemas']['Registered'];

/** One code in a billion is taken; this many collisions in a row do not happen by chance. */
const REFERRAL_CODE_TRIES = 5;

/** What was checked and prepared before the seat is taken. */
export interface PreparedRegistration {
  name: string;
  passwordHash: string;
  introduction: Introduction;
}

/** Whether a username is taken. A name that equals a referral code would mislead links and counts as taken. */
export async function isUsernameTaken(db: Db | Trx, username: string): Promise<boolean> {
  const member = await db
    .selectFrom('members')
    .select('id')
    .where((or) =>
      or.or([or('username_key', '=', nameKey(username)), or('referral_code', '=', referralCodeKey(username))]),
    )
    .executeTakeFirst();
  return member !== undefined;
}

/**
 * Checks everything that can be checked without taking anything. The proof comes first: strangers without one cannot
 * make the server look for members or hash passwords.
 *
 * @throws Problem email_not_verified, email_different, user_not_found, seat_user_outside, password_refused or
 *   invalid_request
 */
export async function prepareRegistration(
  services: Services,
  call: CallContext,
  given: Registration,
): Promise<PreparedRegistration> {
  const { db, passwords } = services;
  const { email, password, username } = given;
  const proof = await checkEmailProof(db, services, call, email);
  if (proof !== 'proven') throw new Problem(proof === 'other' ? 'email_different' : 'email_not_verified');
  const name = personLine(call, given.name, 'PersonName');
  const introduction = await findIntroduction(db, call, given);
  checkNewPassword(call, { password, username, field: 'password' });
  return { name, introduction, passwordHash: await passwords.hash(password) };
}

/**
 * Registers a member in the place that was shown, in one transaction: it uses up the proof, locks the place, stores the
 * member and seats them. If the place, the name or the address is no longer free, nothing is done.
 *
 * @throws Problem invalid_request if the terms have changed, email_not_verified, email_different, seat_taken,
 * username_taken or email_taken
 */
export async function registerInSeat(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { given: Registration; prepared: PreparedRegistration },
): Promise<CallResult<Registered>> {
  const { given, prepared } = options;
  const { seatUser } = prepared.introduction;
  const { position } = given;
  const now = services.clock.now();
  await requireTermsInForce(trx, call, { agreedTo: given.termsVersion, now });
  await takeEmailProof(trx, services, call, given.email);
  const parent = await lockFreePlace(trx, seatUser, position);
  if (parent !== given.parentSeatNo)
    throw conflict(call, { code: 'seat_taken', field: 'parentSeatNo', sentence: 'seatTaken' });
  const member = await insertMember(trx, services, call, options);
  const seatNo = await placeSeat(trx, { memberId: member.id, from: seatUser.seat_no, side: position, at: now });
  await audit(trx, { kind: 'registered', at: now, memberId: member.id, call, details: { seatNo } });
  const values = { positionId: positionId(seatNo), referralCode: member.referralCode };
  await enqueueMail(trx, services, { kind: 'welcome', memberId: member.id, device: call.device, now, values });
  const body = {
    username: given.username,
    referralCode: member.referralCode,
    seatNo,
    positionId: positionId(seatNo),
    position,
  };
  return { kind: 'done', body };
}

/**
 * A newcomer must have agreed to the terms now in force. @throws Problem invalid_request if an operator has set newer
 * terms
 */
async function requireTermsInForce(
  trx: Trx,
  call: CallContext,
  { agreedTo, now }: { agreedTo: number; now: Date },
): Promise<void> {
  const { values } = await storedRulesAt(trx, now);
  const inForce = await versionInForce(trx, 'terms', values);
  if (inForce?.version !== agreedTo)
    throw new Problem('invalid_request', { errors: { termsVersion: [fieldSentence(call.culture, 'termsChanged')] } });
}

async function insertMember(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { given: Registration; prepared: PreparedRegistration },
): Promise<{ id: string; referralCode: string }> {
  const { given, prepared } = options;
  const { username, email } = given;
  const now = services.clock.now();
  const id = services.random.uuid();
  for (let attempt = 0; attempt < REFERRAL_CODE_TRIES; attempt += 1) {
    if (await isUsernameTaken(trx, username))
      throw conflict(call, { code: 'username_taken', field: 'username', sentence: 'usernameTaken' });
    const referralCode = newReferralCode(services.random);
    if (await isUsernameTaken(trx, referralCode)) continue;
    const inserted = await trx
      .insertInto('members')
      .values({
        id,
        username,
        username_key: nameKey(username),
        name: prepared.name,
        name_key: nameKey(prepared.name),
        email,
        email_key: nameKey(email),
        email_verified_at: now,
        phone: given.phone ?? null,
        referral_code: referralCode,
        introducer_id: prepared.introduction.introducer.id,
        password_hash: prepared.passwordHash,
        culture: call.culture,
        terms_version: String(given.termsVersion),
        terms_accepted_at: now,
        joined_at: now,
      })
      // Waits for anybody who is taking the same name or address at this moment.
      .onConflict((conflicting) => conflicting.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted !== undefined) return { id, referralCode };
    const holder = await trx
      .selectFrom('members')
      .select('id')
      .where('email_key', '=', nameKey(email))
      .executeTakeFirst();
    if (holder !== undefined) throw conflict(call, { code: 'email_taken', field: 'email', sentence: 'emailTaken' });
  }
  throw new Error('no free referral code was found');
}

function conflict(
  call: CallContext,
  what: {
    code: 'seat_taken' | 'username_taken' | 'email_taken';
    field: string;
    sentence: 'seatTaken' | 'usernameTaken' | 'emailTaken';
  },
): Problem {
  return new Problem(what.code, { errors: { [what.field]: [fieldSentence(call.culture, what.sentence)] } });
}
