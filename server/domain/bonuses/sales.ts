// The member's own binary bonus by month (D-11): open months show what is known so far, closed months what was
// calculated.
import type { Selectable } from 'kysely';
import { add, normal, subtract, sum, type Amount } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { rulesAt } from '#server/domain/rules/rules.ts';
import { cursorAfter, readCursor, unknownCursor } from '#server/platform/contract/cursor.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext, MemberSession } from '#server/platform/contract/types.ts';
import type { BonusPeriodsTable, SalesMonthsTable } from '#server/platform/db/bonus-tables.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { carriedInto } from './carried.ts';
import { firstDay, isMonth, lastMoment, monthBegin, monthOf, monthOfDay, monthsBetween, type Month } from './months.ts';
import { openMonths } from './sums.ts';

type SalesMonth = components['schemas']['SalesMonth'];
type Period = Selectable<BonusPeriodsTable>;
type Figures = Selectable<SalesMonthsTable>;

const PAGE = 12;

/** The seat that a list of months is about. */
interface Own {
  seatNo: number;
  /** The months that have figures, newest first. */
  months: Month[];
  open: Month[];
  left: string | null;
  right: string | null;
}

/**
 * A page of months, the running one first. @throws Problem invalid_request if the cursor does not belong to this list
 */
export async function listSalesMonths(
  db: Db,
  call: CallContext,
  asked: { session: MemberSession; now: Date; cursor: string | undefined },
): Promise<components['schemas']['SalesMonthList']> {
  const own = await ownMonths(db, asked.session, asked.now);
  const after = readCursor(call, asked.cursor);
  const place = after === null ? -1 : own.months.findIndex((month) => cursorNumber(month) === after);
  if (after !== null && place === -1) throw unknownCursor(call);
  const page = own.months.slice(place + 1, place + 1 + PAGE);
  const last = page.at(-1);
  const more = last !== undefined && last !== own.months.at(-1);
  return {
    items: await showMonths(db, own, { months: page, now: asked.now }),
    nextCursor: more ? cursorAfter(cursorNumber(last)) : null,
  };
}

/** One month. @throws Problem not_found if it has no figures */
export async function salesMonth(
  db: Db,
  asked: { session: MemberSession; now: Date; month: string },
): Promise<SalesMonth> {
  const { session, now, month } = asked;
  const own = await ownMonths(db, session, now);
  const [shown] =
    isMonth(month) && own.months.includes(month) ? await showMonths(db, own, { months: [month], now }) : [];
  if (shown === undefined) throw new Problem('not_found');
  return shown;
}

function cursorNumber(month: Month): bigint {
  return BigInt(month.replace('-', ''));
}

/** From the month in which the seat was taken, or the club's first month with sales, up to the running one. */
async function ownMonths(db: Db, session: MemberSession, now: Date): Promise<Own> {
  const seat = await db
    .selectFrom('seats')
    .select(['seat_no', 'placed_at'])
    .where('member_id', '=', session.memberId)
    .executeTakeFirstOrThrow();
  const children = await db
    .selectFrom('seats')
    .innerJoin('members', 'members.id', 'seats.member_id')
    .select(['side', 'username'])
    .where('parent_no', '=', seat.seat_no)
    .execute();
  const at = (side: 'left' | 'right') => children.find((child) => child.side === side)?.username ?? null;
  const open = await openMonths(db, now);
  const closed = await db
    .selectFrom('bonus_periods')
    .select('month')
    .where('state', '<>', 'open')
    .where('month', '>=', firstDay(monthOf(seat.placed_at)))
    .orderBy('month')
    .execute();
  const seated = monthsBetween(monthOf(seat.placed_at), monthOf(now));
  const months = [...closed.map(({ month }) => monthOfDay(month)), ...open.filter((month) => seated.includes(month))];
  return { seatNo: seat.seat_no, months: months.reverse(), open, left: at('left'), right: at('right') };
}

async function showMonths(db: Db, own: Own, asked: { months: Month[]; now: Date }): Promise<SalesMonth[]> {
  if (asked.months.length === 0) return [];
  const days = asked.months.map(firstDay);
  const periods = await db
    .selectFrom('bonus_periods')
    .selectAll()
    .where('month', 'in', days)
    .where('state', '<>', 'open')
    .execute();
  const figures = await db
    .selectFrom('sales_months')
    .selectAll()
    .where('seat_no', '=', own.seatNo)
    .where('month', 'in', days)
    .execute();
  const open = asked.months.some((month) => own.open.includes(month)) ? await openOnes(db, own, asked.now) : [];
  return asked.months.map((month) => {
    const period = periods.find((each) => monthOfDay(each.month) === month);
    if (period !== undefined)
      return closedOne(
        own,
        period,
        figures.find((each) => monthOfDay(each.month) === month),
      );
    const shown = open.find((each) => each.month === month);
    if (shown === undefined) throw new Error(`the month ${month} is neither open nor calculated`);
    return shown;
  });
}

/** Nothing is matched in an open month and nothing is projected (D-31), so it shows only what it carries over. */
async function openOnes(db: Db, own: Own, now: Date): Promise<SalesMonth[]> {
  const { summed_at: summedAt } = await db.selectFrom('sales_state').select('summed_at').executeTakeFirstOrThrow();
  const rows = await db.selectFrom('open_sales').selectAll().where('seat_no', '=', own.seatNo).execute();
  let { left, right } = await carriedInto(db, own.seatNo);
  const shown: SalesMonth[] = [];
  for (const month of own.open) {
    const row = rows.find((each) => monthOfDay(each.month) === month);
    const rules = await rulesAt(db, now < lastMoment(month) ? now : lastMoment(month));
    const legs = {
      left: leg(own.left, left, row?.left_usd ?? '0', '0'),
      right: leg(own.right, right, row?.right_usd ?? '0', '0'),
    };
    shown.push({
      ...{
        month,
        state: 'open',
        bonusOn: rules.binaryBonusOn,
        rate: normal(rules.binaryBonusRate),
        capUsd: rules.binaryCapUsd === null ? null : normal(rules.binaryCapUsd),
      },
      ...legs,
      totalUsd: add(legs.left.newUsd, legs.right.newUsd),
      ...{
        matchedUsd: '0',
        bonusUsd: '0',
        paidUsdt: '0',
        paidPp: '0',
        roundingUsd: '0',
        outcome: 'running',
        receiptId: null,
        ruleVersion: null,
      },
      asOf: summedAt === null || summedAt < monthBegin(month) ? null : summedAt.toISOString(),
    });
    ({ left, right } = { left: legs.left.carriedAfterUsd, right: legs.right.carriedAfterUsd });
  }
  return shown;
}

function closedOne(own: Own, period: Period, figures: Figures | undefined): SalesMonth {
  const { calculated_at: at, rate, cap_usd: cap, rule_version: ruleVersion } = period;
  const matched = figures?.matched_usd ?? '0';
  const left = leg(own.left, figures?.left_before ?? '0', figures?.left_new ?? '0', matched);
  const right = leg(own.right, figures?.right_before ?? '0', figures?.right_new ?? '0', matched);
  return {
    ...{ month: monthOfDay(period.month), state: period.state, bonusOn: period.bonus_on === true, left, right },
    totalUsd: add(left.newUsd, right.newUsd),
    matchedUsd: normal(matched),
    rate: normal(rate ?? '0'),
    bonusUsd: normal(figures?.bonus_usd ?? '0'),
    capUsd: cap === null ? null : normal(cap),
    paidUsdt: normal(figures?.paid_usdt ?? '0'),
    paidPp: normal(figures?.paid_pp ?? '0'),
    roundingUsd: normal(figures?.rounding_usd ?? '0'),
    outcome: outcomeOf(period, figures),
    receiptId: figures?.receipt_id ?? null,
    ruleVersion,
    asOf: at?.toISOString() ?? null,
  };
}

function outcomeOf(period: Period, figures: Figures | undefined): SalesMonth['outcome'] {
  if (period.bonus_on !== true) return 'bonusOff';
  if (figures === undefined) return 'nothingMatched';
  if (!figures.qualified) return 'notQualified';
  return normal(figures.matched_usd) === '0' ? 'nothingMatched' : 'paid';
}

function leg(
  username: string | null,
  before: Amount,
  added: Amount,
  matched: Amount,
): components['schemas']['SalesLeg'] {
  return {
    username,
    carriedBeforeUsd: normal(before),
    newUsd: normal(added),
    carriedAfterUsd: subtract(sum([before, added]), matched),
  };
}
