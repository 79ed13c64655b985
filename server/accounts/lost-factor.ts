// A second factor that a member has lost (D-08): without it, whoever takes it away could take the account. So it is asked for with a
// proof of identity, told to the member, done no sooner than three days later and by a second operator, and followed by a hold.
import { audit } from '#server/audit/audit.ts';
import { endOfWait, hasCome } from '#server/club/trusted-clock.ts';
import type { Trx } from '#server/db/kysely.ts';
import { momentText } from '#server/mail/render.ts';
import type { Services } from '#server/services.ts';
import { boundFactor } from './bound-factor.ts';
import { dropFactor } from './drop-factor.ts';
import { endRemoval, openRemoval, wasObjectedTo } from './factor-removals.ts';
import { enqueueAlarm } from './freeze-links.ts';
import { lockMember } from './members.ts';
import { AccountRefused, supportOf, type SupportAct } from './support-acts.ts';

/** The member's time to say that it isn't lost, by using it, or that somebody else asks, by freezing the account. */
const WAIT_SECONDS = 72 * 60 * 60;

/** Notes the wish and its proof, and tells the member. Returns when it may be done. @throws AccountRefused */
export async function askFactorRemoval(trx: Trx, services: Services, act: SupportAct): Promise<Date> {
  const { memberId, operator, call, reason: proof } = act;
  const now = services.clock.now();
  await lockMember(trx, memberId);
  const factor = await boundFactor(trx, services, memberId);
  if (factor === null) throw new AccountRefused('no authenticator app is bound to the account');
  const open = await openRemoval(trx, memberId);
  if (open !== null) throw new AccountRefused(`it was asked for by ${open.asked_by} and may be done from ${open.due_at.toISOString()} on`);
  const { settled } = factor;
  const dueAt = await endOfWait(trx, now, WAIT_SECONDS);
  const id = services.random.uuid();
  await trx.insertInto('factor_removals').values({ id, member_id: memberId, asked_at: now, asked_by: operator, proof, due_at: dueAt, settled }).execute();
  // What operators prepare is none of the member's own list; the mail tells.
  await audit(trx, { kind: 'factor_removal_asked', at: now, memberId: null, call, details: { operator, memberId, proof, settled } });
  await enqueueAlarm(trx, services, { kind: settled ? 'factorRemovalAsked' : 'provisionalRemovalAsked', memberId, device: null, now, values: { dueAt: momentText(dueAt) } });
  return dueAt;
}

/**
 * Removes the factor that was asked for: everybody is signed out, and money that leaves is held for 24 hours.
 *
 * @throws ClockDoubted where its time has come by a clock that is in doubt alone
 * @throws AccountRefused before its time, by the operator who asked, and where the member has objected
 */
export async function removeLostFactor(trx: Trx, services: Services, act: SupportAct): Promise<Date> {
  const { memberId, operator } = act;
  const now = services.clock.now();
  await lockMember(trx, memberId);
  const removal = await openRemoval(trx, memberId);
  if (removal === null && (await wasObjectedTo(trx, memberId))) throw new AccountRefused('the app was used or unbound since it was asked for, or the account frozen, which withdrew it');
  if (removal === null) throw new AccountRefused('nobody has asked for it: begin with members unbind USERNAME --proof TEXT');
  if (removal.asked_by === operator) throw new AccountRefused(`${operator} has asked for it; somebody else has to confirm it`);
  if (!(await hasCome({ ...services, db: trx }, removal.due_at))) throw new AccountRefused(`the member has time until ${removal.due_at.toISOString()} to object`);
  if ((await boundFactor(trx, services, memberId)) === null) throw new AccountRefused('no authenticator app is bound any more: withdraw it with --cancel');
  await endRemoval(trx, removal.id, { now, by: operator, outcome: 'removed' });
  return dropFactor(trx, services, { memberId, actor: supportOf(act), mail: 'twoFactorOff', details: { askedBy: removal.asked_by } });
}

/** Withdraws what was asked for. @throws AccountRefused where nothing was */
export async function cancelFactorRemoval(trx: Trx, services: Services, { memberId, operator, call, reason }: SupportAct): Promise<void> {
  const now = services.clock.now();
  await lockMember(trx, memberId);
  const removal = await openRemoval(trx, memberId);
  if (removal === null) throw new AccountRefused('nobody has asked for it');
  await endRemoval(trx, removal.id, { now, by: operator, outcome: 'cancelled' });
  await audit(trx, { kind: 'factor_removal_cancelled', at: now, memberId: null, call, details: { operator, memberId, reason } });
}
