import { FIGURES } from '#openapi/figures.ts';
import { HOUR_SECONDS } from '#server/platform/system/clock.ts';
import { sql } from 'kysely';
import { endOfWait, trustedMoment } from '#server/domain/club/trusted-clock.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Db, Trx } from '#server/platform/db/kysely.ts';
import { tellMember } from '#server/platform/db/member-topics.ts';

export const HOLD_SECONDS = FIGURES.holdHours * HOUR_SECONDS;

/**
 * Holds all of a member's money that would go to others (server/domain/drafts/reach.ts) for 24 hours (S-12): after a
 * password reset, an email change, the removal of the second factor, an added passkey, the use of a recovery code, a
 * thaw without an app, or an account that support gave back. A longer hold stays, and a provisional app does not settle
 * before the hold is over. The member's row must be locked.
 *
 * @param provenByApp whether a settled app proved the act. Otherwise the mailbox may have been enough, and an app that
 * is set up during the hold is provisional
 * @returns until when it is held
 */
export async function holdMoney(
  trx: Trx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  memberId: string,
  provenByApp = false,
): Promise<Date> {
  const until = await endOfWait(trx, clock.now(), HOLD_SECONDS);
  const member = await trx
    .updateTable('members')
    .set({
      money_held_until: sql<Date>`greatest(money_held_until, ${until}::timestamptz)`,
      ...(provenByApp ? {} : { mailbox_held_until: sql<Date>`greatest(mailbox_held_until, ${until}::timestamptz)` }),
    })
    .where('id', '=', memberId)
    .returning(['money_held_until', 'frozen_at'])
    .executeTakeFirstOrThrow();
  tellMember(trx, memberId, 'statuses');
  await trx
    .updateTable('two_factor')
    .set({ provisional_until: sql<Date>`greatest(provisional_until, ${until}::timestamptz)` })
    .where('member_id', '=', memberId)
    .where('provisional_until', '>', member.frozen_at ?? (await trustedMoment({ db: trx, clock, config })))
    .execute();
  const heldUntil = member.money_held_until ?? until;
  await recordNotice(trx, { config }, { kind: 'moneyHeld', memberId, at: clock.now(), until: heldUntil });
  return heldUntil;
}

/**
 * Until when a member's money is held; null if it is not. A hold that has ended only by a clock in doubt continues
 * (decision 0029); its end may then be in the past.
 */
export async function moneyHeldUntil(
  db: Db | Trx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  memberId: string,
): Promise<Date | null> {
  const member = await db
    .selectFrom('members')
    .select('money_held_until')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return heldUntil(db, { clock, config }, member);
}

/** The same of a member whose row was read already. */
export async function heldUntil(
  db: Db | Trx,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  { money_held_until: until }: { money_held_until: Date | null },
): Promise<Date | null> {
  return until !== null && until > (await trustedMoment({ db, clock, config })) ? until : null;
}
