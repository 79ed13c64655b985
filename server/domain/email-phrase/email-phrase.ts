// The member's own phrase against phishing (decision 0066): genuine mails show it, so a forged one is noticed.
import type { components } from '#openapi/api.gen.d.ts';
import { enqueueAlarm, FREEZE_LINK_SECONDS } from '#server/domain/alarms/freeze-links.ts';
import { lockMember } from '#server/domain/members/members.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { secondFactorProblem } from '#server/domain/second-factor/step-up.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';
import { plainLine, visibleOf } from '#server/platform/texts/invisible.ts';

type EmailPhrase = components['schemas']['EmailPhrase'];

/** How many visible characters a phrase has at least; one without any would mark no mail. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 40;

/** Whether a phrase is set. The phrase itself leaves the server in mails only: a stolen session must not learn it. */
export async function readEmailPhrase(db: Db | Trx, memberId: string): Promise<EmailPhrase> {
  const row = await db
    .selectFrom('members')
    .select(['email_phrase', 'email_verified_at'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const set = row.email_phrase !== null;
  return { set, shown: set && row.email_verified_at !== null };
}

/**
 * Sets, changes or removes the phrase. Whoever holds a session alone must not make real mails look forged, so it asks
 * for another proof, and a mail with the phrase before it says so.
 */
export async function setEmailPhrase(
  trx: Trx,
  services: Services,
  call: CallContext,
  options: { session: MemberSession; wanted: components['schemas']['EmailPhraseWanted'] },
): Promise<CallResult<EmailPhrase>> {
  const { session, wanted } = options;
  const { memberId } = session;
  const now = services.clock.now();
  const phrase = wanted.phrase === null ? null : cleanPhrase(call, wanted.phrase);
  const member = await lockMember(trx, memberId);
  const problem = await secondFactorProblem(trx, services, call, { session, proof: wanted.secondFactor });
  if (problem !== null) return { kind: 'refused', problem };
  if (member.email_phrase !== phrase) {
    const before = phraseBefore(member, now);
    await enqueueAlarm(trx, services, {
      kind: 'emailPhraseChanged',
      memberId,
      device: call.device,
      now,
      phrase: member.email_verified_at === null ? null : before.email_phrase_before,
    });
    await trx
      .updateTable('members')
      .set({ email_phrase: phrase, ...before })
      .where('id', '=', memberId)
      .execute();
    const details = { removed: phrase === null };
    await audit(trx, { kind: 'email_phrase_changed', at: now, memberId, sessionId: session.id, call, details });
  }
  return { kind: 'done', body: await readEmailPhrase(trx, memberId) };
}

/**
 * The phrase that mails about a change show: the one that the member knows. A thief who changes it twice must not have
 * the second mail show the thief's own, so the first phrase of a week counts.
 */
function phraseBefore(
  member: {
    email_phrase: string | null;
    email_phrase_before: string | null;
    email_phrase_before_until: Date | null;
  },
  now: Date,
): { email_phrase_before: string | null; email_phrase_before_until: Date } {
  const { email_phrase_before: before, email_phrase_before_until: until } = member;
  if (before !== null && until !== null && until > now)
    return { email_phrase_before: before, email_phrase_before_until: until };
  return {
    email_phrase_before: member.email_phrase,
    email_phrase_before_until: secondsAfter(now, FREEZE_LINK_SECONDS),
  };
}

/**
 * As `plainLine` leaves it: a mail can't carry control characters.
 *
 * @throws Problem invalid_request if too little is left to see
 */
function cleanPhrase(call: CallContext, typed: string): string {
  const phrase = plainLine(typed);
  if ([...visibleOf(phrase)].length < MIN_LENGTH || [...phrase].length > MAX_LENGTH)
    throw new Problem('invalid_request', { errors: fieldError('phrase', call.culture, 'wrongForm') });
  return phrase;
}
