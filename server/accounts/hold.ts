import { sql } from 'kysely';
import { secondsAfter } from '#server/clock.ts';
import type { Trx } from '#server/db/kysely.ts';

const HOLD_SECONDS = 24 * 60 * 60;

/**
 * Holds a member's withdrawals for 24 hours (security rule 12): after a password reset, an e-mail change, the second factor
 * turned off or a recovery code used. A hold that lasts longer stays.
 *
 * @returns until when they are held
 */
export async function holdWithdrawals(trx: Trx, memberId: string, now: Date): Promise<Date> {
  const until = secondsAfter(now, HOLD_SECONDS);
  const member = await trx
    .updateTable('members')
    .set({ withdrawals_held_until: sql<Date>`greatest(withdrawals_held_until, ${until}::timestamptz)` })
    .where('id', '=', memberId)
    .returning('withdrawals_held_until')
    .executeTakeFirstOrThrow();
  return member.withdrawals_held_until ?? until;
}
