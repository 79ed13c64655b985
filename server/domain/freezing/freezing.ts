// Freezing an account (D-32): every session ends, nobody can sign in, and no pending act continues.
import type { components } from '#openapi/api.gen.d.ts';
import { endUsedLink, findFreezeLink, type FreezeLink } from '#server/domain/alarms/freeze-links.ts';
import { trustedMoment } from '#server/domain/club/trusted-clock.ts';
import { voidDrafts } from '#server/domain/drafts/drafts.ts';
import { lockMember } from '#server/domain/members/members.ts';
import { mayThaw } from '#server/domain/members/may-thaw.ts';
import { endOpenActs } from '#server/domain/open-acts/open-acts.ts';
import type { CallResult } from '#server/domain/requests/run-once.ts';
import type { Services } from '#server/domain/services/services.ts';
import { tellOfNextSignIns } from '#server/domain/sessions/browsers.ts';
import { lockOpenSession } from '#server/domain/sessions/open-session.ts';
import { endAllSessions } from '#server/domain/sessions/sessions.ts';
import { auditAct, deviceOf, type Actor } from '#server/domain/support-requests/actor.ts';
import { objectToAddress, objectToRemoval } from '#server/domain/support-requests/support-requests.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import type { FrozenBy } from '#server/platform/db/tables.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';

type Frozen = components['schemas']['Frozen'];
type FrozenByLink = components['schemas']['FrozenByLink'];

/** Which freeze replaces which. */
const RANK: Readonly<Record<FrozenBy, number>> = { member: 0, former_address: 1, support: 2 };
const MAIL = {
  member: 'accountFrozen',
  former_address: 'frozenFromFormerAddress',
  support: 'frozenBySupport',
} as const;

/**
 * Freezes the account of the signed-in member. Of two calls at once the first freezes; both return since when. @throws
 * Problem session_ended
 */
export async function freezeAccount(
  trx: Trx,
  services: Services,
  call: CallContext,
  session: MemberSession,
): Promise<CallResult<Frozen>> {
  const { memberId } = session;
  const { frozen_by: frozenBy } = await lockMember(trx, memberId);
  // What somebody else froze a moment ago ended this session too.
  if (frozenBy !== 'member') await lockOpenSession(trx, session);
  const { frozenAt } = await freeze(trx, services, { memberId, actor: { by: 'member', call, session } });
  return { kind: 'done', body: { frozenAt: frozenAt.toISOString() } };
}

/**
 * Freezes the account that the link belongs to; nobody needs to be signed in. If it is frozen already it stays so, and
 * the answer says since when. It says who may thaw it, and whether support has an objection: a
 * request may be withdrawn by then. Refused with link_invalid.
 */
export async function freezeByLink(
  trx: Trx,
  services: Services,
  call: CallContext,
  token: string,
): Promise<CallResult<FrozenByLink>> {
  const now = services.clock.now();
  const named = await findFreezeLink(trx, { token, now });
  if (named === null) return { kind: 'refused', problem: new Problem('link_invalid') };
  await lockMember(trx, named.memberId);
  // Read again under the lock: of two presses, one finds the link used.
  const link = await findFreezeLink(trx, { token, now });
  if (link === null) return { kind: 'refused', problem: new Problem('link_invalid') };
  const { memberId, former } = link;
  const { frozenAt, thawBy } = await freeze(trx, services, {
    memberId,
    actor: { by: 'member', call, session: null },
    former,
  });
  const objected = await objectToAddress(trx, { memberId, former: former !== null, now, call });
  await endUsedLink(trx, link, now);
  return { kind: 'done', body: { frozenAt: frozenAt.toISOString(), thawBy, objected } };
}

/**
 * Freezes an account for its member or for support, and mails how to thaw it. A frozen account stays as it is; but
 * support takes over a member's freeze, which the mailbox then no longer undoes. A link that went to a former address
 * does the same: if a thief changed the address, the mailbox is the thief's. Withdrawals in process continue (decision
 * 0020).
 *
 * @returns since when it is frozen, who may thaw it, and how many sessions ended; null if it was frozen before
 */
export async function freeze(
  trx: Trx,
  services: Services,
  options: { memberId: string; actor: Actor; former?: FreezeLink['former'] },
): Promise<Pick<FrozenByLink, 'thawBy'> & { frozenAt: Date; sessionsEnded: number | null }> {
  const { memberId, actor, former = null } = options;
  const by = former === null ? actor.by : 'former_address';
  const now = services.clock.now();
  const { frozen_at: frozenBefore, frozen_by: frozenBy } = await lockMember(trx, memberId);
  await objectToRemoval(trx, { memberId, now, call: actor.call });
  const from = former === null ? {} : { frozen_from: former.address };
  // Recorded even if support froze it before: operators see which former address objects.
  if (frozenBefore !== null && former !== null)
    await trx.updateTable('members').set(from).where('id', '=', memberId).execute();
  const rankedBefore = frozenBy ?? 'member';
  if (frozenBefore !== null && RANK[rankedBefore] >= RANK[by])
    return { frozenAt: frozenBefore, thawBy: mayThaw(rankedBefore), sessionsEnded: null };
  // With a clock that runs ahead, a provisional app would settle at the moment of the freeze (bound-factor.ts).
  const frozenAt = frozenBefore ?? (await trustedMoment({ db: trx, clock: services.clock, config: services.config }));
  await trx
    .updateTable('members')
    .set({ frozen_at: frozenAt, frozen_by: by, thaw_asked_at: null, ...from })
    .where('id', '=', memberId)
    .execute();
  const sessionsEnded = await endAllSessions(trx, { memberId, reason: 'frozen', now });
  await endOpenActs(trx, services, { memberId, now });
  await tellOfNextSignIns(trx, memberId);
  // A confirmation that was admitted before finds nothing to confirm, whichever of the two locks the member's row
  // first.
  await voidDrafts(trx, memberId);
  const byLink = actor.by === 'member' && actor.session === null;
  await auditAct(trx, actor, { kind: 'account_frozen', at: now, memberId, details: { sessionsEnded, byLink } });
  await enqueueMail(trx, services, { kind: MAIL[by], memberId, device: deviceOf(actor), now });
  return { frozenAt, thawBy: mayThaw(by), sessionsEnded };
}

/**
 * Records that the right password of a frozen account was given, for the job that mails how to thaw it. Every refused
 * sign-in runs this one statement, so that nothing, not even its time, distinguishes a right password from a wrong one
 * (D-15).
 *
 * @param options.memberId the member whose password it was; null if it was wrong
 */
export async function noteThawRequest(db: Db | Trx, options: { memberId: string | null; now: Date }): Promise<void> {
  await db
    .updateTable('members')
    .set({ thaw_asked_at: options.now })
    .where('id', '=', options.memberId)
    .where('frozen_at', 'is not', null)
    .execute();
}
