import type { Trx } from '#server/platform/db/kysely.ts';

/**
 * Ends a member's sign-ins that wait for their second step: the password that they began with was replaced. Removed, so
 * that no clock has to agree that their time is over. The member's row must be locked.
 *
 * @param options.madeUnderKey only those that this call has begun
 */
export async function endChallenges(trx: Trx, options: { memberId: string; madeUnderKey?: string }): Promise<void> {
  const { memberId, madeUnderKey } = options;
  const waiting = trx.deleteFrom('challenges').where('member_id', '=', memberId).where('answered_at', 'is', null);
  await (madeUnderKey === undefined ? waiting : waiting.where('made_under_key', '=', madeUnderKey)).execute();
}

/** Ends everybody's. */
export async function endEveryChallenge(trx: Trx): Promise<void> {
  await trx.deleteFrom('challenges').where('answered_at', 'is', null).execute();
}
