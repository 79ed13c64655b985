// What operators do with an account on its member's behalf: each act under the member's lock, recorded with the
// operator's name, and mailed.
import { voidDrafts } from '#server/domain/drafts/drafts.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import type { Services } from '#server/domain/services/services.ts';
import { AccountRefused } from '#server/domain/support-requests/account-refused.ts';
import { auditAct, supportOf, type SupportAct } from '#server/domain/support-requests/actor.ts';
import { freeze } from '#server/domain/freezing/freezing.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { endOpenActs } from '#server/domain/open-acts/open-acts.ts';
import { endAllSessions } from '#server/domain/sessions/sessions.ts';
import { openSupportRequest } from '#server/domain/support-requests/support-requests.ts';
import { formersOfEarlierThaws, thaw } from '#server/domain/freezing/thawing.ts';

/**
 * Freezes an account so that only support thaws it, even if its member froze it before. Returns how many sessions
 * ended. @throws AccountRefused
 */
export async function freezeForMember(trx: Trx, services: Services, act: SupportAct): Promise<number> {
  const { frozenAt, sessionsEnded } = await freeze(trx, services, { memberId: act.memberId, actor: supportOf(act) });
  if (sessionsEnded === null) throw new AccountRefused(`the account has been frozen since ${frozenAt.toISOString()}`);
  return sessionsEnded;
}

/**
 * Thaws an account if the member cannot do it by the mailed link. It signs nobody in. A former address could freeze the
 * account again forever; so the next thaw needs `despite`, the reason to thaw nevertheless, and ends that address's
 * links.
 *
 * @returns until when money is held; null if it is not
 * @throws AccountRefused
 */
export async function thawForMember(
  trx: Trx,
  services: Services,
  act: SupportAct,
  despite: string | null,
): Promise<Date | null> {
  const { memberId } = act;
  const member = await lockMember(trx, memberId);
  if (member.frozen_at === null) throw new AccountRefused('the account is not frozen');
  // The new address is given to a frozen account only; a thaw by mistake would let the thief in.
  if ((await openSupportRequest(trx, memberId, 'address')) !== null)
    throw new AccountRefused('a new address was requested: confirm or withdraw that first, with members address');
  const { frozen_at: frozenAt, frozen_from: former } = member;
  if (former === null && despite !== null)
    throw new AccountRefused('no former address froze the account, so --despite does not apply');
  if (
    former !== null &&
    despite === null &&
    (await formersOfEarlierThaws(trx, { id: memberId, frozen_at: frozenAt })).has(former)
  ) {
    throw new AccountRefused(
      `${former} has frozen it again after a thaw: find out whether that is the owner, then thaw it with --despite "why it is right nevertheless", which ends its links`,
    );
  }
  return thaw(trx, services, {
    member,
    actor: supportOf(
      despite === null ? act : { ...act, reason: `${act.reason}; despite a former address: ${despite}` },
    ),
    overrules: despite !== null,
  });
}

/**
 * Signs everybody out of an account; anybody who knows the password can sign in again. Returns how many sessions ended.
 */
export async function endSessionsForMember(trx: Trx, services: Services, act: SupportAct): Promise<number> {
  const { memberId } = act;
  const now = services.clock.now();
  await lockMember(trx, memberId);
  const ended = await endAllSessions(trx, { memberId, reason: 'ended_by_support', now });
  await endOpenActs(trx, services, { memberId, now });
  await voidDrafts(trx, memberId);
  await auditAct(trx, supportOf(act), {
    kind: 'sessions_ended_by_support',
    at: now,
    memberId,
    details: { sessionsEnded: ended },
  });
  await enqueueMail(trx, services, { kind: 'sessionsEndedBySupport', memberId, device: null, now });
  return ended;
}
