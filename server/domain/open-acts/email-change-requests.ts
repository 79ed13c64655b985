// The requests of address changes (L-05), and their steps.
import {
  emailChangeRequestLifecycle,
  type EmailChangeRequestEvent,
} from '#machines/lifecycles/email-change-request.machine.ts';
import { openStatuses, statusAfter } from '#machines/lifecycles/lifecycle.ts';
import type { EmailChangeRequestsTable } from '#server/platform/db/code-tables.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';

type Status = EmailChangeRequestsTable['status'];
type Event = EmailChangeRequestEvent['type'];

/** Ends a member's change that is under way, because the password that began it was replaced. */
export async function endEmailChanges(trx: Trx, options: { memberId: string; now: Date }): Promise<void> {
  const request = await openRequest(trx, options.memberId);
  if (request !== null) await move(trx, request, { event: 'EXPIRE', now: options.now });
}

/** Ends the changes of all members that are under way. */
export async function endEveryEmailChange(trx: Trx, now: Date): Promise<void> {
  const open = await trx
    .selectFrom('email_change_requests')
    .select(['id', 'status'])
    .where('ended_at', 'is', null)
    .execute();
  for (const request of open) await move(trx, request, { event: 'EXPIRE', now });
}

/** Marks expired changes as expired; they could not be used from that moment on. */
export async function expireEmailChanges(db: Db, now: Date): Promise<void> {
  const due = await db
    .selectFrom('email_change_requests')
    .select(['id', 'status'])
    .where('expires_at', '<=', now)
    .where('ended_at', 'is', null)
    .execute();
  for (const request of due) await move(db, request, { event: 'EXPIRE', now });
}

/** The member's open change; a member has at most one. */
export async function openRequest(trx: Trx, memberId: string) {
  const row = await trx
    .selectFrom('email_change_requests')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The same, but null once it has expired. */
export async function liveRequest(trx: Trx, options: { memberId: string; now: Date }) {
  const request = await openRequest(trx, options.memberId);
  return request !== null && request.expires_at > options.now ? request : null;
}

/** Moves a change by a step of its lifecycle. @throws Error if the lifecycle has no such step */
export async function move(
  trx: Db | Trx,
  request: { id: string; status: Status },
  step: { event: Event; now: Date; changes?: { opened_at: Date; opened_by: string; address: Buffer } },
): Promise<void> {
  const { event, now, changes } = step;
  const next = statusAfter(emailChangeRequestLifecycle, request.status, { type: event }) as Status | null;
  if (next === null) throw new Error(`an email change that is ${request.status} cannot take the step ${event}`);
  await trx
    .updateTable('email_change_requests')
    .set({ status: next, ended_at: openStatuses(emailChangeRequestLifecycle).includes(next) ? null : now, ...changes })
    .where('id', '=', request.id)
    .where('status', '=', request.status)
    .execute();
}
