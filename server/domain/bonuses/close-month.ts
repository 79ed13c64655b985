// Closes a month (D-11): purchases no longer count in it, it is calculated once, then paid member by member. Every step
// is stored in the database, so the next run continues one that was interrupted, and two at once share the work.
import { sql } from 'kysely';
import { assertBooksOpen } from '#server/domain/ledger/books-open.ts';
import { agingNow, isStale, rateAt } from '#server/domain/rates/rates.ts';
import { rulesAt, storedRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { inTransaction, rehearse, type Db, type Trx } from '#server/platform/db/kysely.ts';
import { firstDay, lastMoment, monthEnd, monthOf, monthOfDay, type Month } from './months.ts';
import { releaseBonuses, releaseWithin, type Closing } from './release.ts';
import { firstOpenMonth, lockSums } from './sums.ts';
import { monthTotals, type MonthTotals } from './totals.ts';

/** The month cannot be closed. The message is for the operator; nothing has changed. */
export class MonthRefused extends Error {
  override readonly name = 'MonthRefused';
}

/**
 * Calculates a month that is over and pays each bonus once. Continues a run that was interrupted.
 *
 * @param staleRate whether to calculate by a rate that is out of date
 * @throws MonthRefused if the month is not over, is closed already, an earlier one is open, or its rate is out of date
 * @throws BooksStopped, RateMissing; nothing has changed unless money was stopped after the beginning
 */
export async function closeMonth(
  services: Services,
  closing: Closing,
  staleRate: 'taken' | 'refused' = 'taken',
): Promise<MonthTotals> {
  const { db, clock } = services;
  await assertClosable(db, closing.month, clock.now());
  await inTransaction(db, async (trx) => {
    await assertReady(trx, services, { month: closing.month, staleRate });
    await closeInput(trx, services, closing);
  });
  await inTransaction(db, async (trx) => {
    if (await calculate(trx, services, closing.month))
      await record(trx, services, { closing, kind: 'month_calculated' });
  });
  await releaseBonuses(services, closing);
  // The running month receives the carry-over with the next hourly sum; nobody waits for it here.
  return monthTotals(db, closing.month);
}

/** The same within a transaction, for a past month of the demo club, by the rules of another moment. */
export async function closePastMonth(trx: Trx, services: Services, closing: Closing, rulesMoment: Date): Promise<void> {
  await closeInput(trx, services, closing);
  await calculate(trx, services, closing.month, rulesMoment);
  await releaseWithin(trx, services, closing);
}

/**
 * Shows what closing the month would pay and rolls everything back; purchases continue meanwhile. @throws MonthRefused,
 * RateMissing
 */
export async function tryMonth(services: Services, closing: Closing): Promise<MonthTotals> {
  const { db, clock } = services;
  const { month } = closing;
  await assertClosable(db, month, clock.now());
  const totals = await rehearse(db, async (trx) => {
    await trx
      .insertInto('bonus_periods')
      .values({ month: firstDay(month), input_closed_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await calculate(trx, services, month);
    return monthTotals(trx, month);
  });
  await record(db, services, { closing, kind: 'month_tried' });
  return totals;
}

async function assertClosable(db: Db, month: Month, now: Date): Promise<void> {
  if (month >= monthOf(now)) throw new MonthRefused(`${month} is not over before ${monthEnd(month).toISOString()}`);
  const period = await db
    .selectFrom('bonus_periods')
    .select('released_at')
    .where('month', '=', firstDay(month))
    .executeTakeFirst();
  if (period !== undefined && period.released_at !== null)
    throw new MonthRefused(`${month} is closed already: it was released at ${period.released_at.toISOString()}`);
  const first = await firstUnreleased(db);
  if (first === null) throw new MonthRefused('nothing has been sold yet, so there is no month to close');
  if (month > first) throw new MonthRefused(`${first} is open; months must be closed in order`);
  if (month < first) throw new MonthRefused(`${month} is before the first month with sales`);
}

/** The oldest month that is over and not all paid; null if there is none. */
export async function monthDue(db: Db, now: Date): Promise<Month | null> {
  const month = await firstUnreleased(db);
  return month !== null && month < monthOf(now) ? month : null;
}

/** All that would stop the closing later, when purchases already count in the next month. */
async function assertReady(
  trx: Trx,
  services: Services,
  { month, staleRate }: { month: Month; staleRate: 'taken' | 'refused' },
): Promise<void> {
  const now = services.clock.now();
  await assertBooksOpen(trx);
  const period = await trx
    .selectFrom('bonus_periods')
    .select('state')
    .where('month', '=', firstDay(month))
    .executeTakeFirst();
  // The rate of a month that is calculated is its own.
  if (period !== undefined && period.state !== 'open') return;
  const rate = await rateAt(trx, 'USDT', now);
  const aging = await agingNow({ ...services, db: trx }, (await storedRulesAt(trx, now)).values);
  if (staleRate === 'refused' && isStale(rate, aging))
    throw new MonthRefused(
      `the rate of USDT is out of date: ${rate.usd} USD since ${rate.at.toISOString()}; set it with "rates set USDT USD", or use it all the same with --yes`,
    );
}

async function firstUnreleased(db: Db): Promise<Month | null> {
  const begun = await db
    .selectFrom('bonus_periods')
    .select('month')
    .where('state', '<>', 'released')
    .orderBy('month')
    .limit(1)
    .executeTakeFirst();
  return begun === undefined ? firstOpenMonth(db) : monthOfDay(begun.month);
}

/** From here on, purchases count in a later month. Waits for purchases that are under way. */
async function closeInput(trx: Trx, services: Services, closing: Closing): Promise<void> {
  const { rows } = await sql<{
    closed_through: string | null;
  }>`SELECT closed_through FROM sales_state FOR UPDATE`.execute(trx);
  const closed = rows[0]?.closed_through ?? null;
  const month = firstDay(closing.month);
  if (closed !== null && closed >= month) return;
  await trx.insertInto('bonus_periods').values({ month, input_closed_at: services.clock.now() }).execute();
  await trx.updateTable('sales_state').set({ closed_through: month }).execute();
  await record(trx, services, { closing, kind: 'month_input_closed' });
}

/**
 * Calculates the month by the rules of its last moment and the rate now in force. Returns false if that was done
 * already.
 */
async function calculate(
  trx: Trx,
  { clock }: Services,
  month: Month,
  rulesMoment = lastMoment(month),
): Promise<boolean> {
  await lockSums(trx);
  const period = await trx
    .selectFrom('bonus_periods')
    .select('state')
    .where('month', '=', firstDay(month))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (period.state !== 'open') return false;
  const now = clock.now();
  const rules = await rulesAt(trx, rulesMoment);
  const { usd, at } = await rateAt(trx, 'USDT', now);
  await trx
    .updateTable('bonus_periods')
    .set({
      state: 'calculated',
      calculated_at: now,
      rule_version: rules.version,
      bonus_on: rules.binaryBonusOn,
      rate: rules.binaryBonusRate,
      cap_usd: rules.binaryCapUsd,
      usdt_rate: usd,
      usdt_rate_at: at,
    })
    .where('month', '=', firstDay(month))
    .execute();
  await sql`SELECT calculate_sales_month(${firstDay(month)}::date, ${rules.principalPointsShare}, ${rules.principalCeilingUsd})`.execute(
    trx,
  );
  return true;
}

async function record(
  db: Db | Trx,
  { clock }: Services,
  { closing, kind }: { closing: Closing; kind: 'month_tried' | 'month_input_closed' | 'month_calculated' },
): Promise<void> {
  const { month, operator, call } = closing;
  await audit(db, { kind, at: clock.now(), memberId: null, call, details: { operator, month } });
}
