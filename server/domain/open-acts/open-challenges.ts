import type { Trx } from '#server/platform/db/kysely.ts';

/** Ends a member's sign-ins that wait for their second step: the password that they began with was replaced. */
export async function endChallenges(trx: Trx, options: { memberId: string; now: Date }): Promise<void> {
  await trx
    .updateTable('challenges')
    .set({ expires_at: options.now })
    .where('member_id', '=', options.memberId)
    .where('answered_at', 'is', null)
    .where('expires_at', '>', options.now)
    .execute();
}
