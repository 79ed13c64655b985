// Freezing the own account (D-32): nobody is signed in any more, nobody signs in, and nothing that waits goes on.
import type { components } from '#openapi/api.gen.d.ts';
import { audit } from '#server/audit/audit.ts';
import type { CallContext } from '#server/contract/types.ts';
import type { Db, Trx } from '#server/db/kysely.ts';
import { voidDrafts } from '#server/drafts/drafts.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import type { Worked } from '#server/requests/run-once.ts';
import type { Services } from '#server/services.ts';
import { endChallenges } from './challenges.ts';
import { endEmailChanges } from './email-change.ts';
import { lockMember } from './members.ts';
import { endRecoveries } from './recoveries.ts';
import { endAllSessions, type MemberSession } from './sessions.ts';
import { endThawLinks } from './thaw-links.ts';

/**
 * Freezes the member's account and mails how to thaw it. Withdrawals in process stay (decision 20). Of two calls at once the
 * first freezes, and both are told since when.
 */
export async function freezeAccount(
  trx: Trx,
  services: Services,
  call: CallContext,
  session: MemberSession,
): Promise<Worked<components['schemas']['Frozen']>> {
  const { memberId } = session;
  const now = services.clock.now();
  const { frozen_at: frozenBefore } = await lockMember(trx, memberId);
  if (frozenBefore !== null) return { kind: 'done', body: { frozenAt: frozenBefore.toISOString() } };
  await trx.updateTable('members').set({ frozen_at: now, thaw_asked_at: null }).where('id', '=', memberId).execute();
  const ended = await endAllSessions(trx, { memberId, reason: 'frozen', now });
  await endChallenges(trx, { memberId, now });
  await endRecoveries(trx, { memberId, now });
  await endEmailChanges(trx, { memberId, now });
  await endThawLinks(trx, { memberId, now });
  // A confirmation that was let in before finds nothing to confirm, whoever gets the member's row first.
  await voidDrafts(trx, memberId);
  await audit(trx, { kind: 'account_frozen', at: now, memberId, sessionId: session.id, call, details: { sessionsEnded: ended } });
  await enqueueMail(trx, services, { kind: 'accountFrozen', memberId, device: call.device, now });
  return { kind: 'done', body: { frozenAt: now.toISOString() } };
}

/**
 * Notes that the right password of a frozen account was given, for the job that mails how to thaw it. Every sign-in that is
 * refused makes this one statement, so that a right password is told from a wrong one by nothing, time included (D-15).
 *
 * @param options.memberId whose password it was; null where it was wrong
 */
export async function noteThawWish(db: Db, options: { memberId: string | null; now: Date }): Promise<void> {
  await db.updateTable('members').set({ thaw_asked_at: options.now }).where('id', '=', options.memberId).where('frozen_at', 'is not', null).execute();
}
