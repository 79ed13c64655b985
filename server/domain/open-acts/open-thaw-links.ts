import type { Trx } from '#server/platform/db/kysely.ts';

/** Ends a member's links; null matches no row, so links that belong to nobody stay. */
export async function endThawLinks(trx: Trx, options: { memberId: string | null; now: Date }): Promise<void> {
  await trx
    .updateTable('thaw_links')
    .set({ ended_at: options.now })
    .where('member_id', '=', options.memberId)
    .where('ended_at', 'is', null)
    .execute();
}
