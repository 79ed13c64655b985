// Accrues the rewards of stakes day by day, and ends stakes (L-03). The rows say what is due: a missed run is caught up
// by the next, and any number of processes may run at once.
import { sql } from 'kysely';
import { floorTo, isPositive, multiply, sum } from '#money/amount.ts';
import { scaleOf } from '#money/assets.ts';
import { assertBooksOpen } from '#server/domain/ledger/books-open.ts';
import { accrue, type AccruedDay } from '#server/domain/ledger/stakes.ts';
import { readDailyRates, type DailyRates } from '#server/domain/rules/daily-rates.ts';
import type { Services } from '#server/domain/services/services.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, secondsBetween } from '#server/platform/system/clock.ts';
import type { Random } from '#server/platform/system/random.ts';
import { endOfDay, type StakeRow } from './stakes.ts';
import { matureStake } from './steps.ts';

/** The most days that one transaction writes, so that thousands of stakes do not delay anybody. */
const DAYS_AT_A_TIME = 200;

/** Accrues every day that is over, for all running stakes. @throws BooksStopped */
export async function accrueStakes({ db, clock, random }: Pick<Services, 'db' | 'clock' | 'random'>): Promise<void> {
  const now = clock.now();
  for (;;) {
    const done = await inTransaction(db, async (trx) => {
      await assertBooksOpen(trx);
      const due = await takeDue(trx, now);
      return accrueDue(trx, random, { stakes: due, until: now, atMost: DAYS_AT_A_TIME });
    });
    if (done === 0) return;
  }
}

/** The stakes whose next day has been over the longest. Skips those that another process has locked. */
async function takeDue(trx: Trx, now: Date): Promise<StakeRow[]> {
  return trx
    .selectFrom('stakes')
    .selectAll()
    .where('state', '=', 'running')
    .where('next_at', '<=', now)
    .whereRef('days_accrued', '<', 'days')
    .orderBy('next_at')
    .orderBy('id')
    .limit(DAYS_AT_A_TIME)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Accrues the days that were over by a moment, and returns how many. The rows must be locked. */
export async function accrueDue(
  trx: Trx,
  random: Random,
  options: { stakes: readonly StakeRow[]; until: Date; atMost: number },
): Promise<number> {
  const { stakes, until, atMost } = options;
  const rates = await readDailyRates(trx);
  const changes: { stake: StakeRow; days: AccruedDay[]; lastDay: number }[] = [];
  let count = 0;
  for (const stake of stakes) {
    const over = Math.min(stake.days, Math.floor(secondsBetween(stake.started_at, until) / DAY_SECONDS));
    const lastDay = Math.min(over, stake.days_accrued + atMost - count);
    if (lastDay <= stake.days_accrued) continue;
    changes.push({ stake, lastDay, days: daysOf(stake, lastDay, rates) });
    count += lastDay - stake.days_accrued;
  }
  await accrue(
    trx,
    random,
    changes.flatMap(({ days }) => days),
  );
  if (changes.length > 0) await writeDays(trx, changes);
  return count;
}

/** What each day up to one earned; a day at a rate of zero, or that earned less than the last digit, has no entry. */
function daysOf(stake: StakeRow, lastDay: number, rates: DailyRates): AccruedDay[] {
  const { id: stakeId, member_id: memberId, stage, days_accrued: before } = stake;
  const days = Array.from({ length: lastDay - before }, (_, index): AccruedDay => {
    const day = before + index + 1;
    const at = endOfDay(stake.started_at, day);
    const { rate, ruleVersion } = rates(stage, at);
    return {
      stakeId,
      memberId,
      stage,
      day,
      at,
      amount: floorTo(multiply(stake.amount_usd, rate), scaleOf('MP')),
      ruleVersion,
    };
  });
  return days.filter(({ amount }) => isPositive(amount));
}

async function writeDays(
  trx: Trx,
  changes: readonly { stake: StakeRow; days: readonly AccruedDay[]; lastDay: number }[],
): Promise<void> {
  const ids = changes.map(({ stake }) => stake.id);
  const amounts = changes.map(({ days }) => sum(days.map(({ amount }) => amount)));
  const lastDays = changes.map(({ lastDay }) => lastDay);
  const next = changes.map(({ stake, lastDay }) => endOfDay(stake.started_at, Math.min(lastDay + 1, stake.days)));
  await sql`
    UPDATE stakes SET accrued_mp = stakes.accrued_mp + due.amount, days_accrued = due.last_day, next_at = due.next_at
    FROM unnest(${ids}::uuid[], ${amounts}::numeric[], ${lastDays}::integer[], ${next}::timestamptz[]) AS due (id, amount, last_day, next_at)
    WHERE stakes.id = due.id`.execute(trx);
}

/** Matures every stake whose time is over and whose days are all accrued; each member is notified by mail. */
export async function matureStakes(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  while (await inTransaction(db, (trx) => matureOne(trx, services, now)));
}

async function matureOne(trx: Trx, services: Services, now: Date): Promise<boolean> {
  const due = await trx
    .selectFrom('stakes')
    .select('id')
    .where('state', '=', 'running')
    .where('next_at', '<=', now)
    .where('ends_at', '<=', now)
    .whereRef('days_accrued', '=', 'days')
    .orderBy('next_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (due === undefined) return false;
  await matureStake(trx, services, { id: due.id, at: now });
  return true;
}
