// Months against their model: members join, buy, restake and withdraw, rules change, months are summed up and closed,
// by several at once; what is stored and paid is what the slow model says.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import fc from 'fast-check';
import { isPositive, normal, type Amount } from '#money/amount.ts';
import { closeMonth, MonthRefused } from '#server/domain/bonuses/close-month.ts';
import { firstDay, monthAfter, monthEnd, monthOf, type Month } from '#server/domain/bonuses/months.ts';
import { sumVolumes } from '#server/domain/bonuses/sums.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { checkBooks } from '#server/domain/ledger/check-books.ts';
import { addRules } from '#server/domain/rules/add-rules.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { accrueStakes, matureStakes } from '#server/domain/stakes/accrue.ts';
import { chooseForStake } from '#server/domain/stakes/steps.ts';
import { inTransaction } from '#server/platform/db/kysely.ts';
import { setRates } from '#tests/api/support/money.ts';
import { buy } from '#tests/api/support/sales.ts';
import { createWorld, type World } from '#tests/api/support/world.ts';
import { CHAIRPERSON_USD, LEADER_USD, MonthsModel, type Rules, type SeatMonth } from './months-model.ts';
import { at, commandsOf, runModel, type Checked } from './run-model.ts';

interface MonthsReal {
  readonly world: World;
  readonly fault: string | null;
}

export const MONTH_FAULTS = ['a sale counts in the month before', 'a bonus is paid once more'];

const BEGIN = '2026-09-03T00:00:00Z';
const USDT_RATE = '0.97';
/** Short enough to end within the months of a sequence. */
const DAYS = 20;
const RESTAKE_DAYS = 15;
const FIRST_SEATS = 6;
const CALL = { requestId: 'model', device: '' };
const SECONDS_PER_DAY = 24 * 60 * 60;
const LATE_DAYS = 25;

const step = commandsOf<MonthsModel, MonthsReal>();
const index = fc.nat(99);
const share = fc.integer({ min: 0, max: 99_999 }).map((part) => normal(`0.${String(part).padStart(5, '0')}`));
const usd = fc.integer({ min: 1, max: 40_000 }).map((cents) => (cents / 100).toFixed(2));
const rules = fc.record({
  binaryBonusOn: fc.constantFrom(true, true, true, false),
  // Of 0 it is refused: it would use up what was matched.
  binaryBonusRate: share.filter((rate) => rate !== '0'),
  binaryCapUsd: fc.option(usd, { freq: 2 }),
  principalPointsShare: share,
  principalCeilingUsd: usd,
  restakeVolumeShare: share,
});

const COMMANDS = [
  step('join', fc.record({ index, side: fc.constantFrom('left' as const, 'right' as const) }), {
    run: async (given, model, real) => join(model, real, given),
  }),
  step('buy', fc.array(fc.record({ index, price: usd, late: fc.boolean() }), { minLength: 1, maxLength: 8 }), {
    run: async (orders, model, { world }) => {
      for (const { index: place, price, late } of orders) {
        const seat = at(model.seats, place);
        if (seat === undefined) continue;
        const now = world.clock.now();
        const moment = late ? new Date(now.getTime() - LATE_DAYS * SECONDS_PER_DAY * 1000) : now;
        const startedAt = moment < new Date(BEGIN) ? now : moment;
        const id = await buy(world, seat.memberId, { usd: price, at: startedAt, days: DAYS });
        const paid = { amountUsd: price, stakedUsdt: price, principalUsd: price };
        model.sell({ id, memberId: seat.memberId, ...paid, startedAt });
      }
    },
  }),
  step(
    'choose',
    fc.record({ index, option: fc.constantFrom('full' as const, 'mpOnly' as const, 'withdraw' as const) }),
    {
      run: async ({ index: place, option }, model, { world }) => {
        await accrueStakes(world.services);
        await matureStakes(world.services);
        const ripe = await world.db
          .selectFrom('stakes')
          .selectAll()
          .where('state', '=', 'matured')
          .orderBy('id')
          .execute();
        const row = at(
          ripe.filter(
            ({ accrued_mp: earned, staked_mp: before }) =>
              option !== 'mpOnly' || isPositive(earned) || isPositive(before),
          ),
          place,
        );
        const stake = model.stakes.find(({ id }) => id === row?.id);
        if (row === undefined || stake === undefined) return;
        const now = world.clock.now();
        const { version: ruleVersion } = await rulesAt(world.db, now);
        const days = option === 'withdraw' ? null : RESTAKE_DAYS;
        await inTransaction(world.db, (trx) =>
          chooseForStake(trx, world.services, { id: row.id, option, at: now, ruleVersion, days }),
        );
        const next = await world.db
          .selectFrom('stakes')
          .select(['id', 'amount_usd'])
          .where('previous_id', '=', row.id)
          .executeTakeFirst();
        model.choose(
          stake,
          option,
          next === undefined ? null : { id: next.id, amountUsd: normal(next.amount_usd) },
          now,
        );
      },
    },
  ),
  step('set rules', rules, {
    run: async (changes, model, { world }) => {
      await setRules(world, changes);
      model.rules = changes;
      // Two versions of one moment would be distinguished by their numbers alone.
      await passes(model, world, 1);
    },
  }),
  step('days pass', fc.integer({ min: 1, max: 40 }), {
    run: (days, model, { world }) => passes(model, world, days * SECONDS_PER_DAY),
  }),
  step('sum up', fc.constant(null), {
    run: async (_given, model, { world }) => {
      await Promise.all([sumVolumes(world.db, world.clock.now()), sumVolumes(world.db, world.clock.now())]);
      const rows = await world.db.selectFrom('members').select(['id', 'rank']).execute();
      const ranks = new Map(rows.map(({ id, rank }) => [id, rank as string]));
      for (const seat of model.seats) assert.equal(ranks.get(seat.memberId), model.rankOf(seat), `seat ${seat.seatNo}`);
    },
  }),
  step('close', fc.integer({ min: 1, max: 3 }), {
    run: async (times, model, real) => {
      const month = model.nextMonth();
      const { world, fault } = real;
      const wanted = month ?? monthOf(world.clock.now());
      const closing = { month: wanted, operator: 'olga', call: CALL };
      const tries = await Promise.allSettled(Array.from({ length: times }, () => closeMonth(world.services, closing)));
      const isOver = month !== null && monthEnd(month) <= world.clock.now();
      for (const each of tries)
        if (each.status === 'rejected' && !(each.reason instanceof MonthRefused)) throw each.reason;
      assert.equal(
        tries.some(({ status }) => status === 'fulfilled'),
        isOver,
      );
      if (!isOver) return;
      if (fault === MONTH_FAULTS[0]) model.sell(lateSale(model, month));
      const { months, rounding } = model.close(month);
      if (fault === MONTH_FAULTS[1]) for (const { memberId } of model.seats) model.give(memberId, { usdt: '0.000001' });
      assert.deepEqual(await stored(world, month), compared(months));
      assert.equal(await roundingOf(world, month), rounding);
      await same(model, real);
    },
  }),
];

function lateSale(model: MonthsModel, month: Month) {
  const youngest = model.seats.at(-1);
  const paid = { amountUsd: '1', stakedUsdt: '1', principalUsd: '1' };
  return {
    id: 'late',
    memberId: youngest?.memberId ?? '',
    ...paid,
    startedAt: new Date(`${firstDay(month)}T00:00:00Z`),
  };
}

async function join(model: MonthsModel, { world }: MonthsReal, given: { index: number; side: 'left' | 'right' }) {
  const below = at(model.seats, given.index)?.seatNo;
  const { id, seatNo } = await world.member({ ...(below === undefined ? {} : { below }), side: given.side });
  const row = await world.db
    .selectFrom('seats')
    .select(['parent_no', 'side'])
    .where('seat_no', '=', seatNo)
    .executeTakeFirstOrThrow();
  model.seats.push({ seatNo, memberId: id, parentNo: row.parent_no, side: row.side });
}

/** Time passes; at the end of a month the model notes the rules of that moment. */
async function passes(model: MonthsModel, world: World, seconds: number): Promise<void> {
  const before = world.clock.now();
  world.clock.advance(seconds);
  for (let month = monthOf(before); month < monthOf(world.clock.now()); month = monthAfter(month))
    model.endOfMonth(month);
  await setRates(world, { USDT: USDT_RATE });
}

async function setRules(world: World, changes: Rules): Promise<void> {
  const ranks = { leaderVolumeUsd: LEADER_USD, chairpersonVolumeUsd: CHAIRPERSON_USD };
  const now = world.clock.now();
  await addRules(world.db, { changes: { ...changes, ...ranks }, effectiveFrom: now, now });
}

/** The months of seats whose legs have anything: of others nothing is stored. */
function compared(months: ReadonlyMap<number, SeatMonth>): [number, SeatMonth][] {
  return [...months].filter(([, { left, right }]) => [...left, ...right].some(isPositive)).sort(([a], [b]) => a - b);
}

async function stored(world: World, month: Month): Promise<[number, SeatMonth][]> {
  const rows = await world.db
    .selectFrom('sales_months')
    .selectAll()
    .where('month', '=', firstDay(month))
    .orderBy('seat_no')
    .execute();
  return rows.map((row) => [
    row.seat_no,
    {
      left: [normal(row.left_before), normal(row.left_new)],
      right: [normal(row.right_before), normal(row.right_new)],
      matched: normal(row.matched_usd),
      bonus: normal(row.bonus_usd),
      pp: normal(row.paid_pp),
      usdt: normal(row.paid_usdt),
    },
  ]);
}

async function roundingOf(world: World, month: Month): Promise<Amount> {
  const { rows } = await sql<{ amount: string }>`
    SELECT posting.amount::text FROM journals AS journal JOIN postings AS posting ON posting.journal_id = journal.id
    WHERE journal.key = ${`rounding:${month}`} AND posting.amount > 0`.execute(world.db);
  return normal(rows[0]?.amount ?? '0');
}

async function same(model: MonthsModel, { world }: MonthsReal): Promise<void> {
  for (const { memberId, seatNo } of model.seats) {
    const { USDT, PP } = await balancesOf(world.db, memberId);
    assert.deepEqual({ USDT, PP }, model.wallet(memberId), `wallet of seat ${seatNo}`);
  }
}

/** Runs sequences, each in a world of its own. */
export async function checkMonths(given: Checked): Promise<void> {
  const first: Rules = {
    ...{ binaryBonusOn: true, binaryBonusRate: '0.1', binaryCapUsd: null },
    ...{ principalPointsShare: '0.3', principalCeilingUsd: '500', restakeVolumeShare: '0.5' },
  };
  return runModel<MonthsModel, MonthsReal>({
    ...given,
    commands: COMMANDS,
    start: async () => {
      const world = await createWorld();
      world.clock.advance((Date.parse(BEGIN) - world.clock.now().getTime()) / 1000);
      const [model, real] = [new MonthsModel(first, USDT_RATE), { world, fault: given.fault ?? null }];
      await setRules(world, first);
      await passes(model, world, 1);
      for (let seat = 0; seat < FIRST_SEATS; seat += 1)
        await join(model, real, { index: Math.floor(seat / 2), side: seat % 2 === 0 ? 'left' : 'right' });
      return { model, real };
    },
    end: async (model, real) => {
      const { world } = real;
      try {
        await same(model, real);
        given.count?.('months closed', model.closed);
        given.count?.('bonuses paid', model.paid);
        assert.deepEqual(await checkBooks(world.db, { now: world.clock.now(), full: true }), { kind: 'agree' });
      } finally {
        await world.close();
      }
    },
  });
}
