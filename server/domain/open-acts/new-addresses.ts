// Entries of an address book that are still new (D-28, D-33), and what makes them wait again.
import { sql } from 'kysely';
import { FIGURES } from '#openapi/figures.ts';
import { beginOfWait, trustedMoment } from '#server/domain/club/trusted-clock.ts';
import { recordNotice } from '#server/domain/notices/record.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { HOUR_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { isAllowListOn } from './allow-list-state.ts';

/**
 * How long an entry counts as new after it was saved, put back or renamed: the member is mailed and has time to see it.
 */
export const NEW_FOR_SECONDS = FIGURES.newAddressHours * HOUR_SECONDS;

/**
 * Begins the wait of a member's new entries again: whoever saved them may be who the act is against. If withdrawals go
 * only to saved addresses, it is put in the notices. The member's row must be locked.
 *
 * @param options.since entries that were new at this moment are new, since no time has passed for them; without it, now
 */
export async function beginNewAddressesAgain(
  trx: Trx,
  services: Pick<Services, 'clock' | 'config'>,
  { memberId, now, since }: { memberId: string; now: Date; since?: Date | undefined },
): Promise<void> {
  const { clock, config } = services;
  const trusted = await trustedMoment({ db: trx, clock, config });
  const begin = await beginOfWait(trx, now);
  const again = await newAgain(trx, { at: since !== undefined && since < trusted ? since : trusted, begin })
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  if (again.numUpdatedRows === 0n || !(await isAllowListOn(trx, services, memberId))) return;
  const until = secondsAfter(begin, NEW_FOR_SECONDS);
  await recordNotice(trx, services, { kind: 'newAddressesWait', memberId, at: now, until });
}

/** Begins the wait of everybody's entries again that were new at a moment. */
export async function beginEveryNewAddressAgain(trx: Trx, { at, now }: { at: Date; now: Date }): Promise<void> {
  await newAgain(trx, { at, begin: await beginOfWait(trx, now) }).execute();
}

function newAgain(trx: Trx, { at, begin }: { at: Date; begin: Date }) {
  const usableFrom = sql<Date>`coalesce(renamed_at, saved_at) + make_interval(secs => ${NEW_FOR_SECONDS}::float8)`;
  return trx
    .updateTable('saved_addresses')
    .set({ renamed_at: begin })
    .where('removed_at', 'is', null)
    .where(usableFrom, '>', at);
}
