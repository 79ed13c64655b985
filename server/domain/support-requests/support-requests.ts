// Requests that one operator makes on a proof of identity, that the member is notified of, and that another operator
// confirms three days later: the removal of a lost app (D-08), or another address for an account whose address a thief
// has changed.
import { FIGURES } from '#openapi/figures.ts';
import { endOfWait, hasCome } from '#server/domain/club/trusted-clock.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit, type AuditEvent } from '#server/platform/audit/audit.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { SupportRequestKind } from '#server/platform/db/support-tables.ts';
import { AccountRefused } from './account-refused.ts';
import type { SupportAct } from './actor.ts';
import { operatorKey } from './operator-key.ts';

/** How long somebody else has to object. */
const WAIT_SECONDS = FIGURES.supportWaitHours * 60 * 60;

/** The `ended_by` of a request that its member withdrew; operators are recorded by name. */
const BY_MEMBER = 'member';

/** The kind of request. */
export type Wanted = { kind: 'factor'; settled: boolean } | { kind: 'address'; address: string; before: string };

/** The open request of a kind; a member has at most one of each. */
export async function openSupportRequest(trx: Trx, memberId: string, kind: SupportRequestKind) {
  const row = await trx
    .selectFrom('support_requests')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Records a request and its proof. The member's row must be locked. Returns when it may be carried out. @throws
 * AccountRefused if one is open already
 */
export async function beginSupportRequest(
  trx: Trx,
  services: Services,
  act: SupportAct,
  wanted: Wanted,
): Promise<Date> {
  const { memberId, operator, reason: proof } = act;
  const now = services.clock.now();
  const open = await openSupportRequest(trx, memberId, wanted.kind);
  if (open !== null)
    throw new AccountRefused(
      `${open.asked_by} requested it already; it may be done from ${open.due_at.toISOString()} on`,
    );
  const dueAt = await endOfWait(trx, now, WAIT_SECONDS);
  const what =
    wanted.kind === 'factor' ? { settled: wanted.settled } : { address: wanted.address, address_before: wanted.before };
  await trx
    .insertInto('support_requests')
    .values({
      id: services.random.uuid(),
      member_id: memberId,
      kind: wanted.kind,
      asked_at: now,
      asked_by: operator,
      proof,
      due_at: dueAt,
      ...what,
    })
    .execute();
  return dueAt;
}

/**
 * The request that another operator may confirm now.
 *
 * @throws ClockDoubted if only a clock in doubt says that its time has come
 * @throws AccountRefused if there is no request, before its time, and for the operator who made it
 */
export async function requestToConfirm(trx: Trx, services: Services, act: SupportAct, kind: SupportRequestKind) {
  const { memberId, operator } = act;
  const request = await openSupportRequest(trx, memberId, kind);
  if (request === null) throw new AccountRefused('nobody has requested it: begin with --proof TEXT');
  if (operatorKey(request.asked_by) === operatorKey(operator))
    throw new AccountRefused(`${request.asked_by} has requested it; another operator must confirm it`);
  if (!(await hasCome({ ...services, db: trx }, request.due_at)))
    throw new AccountRefused(`the member has time until ${request.due_at.toISOString()} to object`);
  return request;
}

/** Ends a request: done, or withdrawn. */
export async function endSupportRequest(
  trx: Trx,
  id: string,
  end: { now: Date; by: string; outcome: 'done' | 'cancelled' },
): Promise<void> {
  await trx
    .updateTable('support_requests')
    .set({ ended_at: end.now, ended_by: end.by, outcome: end.outcome })
    .where('id', '=', id)
    .execute();
}

/** Withdraws a request, by an operator. The member's row must be locked. @throws AccountRefused if there is none */
export async function cancelSupportRequest(
  trx: Trx,
  services: Services,
  { memberId, operator, call, reason }: SupportAct,
  kind: SupportRequestKind,
): Promise<void> {
  const now = services.clock.now();
  const request = await openSupportRequest(trx, memberId, kind);
  if (request === null) throw new AccountRefused('nobody has requested it');
  await endSupportRequest(trx, request.id, { now, by: operator, outcome: 'cancelled' });
  await audit(trx, {
    kind: kind === 'factor' ? 'factor_removal_cancelled' : 'address_change_cancelled',
    at: now,
    memberId: null,
    call,
    details: { operator, memberId, reason },
  });
}

/**
 * Withdraws the request to remove an app for good, because the app was used or the account frozen: either the app is
 * not lost, or somebody else made the request. A request that was made while the app was provisional continues;
 * otherwise a thief who set it up could stop its removal by using it.
 */
export async function objectToRemoval(
  trx: Trx,
  options: { memberId: string; now: Date; call: AuditEvent['call'] },
): Promise<void> {
  const { memberId, now, call } = options;
  const removal = await openSupportRequest(trx, memberId, 'factor');
  if (removal?.settled !== true) return;
  await endSupportRequest(trx, removal.id, { now, by: BY_MEMBER, outcome: 'cancelled' });
  await audit(trx, {
    kind: 'factor_removal_cancelled',
    at: now,
    memberId: null,
    call,
    details: { memberId, objected: true },
  });
}

/** Whether the member's objection withdrew the newest request to remove an app. */
export async function wasObjectedTo(trx: Trx, memberId: string): Promise<boolean> {
  const newest = await trx
    .selectFrom('support_requests')
    .select('ended_by')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'factor')
    .orderBy('asked_at', 'desc')
    .executeTakeFirst();
  return newest?.ended_by === BY_MEMBER;
}

/**
 * Records that somebody used the link of a mail while a new address is requested. That alone stops nothing: a thief
 * holds the present mailbox, and after two changes in a row a former one as well. But an operator must answer the
 * objection before the address is changed.
 */
export async function objectToAddress(
  trx: Trx,
  options: { memberId: string; former: boolean; now: Date; call: AuditEvent['call'] },
): Promise<boolean> {
  const { memberId, former, now, call } = options;
  const request = await openSupportRequest(trx, memberId, 'address');
  if (request === null) return false;
  await trx
    .updateTable('support_requests')
    .set(former ? { former_objected_at: now } : { present_objected_at: now })
    .where('id', '=', request.id)
    .execute();
  await audit(trx, {
    kind: 'address_change_objected',
    at: now,
    memberId: null,
    call,
    details: { memberId, from: former ? 'former' : 'present' },
  });
  return true;
}

/** Whether support has ever given a member another address, which removed the password. */
export async function wasGivenAddress(trx: Trx, memberId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('support_requests')
    .select('id')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'address')
    .where('outcome', '=', 'done')
    .executeTakeFirst();
  return row !== undefined;
}
