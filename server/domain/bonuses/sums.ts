// Volumes and members of every leg, summed up periodically: a purchase updates no seat above the buyer's.
import { sql } from 'kysely';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { inTransaction, type Db, type Trx } from '#server/platform/db/kysely.ts';
import { firstDay, monthAfter, monthOf, monthOfDay, monthsBetween, type Month } from './months.ts';

/** An arbitrary lock number: sums and calculations of months run one at a time. */
const SUMS_LOCK = 7_265_004;

/** Sums up all open months and sets the ranks. Does nothing while another process is doing it. */
export async function sumVolumes(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_xact_lock(${SUMS_LOCK}) AS mine`.execute(trx);
    if (rows[0]?.mine === true) await sumVolumesWithin(trx, now);
  });
}

/** The same within a transaction that already holds the lock. */
export async function sumVolumesWithin(trx: Trx, now: Date): Promise<void> {
  for (const month of await openMonths(trx, now))
    await sql`SELECT sum_open_month(${firstDay(month)}::date)`.execute(trx);
  const { leaderVolumeUsd, chairpersonVolumeUsd } = await rulesAt(trx, now);
  await sql`SELECT set_ranks(${leaderVolumeUsd}, ${chairpersonVolumeUsd})`.execute(trx);
  await trx.updateTable('sales_state').set({ summed_at: now }).execute();
}

/** Holds off all sums until the transaction ends. */
export async function lockSums(trx: Trx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${SUMS_LOCK})`.execute(trx);
}

/** Months that may have volume and are not calculated yet, up to and including the running one. */
export async function openMonths(db: Db | Trx, now: Date): Promise<Month[]> {
  const first = await firstOpenMonth(db);
  const running = monthOf(now);
  return first === null || first > running ? [running] : monthsBetween(first, running);
}

/**
 * The month after the last calculated one; before any calculation, the month of the first volume; null if there is no
 * volume.
 */
export async function firstOpenMonth(db: Db | Trx): Promise<Month | null> {
  const { last } = await db
    .selectFrom('bonus_periods')
    .select((eb) => eb.fn.max('month').as('last'))
    .where('state', '<>', 'open')
    .executeTakeFirstOrThrow();
  // Kysely's types say that max and min always return a value; over no rows they return null.
  if (last as string | null) return monthAfter(monthOfDay(last));
  const { first } = await db
    .selectFrom('volumes')
    .select((eb) => eb.fn.min('month').as('first'))
    .executeTakeFirstOrThrow();
  return monthOfDay(first as string | null);
}
