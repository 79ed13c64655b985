// Wishes to remove a second factor that a member has lost (D-08), and the member's objection.
import { audit, type AuditEvent } from '#server/audit/audit.ts';
import type { Trx } from '#server/db/kysely.ts';

/** Who withdrew a removal where its member did; operators go by their names. */
const BY_MEMBER = 'member';

/** The removal that was asked for and not ended; a member has one at most. */
export async function openRemoval(trx: Trx, memberId: string) {
  const row = await trx.selectFrom('factor_removals').selectAll().where('member_id', '=', memberId).where('ended_at', 'is', null).executeTakeFirst();
  return row ?? null;
}

/** Ends a removal: done, or withdrawn. */
export async function endRemoval(trx: Trx, id: string, end: { now: Date; by: string; outcome: 'removed' | 'cancelled' }): Promise<void> {
  await trx.updateTable('factor_removals').set({ ended_at: end.now, ended_by: end.by, outcome: end.outcome }).where('id', '=', id).execute();
}

/**
 * Withdraws a removal for good, since the app was used or the account frozen: the app isn't lost, or somebody else asked. One that was
 * asked for while the app was provisional goes on, or a thief who bound it would stop its removal by using it.
 */
export async function objectToRemoval(trx: Trx, options: { memberId: string; now: Date; call: AuditEvent['call'] }): Promise<void> {
  const { memberId, now, call } = options;
  const removal = await openRemoval(trx, memberId);
  if (removal === null || !removal.settled) return;
  await endRemoval(trx, removal.id, { now, by: BY_MEMBER, outcome: 'cancelled' });
  await audit(trx, { kind: 'factor_removal_cancelled', at: now, memberId: null, call, details: { memberId, objected: true } });
}

/** Whether the newest removal was withdrawn by the member's objection. */
export async function wasObjectedTo(trx: Trx, memberId: string): Promise<boolean> {
  const newest = await trx.selectFrom('factor_removals').select('ended_by').where('member_id', '=', memberId).orderBy('asked_at', 'desc').executeTakeFirst();
  return newest?.ended_by === BY_MEMBER;
}
