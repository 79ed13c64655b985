// Locks of sums and months.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { closeMonth } from '#server/domain/bonuses/close-month.ts';
import { firstDay, monthEnd, monthOf, type Month } from '#server/domain/bonuses/months.ts';
import { releaseBonuses, type Closing } from '#server/domain/bonuses/release.ts';
import { firstOpenMonth, lockSums, sumVolumes } from '#server/domain/bonuses/sums.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { setRates } from '#tests/api/support/money.ts';
import { buy, payingNobody } from '#tests/api/support/sales.ts';
import { DAY } from '#tests/api/support/stakes.ts';
import { fullTree, growTree } from '#tests/api/support/trees.ts';
import type { Trials } from './trial.ts';
import { world, OPERATOR, MS_PER_SECOND, now, within } from './club.ts';
import { stake } from './made-stakes.ts';

/** No rate is older than the club. */
const START_MS = Date.parse('2026-11-21T04:00:00Z');
/** The levels of trees whose members buy: enough for sales on both sides of several members. */
const LEVELS = 3;

const closing = (month: Month): Closing => ({ month, operator: 'olga', call: OPERATOR.call });
const linesOf = async (month: Month) =>
  (
    await sql<{ kind: string }>`SELECT kind FROM audit_events WHERE details ->> 'month' = ${month} ORDER BY id`.execute(
      world.db,
    )
  ).rows.map(({ kind }) => kind);
const holdSales = (trx: Trx) => sql`SELECT closed_through FROM sales_state FOR UPDATE`.execute(trx);
const holdPeriod = (trx: Trx, month: Month) =>
  sql`SELECT state FROM bonus_periods WHERE month = ${firstDay(month)}::date FOR UPDATE`.execute(trx);

async function closeInput(trx: Trx, month: Month): Promise<void> {
  await holdSales(trx);
  await trx
    .insertInto('bonus_periods')
    .values({ month: firstDay(month), input_closed_at: now() })
    .execute();
  await trx
    .updateTable('sales_state')
    .set({ closed_through: firstDay(month) })
    .execute();
}

/** The first open month, with sales on both sides of some members, after its end. */
async function soldMonth(): Promise<Month> {
  const month = (await firstOpenMonth(world.db)) ?? monthOf(now());
  const under = await world.member();
  const seats = await growTree(world, {
    under: under.seatNo,
    prefix: `sold${randomUUID().slice(0, 8)}x`,
    plan: fullTree(LEVELS),
  });
  const members = await world.db
    .selectFrom('members')
    .select('id')
    .where(
      'username',
      'in',
      seats.map(({ username }) => username),
    )
    .execute();
  const at = new Date(Math.max(Date.parse(`${month}-01T12:00:00Z`), START_MS));
  for (const { id } of members) await buy(world, id, { usd: '100', at });
  world.clock.advance(Math.max(0, (monthEnd(month).getTime() - now().getTime()) / MS_PER_SECOND + DAY));
  await setRates(world);
  return month;
}

/** A month that is calculated and not paid, because the closing was interrupted. */
async function calculatedMonth(): Promise<Month> {
  const month = await soldMonth();
  await expect(closeMonth(payingNobody(world.services), closing(month))).rejects.toThrow('interrupted');
  return month;
}

export const MONTHS: Trials = {
  'domain/bonuses/sums.ts sumVolumes: pg_try_advisory_xact_lock': async () => {
    const summedAt = async () =>
      (await world.db.selectFrom('sales_state').select('summed_at').executeTakeFirstOrThrow()).summed_at;
    await sumVolumes(world.db, now());
    const before = await summedAt();
    world.clock.advance(1);
    return {
      first: lockSums,
      second: async () => {
        await sumVolumes(world.db, now());
        return summedAt();
      },
      waitsAt: null,
      comesTo: before,
      after: async () => {
        await sumVolumes(world.db, now());
        expect(await summedAt()).toEqual(now());
      },
    };
  },
  'platform/db/migrations/0017-bonuses.sql record_volume: FOR KEY SHARE': async () => {
    const { who, id } = await stake();
    // As before it was counted.
    await sql`ALTER TABLE volumes DISABLE TRIGGER volumes_append_only`.execute(world.db);
    await sql`DELETE FROM volumes WHERE stake_id = ${id}`.execute(world.db);
    await sql`ALTER TABLE volumes ENABLE TRIGGER volumes_append_only`.execute(world.db);
    const running = monthOf(now());
    return {
      first: (trx) => closeInput(trx, running),
      second: () =>
        within(
          async (trx) =>
            void (await sql`SELECT record_volume(${who.member.id}, ${id}, 'purchase', 1000, ${now()})`.execute(trx)),
        ),
      waitsAt: /record_volume\(/,
      comesTo: undefined,
      after: async () => {
        expect(
          (await world.db.selectFrom('volumes').select('month').where('stake_id', '=', id).executeTakeFirstOrThrow())
            .month > firstDay(running),
        ).toBe(true);
        // No month was closed except for this trial.
        await world.db.updateTable('sales_state').set({ closed_through: null }).execute();
        await world.db.deleteFrom('bonus_periods').where('month', '=', firstDay(running)).execute();
      },
    };
  },
  'domain/bonuses/close-month.ts closeInput: FOR UPDATE': async () => {
    const month = await soldMonth();
    return {
      first: (trx) => closeInput(trx, month),
      second: () => closeMonth(world.services, closing(month)).then(() => 'closed'),
      waitsAt: /FROM sales_state FOR UPDATE/,
      comesTo: 'closed',
      after: async () => expect(await linesOf(month)).toEqual(['month_calculated', 'month_released']),
    };
  },
  'domain/bonuses/close-month.ts calculate: lockSums': async () => {
    const month = await soldMonth();
    return {
      first: (trx) => sql`SELECT pg_advisory_xact_lock(7265004)`.execute(trx),
      second: () => closeMonth(world.services, closing(month)).then(() => 'closed'),
      waitsAt: /pg_advisory_xact_lock/,
      comesTo: 'closed',
      after: async () =>
        expect(await linesOf(month)).toEqual(['month_input_closed', 'month_calculated', 'month_released']),
    };
  },
  'domain/bonuses/close-month.ts calculate: forUpdate': async () => {
    const month = await soldMonth();
    await within((trx) => closeInput(trx, month));
    return {
      first: (trx) => holdPeriod(trx, month),
      second: () => closeMonth(world.services, closing(month)).then(() => 'closed'),
      waitsAt: /select "state" from "bonus_periods" .* for update$/,
      comesTo: 'closed',
      after: async () => expect(await linesOf(month)).toEqual(['month_calculated', 'month_released']),
    };
  },
  'domain/bonuses/release.ts payBatch: forNoKeyUpdate': async () => {
    const month = await calculatedMonth();
    const unpaid = () =>
      world.db
        .selectFrom('sales_months')
        .select('seat_no')
        .where('month', '=', firstDay(month))
        .where('paid_usdt', '>', '0')
        .where('receipt_id', 'is', null)
        .orderBy('seat_no')
        .execute();
    const all = await unpaid();
    expect(all.length).toBeGreaterThan(1);
    const held = all[0]?.seat_no ?? 0;
    let left: unknown[] = [];
    return {
      first: (trx) =>
        sql`SELECT seat_no FROM sales_months WHERE month = ${firstDay(month)}::date AND seat_no = ${held} FOR NO KEY UPDATE`.execute(
          trx,
        ),
      second: () => releaseBonuses(world.services, closing(month)),
      waitsAt: /for no key update of "sales_months"$/,
      // The others are paid before anything waits.
      meanwhile: async () => void (left = await unpaid()),
      comesTo: undefined,
      after: async () => {
        expect(left).toEqual([{ seat_no: held }]);
        expect([await unpaid(), await linesOf(month)]).toEqual([
          [],
          ['month_input_closed', 'month_calculated', 'month_released'],
        ]);
      },
    };
  },
  'domain/bonuses/release.ts endMonth: forUpdate': async () => {
    const month = await calculatedMonth();
    return {
      first: async (trx) => {
        await holdPeriod(trx, month);
        await trx
          .updateTable('bonus_periods')
          .set({ state: 'released', released_at: now() })
          .where('month', '=', firstDay(month))
          .execute();
      },
      second: () => releaseBonuses(world.services, closing(month)),
      waitsAt: /select \* from "bonus_periods" .* for update$/,
      comesTo: undefined,
      after: async () => expect(await linesOf(month)).toEqual(['month_input_closed', 'month_calculated']),
    };
  },
};
