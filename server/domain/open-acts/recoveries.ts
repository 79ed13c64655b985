import type { Trx } from '#server/platform/db/kysely.ts';

/** Ends a member's recoveries and their grants: the password or address that they were begun for was replaced. */
export async function endRecoveries(trx: Trx, options: { memberId: string; now: Date }): Promise<void> {
  await trx
    .updateTable('password_recoveries')
    .set({ ended_at: options.now })
    .where('member_id', '=', options.memberId)
    .where('ended_at', 'is', null)
    .execute();
}
