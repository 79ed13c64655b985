// The member's own phrase against phishing (decision 0066): genuine mails show it, so one that lacks it is known to be
// forged.
import type { components } from '#openapi/api.gen.d.ts';
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { lockMember } from '#server/domain/members/members.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import { secondFactorProblem } from '#server/domain/second-factor/step-up.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

type EmailPhrase = components['schemas']['EmailPhrase'];

export async function readEmailPhrase(db: Db | Trx, memberId: string): Promise<EmailPhrase> {
  const row = await db
    .selectFrom('members')
    .select(['email_phrase', 'email_verified_at'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return { phrase: row.email_phrase, shown: row.email_phrase !== null && row.email_verified_at !== null };
}

/**
 * Sets, changes or removes the phrase. Whoever holds a session alone must not learn how to forge mails or make real
 * ones look forged, so it asks for another proof, and a mail tells of it.
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
  const member = await lockMember(trx, memberId);
  const problem = await secondFactorProblem(trx, services, call, { session, proof: wanted.secondFactor });
  if (problem !== null) return { kind: 'refused', problem };
  if (member.email_phrase !== wanted.phrase) {
    await trx.updateTable('members').set({ email_phrase: wanted.phrase }).where('id', '=', memberId).execute();
    const details = { removed: wanted.phrase === null };
    await audit(trx, { kind: 'email_phrase_changed', at: now, memberId, sessionId: session.id, call, details });
    await enqueueAlarm(trx, services, { kind: 'emailPhraseChanged', memberId, device: call.device, now });
  }
  return { kind: 'done', body: await readEmailPhrase(trx, memberId) };
}
