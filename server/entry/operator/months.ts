// Months from the command line: list them, close them, and show their totals.
import { normal } from '#money/amount.ts';
import { audit } from '#server/platform/audit/audit.ts';
import { nameKey } from '#server/domain/members/members.ts';
import { assertClockTrusted } from '#server/domain/club/trusted-clock.ts';
import { closeMonth, tryMonth } from '#server/domain/bonuses/close-month.ts';
import { booksAreOpen } from '#server/domain/ledger/books-open.ts';
import { listRates } from '#server/domain/rates/list.ts';
import { firstDay, isMonth, monthEnd, monthOfDay, type Month } from '#server/domain/bonuses/months.ts';
import { openMonths } from '#server/domain/bonuses/sums.ts';
import { monthTotals, type MonthTotals } from '#server/domain/bonuses/totals.ts';
import { readArguments, type CommandLine, type Commands } from './command.ts';
import { Refused } from './errors.ts';
import { toldText } from './told.ts';

export const monthCommands: Commands = {
  'months list': {
    usage: 'months list',
    help: 'the months since the first sale, and the state of each',
    empty: 'No month is open: nothing has been sold yet.',
    run: listMonths,
  },
  'months close': {
    usage: 'months close YYYY-MM [--dry-run] [--yes]',
    help: 'calculate a month that is over and pay its binary bonuses',
    more: [
      '--dry-run shows what that would pay. The rate of USDT at the moment of closing is used for the month; one that is out of date needs --yes.',
      'If money is stopped while members are being paid, those who are paid stay so: run it again once money moves.',
    ],
    run: close,
  },
  'months show': {
    usage: 'months show YYYY-MM [--member USERNAME]',
    help: 'the totals of a calculated month',
    run: showMonth,
  },
};

/** All months since the first sale, with their state. */
async function listMonths({ services, args }: CommandLine): Promise<string[]> {
  readArguments(args, { words: [0, 0] });
  const { db, clock } = services;
  const now = clock.now();
  const periods = await db.selectFrom('bonus_periods').selectAll().orderBy('month').execute();
  const closed = periods.map(({ month, state, released_at: released, input_closed_at: input }) => {
    const since = state === 'released' ? released : input;
    return `${monthOfDay(month)}  ${state === 'open' ? 'begun' : state}  since ${since?.toISOString()}`;
  });
  const begun = new Set(periods.map(({ month }) => monthOfDay(month)));
  const open = (await openMonths(db, now)).filter((month) => !begun.has(month));
  return [
    ...closed,
    ...open.map((month) =>
      monthEnd(month) > now
        ? `${month}  running  until ${monthEnd(month).toISOString()}`
        : `${month}  open, over since ${monthEnd(month).toISOString()}`,
    ),
  ];
}

/** Calculates and pays a month, or shows what that would pay. */
async function close({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [text = ''],
    plain,
  } = readArguments(args, { words: [1, 1], plain: ['--dry-run', '--yes'] });
  const month = readMonth(text);
  if (!plain.has('--dry-run')) await assertClockTrusted(services);
  if (!plain.has('--dry-run')) {
    const staleRate = plain.has('--yes') ? 'taken' : 'refused';
    const totals = await closeMonth(services, { month, operator, call }, staleRate);
    const told = totals.toPay === 0 ? [] : [`  ${toldText('months close', 'each member who is paid')}`];
    return [`${month} is closed`, ...linesOf(totals), ...told];
  }
  const totals = await tryMonth(services, { month, operator, call });
  return [
    `${month} would have these totals; nothing has changed`,
    ...linesOf(totals),
    ...(await obstaclesTo(services, month, totals)),
  ];
}

/** What "months close" would be refused for now, although it can be tried. */
async function obstaclesTo(
  services: CommandLine['services'],
  month: Month,
  { usdtRateAt }: MonthTotals,
): Promise<string[]> {
  const { items } = await listRates(services);
  // The rate of a month that is calculated stays.
  const calculated = await services.db
    .selectFrom('bonus_periods')
    .select('month')
    .where('month', '=', firstDay(month))
    .where('state', '<>', 'open')
    .executeTakeFirst();
  const used = items.find(({ asset, at }) => asset === 'USDT' && at === usdtRateAt?.toISOString());
  return [
    ...(calculated === undefined && used?.stale === true
      ? ['THE RATE OF USDT IS OUT OF DATE: set it with "rates set USDT USD"; by this one it is closed only with --yes']
      : []),
    ...((await booksAreOpen(services.db)) ? [] : ['MONEY IS STOPPED: the month cannot be closed now; see: status']),
  ];
}

/** The totals of a month, for all members or for one. */
async function showMonth({ services, operator, call, args }: CommandLine): Promise<string[]> {
  const {
    words: [text = ''],
    valued,
  } = readArguments(args, { words: [1, 1], valued: ['--member'] });
  const { db, clock } = services;
  const month = readMonth(text);
  const period = await db
    .selectFrom('bonus_periods')
    .select(['state', 'calculated_at'])
    .where('month', '=', firstDay(month))
    .executeTakeFirst();
  if (period === undefined || period.state === 'open')
    throw new Refused(`${month} is not calculated; "months close ${month} --dry-run" shows what its totals would be`);
  const name = valued.get('--member');
  const lines =
    name === undefined
      ? [`${month} is ${period.state}`, ...linesOf(await monthTotals(db, month))]
      : await memberLines(services, month, name);
  await audit(db, {
    kind: 'month_read',
    at: clock.now(),
    memberId: null,
    call,
    details: { operator, month, member: name ?? '' },
  });
  return lines;
}

function readMonth(text: string): Month {
  if (!isMonth(text)) throw new Refused(`${JSON.stringify(text)} is not a month such as 2026-10`);
  return text;
}

function linesOf(totals: MonthTotals): string[] {
  const {
    ruleVersion,
    bonusOn,
    usdtRate,
    usdtRateAt,
    seats,
    unqualified,
    matchedUsd,
    bonusUsd,
    toPay,
    paid,
    usdt,
    pp,
    roundingUsd,
  } = totals;
  return [
    `  rules of version ${ruleVersion}${bonusOn ? '' : ', with the binary bonus off: nobody is paid, and the volume of both legs carries over'}`,
    `  1 USDT is ${usdtRate} USD${usdtRateAt === null ? '' : `, since ${usdtRateAt.toISOString()}`}`,
    `  ${seats} seats with volume below them, ${unqualified} of members without a stake`,
    `  matched ${matchedUsd} USD, bonus ${bonusUsd} USD`,
    `  ${toPay} members get ${usdt} USDT and ${pp} PP; ${paid} of them are paid`,
    `  rounding ${roundingUsd} USD`,
  ];
}

async function memberLines({ db }: CommandLine['services'], month: Month, name: string): Promise<string[]> {
  const member = await db
    .selectFrom('members')
    .innerJoin('seats', 'seats.member_id', 'members.id')
    .select(['username', 'seat_no'])
    .where('username_key', '=', nameKey(name))
    .executeTakeFirst();
  if (member === undefined) throw new Refused(`there is no member ${JSON.stringify(name)}`);
  const row = await db
    .selectFrom('sales_months')
    .leftJoin('receipts', 'receipts.id', 'sales_months.receipt_id')
    .selectAll('sales_months')
    .select('receipts.reference')
    .where('month', '=', firstDay(month))
    .where('seat_no', '=', member.seat_no)
    .executeTakeFirst();
  if (row === undefined)
    return [`${member.username} has nothing in ${month}: no volume below the seat, new or carried`];
  const paid = row.reference === null ? '' : `, receipt ${row.reference}`;
  return [
    `${member.username} in ${month}${row.qualified ? '' : ', without a stake at its end: the volume of both legs carries over'}`,
    `  left   ${normal(row.left_before)} carried, ${normal(row.left_new)} new`,
    `  right  ${normal(row.right_before)} carried, ${normal(row.right_new)} new`,
    `  matched ${normal(row.matched_usd)} USD, bonus ${normal(row.bonus_usd)} USD`,
    `  ${normal(row.paid_usdt)} USDT and ${normal(row.paid_pp)} PP${paid}; rounding ${normal(row.rounding_usd)} USD`,
  ];
}
