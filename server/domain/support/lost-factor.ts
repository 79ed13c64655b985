// Removes a second factor that a member has lost (D-08). Whoever can remove it could take the account. So the request
// needs a proof of identity, the member is notified, a second operator confirms no sooner than three days later, and a
// hold follows.
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { boundFactor } from '#server/domain/second-factor/bound-factor.ts';
import { dropFactor } from '#server/domain/second-factor/drop-factor.ts';
import type { Services } from '#server/domain/services/services.ts';
import { AccountRefused } from '#server/domain/support-requests/account-refused.ts';
import { supportOf, type SupportAct } from '#server/domain/support-requests/actor.ts';
import {
  beginSupportRequest,
  cancelSupportRequest,
  endSupportRequest,
  openSupportRequest,
  requestToConfirm,
  wasObjectedTo,
} from '#server/domain/support-requests/support-requests.ts';
import { audit } from '#server/platform/audit/audit.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { momentText } from '#server/platform/mail/render.ts';

/**
 * Records the request and its proof, and notifies the member. Returns when it may be carried out. @throws
 * AccountRefused
 */
export async function askFactorRemoval(trx: Trx, services: Services, act: SupportAct): Promise<Date> {
  const { memberId, operator, call, reason: proof } = act;
  const now = services.clock.now();
  await lockMember(trx, memberId);
  const factor = await boundFactor(trx, services, memberId);
  if (factor === null) throw new AccountRefused('the account has no authenticator app');
  const { settled } = factor;
  const dueAt = await beginSupportRequest(trx, services, act, { kind: 'factor', settled });
  // Preparations by operators are not part of the member's own activity list; the mail informs the member.
  await audit(trx, {
    kind: 'factor_removal_asked',
    at: now,
    memberId: null,
    call,
    details: { operator, memberId, proof, settled },
  });
  await enqueueAlarm(trx, services, {
    kind: settled ? 'factorRemovalAsked' : 'provisionalRemovalAsked',
    memberId,
    device: null,
    now,
    values: { dueAt: momentText(dueAt) },
  });
  return dueAt;
}

/**
 * Removes the factor as requested: everybody is signed out, and outgoing money is held for 24 hours.
 *
 * @throws ClockDoubted if only a clock in doubt says that its time has come
 * @throws AccountRefused before its time, for the operator who made the request, if the member has objected, and if
 * another app was set up since
 */
export async function removeLostFactor(trx: Trx, services: Services, act: SupportAct): Promise<Date> {
  const { memberId, operator } = act;
  const now = services.clock.now();
  await lockMember(trx, memberId);
  const objected = (await openSupportRequest(trx, memberId, 'factor')) === null && (await wasObjectedTo(trx, memberId));
  if (objected)
    throw new AccountRefused(
      'the app was used or removed, or the account was frozen, after the request, which withdrew it',
    );
  const removal = await requestToConfirm(trx, services, act, 'factor');
  const factor = await boundFactor(trx, services, memberId);
  if (factor === null)
    throw new AccountRefused('the account has no authenticator app any more: withdraw the request with --cancel');
  // The proof was about a lost app; the app that replaced it has not been lost.
  if (factor.enabledAt > removal.asked_at)
    throw new AccountRefused('another app was set up after the request: withdraw it with --cancel');
  await endSupportRequest(trx, removal.id, { now, by: operator, outcome: 'done' });
  return dropFactor(trx, services, {
    memberId,
    actor: supportOf(act),
    mail: 'twoFactorOff',
    details: { askedBy: removal.asked_by },
  });
}

/** Withdraws the request. @throws AccountRefused if there is none */
export async function cancelFactorRemoval(trx: Trx, services: Services, act: SupportAct): Promise<void> {
  await lockMember(trx, act.memberId);
  await cancelSupportRequest(trx, services, act, 'factor');
}
