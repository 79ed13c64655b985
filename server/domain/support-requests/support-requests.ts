// What one operator asks for on a proof of identity, its member is told of, and another operator confirms three days later: that a lost
// app is removed (D-08), or that an account whose address a thief has changed gets another one.
import { endOfWait, hasCome } from '#server/domain/club/trusted-clock.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit, type AuditEvent } from '#server/platform/audit/audit.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import type { SupportRequestKind } from '#server/platform/db/support-tables.ts';
import { AccountRefused } from './account-refused.ts';
import type { SupportAct } from './actor.ts';
import { operatorKey } from './operator-key.ts';

/** The time to say that somebody else asks. */
const WAIT_SECONDS = 72 * 60 * 60;

/** Who withdrew a request where its member did; operators go by their names. */
const BY_MEMBER = 'member';

/** What is asked for. */
export type Wanted = { kind: 'factor'; settled: boolean } | { kind: 'address'; address: string; before: string };

/** The request of a kind that was made and not ended; a member has one of each at most. */
export async function openSupportRequest(trx: Trx, memberId: string, kind: SupportRequestKind) {
  const row = await trx.selectFrom('support_requests').selectAll().where('member_id', '=', memberId).where('kind', '=', kind).where('ended_at', 'is', null).executeTakeFirst();
  return row ?? null;
}

/** Notes what is asked for and the proof. The member's row must be locked. Returns when it may be done. @throws AccountRefused where it is asked for already */
export async function beginSupportRequest(trx: Trx, services: Services, act: SupportAct, wanted: Wanted): Promise<Date> {
  const { memberId, operator, reason: proof } = act;
  const now = services.clock.now();
  const open = await openSupportRequest(trx, memberId, wanted.kind);
  if (open !== null) throw new AccountRefused(`it was asked for by ${open.asked_by} and may be done from ${open.due_at.toISOString()} on`);
  const dueAt = await endOfWait(trx, now, WAIT_SECONDS);
  const what = wanted.kind === 'factor' ? { settled: wanted.settled } : { address: wanted.address, address_before: wanted.before };
  await trx.insertInto('support_requests').values({ id: services.random.uuid(), member_id: memberId, kind: wanted.kind, asked_at: now, asked_by: operator, proof, due_at: dueAt, ...what }).execute();
  return dueAt;
}

/**
 * What another operator may confirm now.
 *
 * @throws ClockDoubted where its time has come by a clock that is in doubt alone
 * @throws AccountRefused where nobody has asked for it, before its time, and for the operator who asked
 */
export async function requestToConfirm(trx: Trx, services: Services, act: SupportAct, kind: SupportRequestKind) {
  const { memberId, operator } = act;
  const request = await openSupportRequest(trx, memberId, kind);
  if (request === null) throw new AccountRefused('nobody has asked for it: begin with --proof TEXT');
  if (operatorKey(request.asked_by) === operatorKey(operator)) throw new AccountRefused(`${request.asked_by} has asked for it; somebody else has to confirm it`);
  if (!(await hasCome({ ...services, db: trx }, request.due_at))) throw new AccountRefused(`the member has time until ${request.due_at.toISOString()} to object`);
  return request;
}

/** Ends a request: done, or withdrawn. */
export async function endSupportRequest(trx: Trx, id: string, end: { now: Date; by: string; outcome: 'done' | 'cancelled' }): Promise<void> {
  await trx.updateTable('support_requests').set({ ended_at: end.now, ended_by: end.by, outcome: end.outcome }).where('id', '=', id).execute();
}

/** Withdraws what was asked for, by an operator. The member's row must be locked. @throws AccountRefused where nothing was */
export async function cancelSupportRequest(trx: Trx, services: Services, { memberId, operator, call, reason }: SupportAct, kind: SupportRequestKind): Promise<void> {
  const now = services.clock.now();
  const request = await openSupportRequest(trx, memberId, kind);
  if (request === null) throw new AccountRefused('nobody has asked for it');
  await endSupportRequest(trx, request.id, { now, by: operator, outcome: 'cancelled' });
  await audit(trx, { kind: kind === 'factor' ? 'factor_removal_cancelled' : 'address_change_cancelled', at: now, memberId: null, call, details: { operator, memberId, reason } });
}

/**
 * Withdraws the removal of an app for good, since the app was used or the account frozen: the app isn't lost, or somebody else asked. One
 * that was asked for while the app was provisional goes on, or a thief who bound it would stop its removal by using it.
 */
export async function objectToRemoval(trx: Trx, options: { memberId: string; now: Date; call: AuditEvent['call'] }): Promise<void> {
  const { memberId, now, call } = options;
  const removal = await openSupportRequest(trx, memberId, 'factor');
  if (removal?.settled !== true) return;
  await endSupportRequest(trx, removal.id, { now, by: BY_MEMBER, outcome: 'cancelled' });
  await audit(trx, { kind: 'factor_removal_cancelled', at: now, memberId: null, call, details: { memberId, objected: true } });
}

/** Whether the newest removal of an app was withdrawn by the member's objection. */
export async function wasObjectedTo(trx: Trx, memberId: string): Promise<boolean> {
  const newest = await trx.selectFrom('support_requests').select('ended_by').where('member_id', '=', memberId).where('kind', '=', 'factor').orderBy('asked_at', 'desc').executeTakeFirst();
  return newest?.ended_by === BY_MEMBER;
}

/**
 * Notes that somebody pressed the link of a mail while a new address is asked for. It stops nothing: a thief holds the present mailbox, and
 * after two changes in a row a former one as well. But the address isn't given without an operator's answer to it.
 */
export async function objectToAddress(trx: Trx, options: { memberId: string; former: boolean; now: Date; call: AuditEvent['call'] }): Promise<void> {
  const { memberId, former, now, call } = options;
  const request = await openSupportRequest(trx, memberId, 'address');
  if (request === null) return;
  await trx
    .updateTable('support_requests')
    .set(former ? { former_objected_at: now } : { present_objected_at: now })
    .where('id', '=', request.id)
    .execute();
  await audit(trx, { kind: 'address_change_objected', at: now, memberId: null, call, details: { memberId, from: former ? 'former' : 'present' } });
}

/** Whether support gave a member another address at some time, which took the password away. */
export async function wasGivenAddress(trx: Trx, memberId: string): Promise<boolean> {
  const row = await trx.selectFrom('support_requests').select('id').where('member_id', '=', memberId).where('kind', '=', 'address').where('outcome', '=', 'done').executeTakeFirst();
  return row !== undefined;
}
