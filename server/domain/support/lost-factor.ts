// A second factor that a member has lost (D-08): without it, whoever takes it away could take the account. So it is asked for with a
// proof of identity, told to the member, done no sooner than three days later and by a second operator, and followed by a hold.
import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { boundFactor } from '#server/domain/second-factor/bound-factor.ts';
import { dropFactor } from '#server/domain/second-factor/drop-factor.ts';
import type { Services } from '#server/domain/services/services.ts';
import { AccountRefused } from '#server/domain/support-requests/account-refused.ts';
import { supportOf, type SupportAct } from '#server/domain/support-requests/actor.ts';
import { beginSupportRequest, cancelSupportRequest, endSupportRequest, openSupportRequest, requestToConfirm, wasObjectedTo } from '#server/domain/support-requests/support-requests.ts';
import { audit } from '#server/platform/audit/audit.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { momentText } from '#server/platform/mail/render.ts';

/** Notes the wish and its proof, and tells the member. Returns when it may be done. @throws AccountRefused */
export async function askFactorRemoval(trx: Trx, services: Services, act: SupportAct): Promise<Date> {
  const { memberId, operator, call, reason: proof } = act;
  const now = services.clock.now();
  await lockMember(trx, memberId);
  const factor = await boundFactor(trx, services, memberId);
  if (factor === null) throw new AccountRefused('no authenticator app is bound to the account');
  const { settled } = factor;
  const dueAt = await beginSupportRequest(trx, services, act, { kind: 'factor', settled });
  // What operators prepare is none of the member's own list; the mail tells.
  await audit(trx, { kind: 'factor_removal_asked', at: now, memberId: null, call, details: { operator, memberId, proof, settled } });
  await enqueueAlarm(trx, services, { kind: settled ? 'factorRemovalAsked' : 'provisionalRemovalAsked', memberId, device: null, now, values: { dueAt: momentText(dueAt) } });
  return dueAt;
}

/**
 * Removes the factor that was asked for: everybody is signed out, and money that leaves is held for 24 hours.
 *
 * @throws ClockDoubted where its time has come by a clock that is in doubt alone
 * @throws AccountRefused before its time, by the operator who asked, where the member has objected, and where another app is bound by now
 */
export async function removeLostFactor(trx: Trx, services: Services, act: SupportAct): Promise<Date> {
  const { memberId, operator } = act;
  const now = services.clock.now();
  await lockMember(trx, memberId);
  const objected = (await openSupportRequest(trx, memberId, 'factor')) === null && (await wasObjectedTo(trx, memberId));
  if (objected) throw new AccountRefused('the app was used or unbound since it was asked for, or the account frozen, which withdrew it');
  const removal = await requestToConfirm(trx, services, act, 'factor');
  const factor = await boundFactor(trx, services, memberId);
  if (factor === null) throw new AccountRefused('no authenticator app is bound any more: withdraw it with --cancel');
  // The proof was of a lost app; what was bound in its place has not been lost.
  if (factor.enabledAt > removal.asked_at) throw new AccountRefused('another app was bound since it was asked for: withdraw it with --cancel');
  await endSupportRequest(trx, removal.id, { now, by: operator, outcome: 'done' });
  return dropFactor(trx, services, { memberId, actor: supportOf(act), mail: 'twoFactorOff', details: { askedBy: removal.asked_by } });
}

/** Withdraws what was asked for. @throws AccountRefused where nothing was */
export async function cancelFactorRemoval(trx: Trx, services: Services, act: SupportAct): Promise<void> {
  await lockMember(trx, act.memberId);
  await cancelSupportRequest(trx, services, act, 'factor');
}
