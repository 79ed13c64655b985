import { enqueueAlarm } from '#server/domain/alarms/freeze-links.ts';
import { holdMoney } from '#server/domain/members/hold.ts';
import { endOpenActs } from '#server/domain/open-acts/open-acts.ts';
import type { Services } from '#server/domain/services/services.ts';
import { endAllSessions, endOtherSessions } from '#server/domain/sessions/sessions.ts';
import { auditAct, deviceOf, type Actor } from '#server/domain/support-requests/actor.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { momentText } from '#server/platform/mail/render.ts';
import { boundFactor } from './bound-factor.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';

/**
 * Removes the second factor: for its member, who gives a code of it; for support, because it is lost; or for a password
 * reset, because it was provisional. All other sessions and everything unfinished end, money is held, the member is
 * notified. The member's row must be locked.
 *
 * @returns until when money is held
 */
export async function dropFactor(
  trx: Trx,
  services: Services,
  drop: { memberId: string; actor: Actor; mail: 'twoFactorOff' | 'twoFactorDropped'; details?: Record<string, string> },
): Promise<Date> {
  const { memberId, actor, mail, details } = drop;
  const now = services.clock.now();
  const factor = await boundFactor(trx, services, memberId);
  // In a session, a code of this factor was the proof.
  const session = actor.by === 'member' ? actor.session : null;
  const heldUntil = await holdMoney(trx, services, memberId, session !== null && factor?.settled === true);
  await trx.deleteFrom('two_factor').where('member_id', '=', memberId).execute();
  await deleteRecoveryCodes(trx, memberId);
  const reason = 'two_factor_off';
  const ended =
    session === null
      ? await endAllSessions(trx, { memberId, reason, now })
      : await endOtherSessions(trx, { session, reason, now });
  await endOpenActs(trx, services, { memberId, now });
  await auditAct(trx, actor, {
    kind: 'two_factor_disabled',
    at: now,
    memberId,
    details: { sessionsEnded: ended, ...details },
  });
  await enqueueAlarm(trx, services, {
    kind: mail,
    memberId,
    device: deviceOf(actor),
    now,
    values: { heldUntil: momentText(heldUntil) },
  });
  return heldUntil;
}
