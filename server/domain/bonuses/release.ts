// Pays the bonuses of a calculated month in batches of members, each bonus once, in any number of processes at once.
import { sql, type Selectable } from 'kysely';
import { divideFloor, isPositive, negate, normal, type Amount } from '#money/amount.ts';
import { scaleOf, type Asset } from '#money/assets.ts';
import { assertBooksOpen } from '#server/domain/ledger/books-open.ts';
import { post, postAll, type Leg } from '#server/domain/ledger/post.ts';
import { writeReceipts, type NewReceipt } from '#server/domain/ledger/receipts.ts';
import { recordNotices } from '#server/domain/notices/record.ts';
import type { Services } from '#server/domain/services/services.ts';
import { audit, type AuditEvent } from '#server/platform/audit/audit.ts';
import type { BonusPeriodsTable } from '#server/platform/db/bonus-tables.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { firstDay, type Month } from './months.ts';
import { monthTotals } from './totals.ts';

/** Who closes the month; recorded in the audit with each step. */
export interface Closing {
  month: Month;
  operator: string;
  call: AuditEvent['call'];
}

/** How many wallets one transaction locks; their members wait until it commits. */
const BATCH = 200;

/** How many batches of one run are paid side by side: while one is prepared here, the database works on another. */
const LANES = 2;

/** Pays every member who is not paid yet, then closes the month. @throws BooksStopped */
export async function releaseBonuses(services: Services, closing: Closing): Promise<void> {
  const { db } = services;
  const { month } = closing;
  // Members whom somebody else is paying are skipped; the last round picks up any that were left unpaid.
  const lane = async (others: 'skip' | 'wait'): Promise<void> => {
    for (let after: number | null = 0; after !== null;) {
      const from: number = after;
      after = await inTransaction(db, (trx) => payBatch(trx, services, { month, after: from, others }));
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, () => lane('skip')));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  await lane('wait');
  await inTransaction(db, (trx) => endMonth(trx, services, closing));
}

/** The same in one transaction. */
export async function releaseWithin(trx: Trx, services: Services, closing: Closing): Promise<void> {
  for (let after: number | null = 0; after !== null;)
    after = await payBatch(trx, services, { month: closing.month, after, others: 'wait' });
  await endMonth(trx, services, closing);
}

interface Due {
  seat_no: number;
  member_id: string;
  paid_usdt: string;
  paid_pp: string;
}

/** Pays a batch of members and returns the last seat of it; null if none were left. */
async function payBatch(
  trx: Trx,
  services: Services,
  batch: { month: Month; after: number; others: 'skip' | 'wait' },
): Promise<number | null> {
  await assertBooksOpen(trx);
  const { month, after, others } = batch;
  const unpaid = trx
    .selectFrom('sales_months')
    .innerJoin('seats', 'seats.seat_no', 'sales_months.seat_no')
    .select(['sales_months.seat_no', 'seats.member_id', 'paid_usdt', 'paid_pp'])
    .where('month', '=', firstDay(month))
    .where('sales_months.seat_no', '>', after)
    .where('receipt_id', 'is', null)
    .where((due) => due.or([due('paid_usdt', '>', '0'), due('paid_pp', '>', '0')]))
    .orderBy('sales_months.seat_no')
    .limit(BATCH)
    .forNoKeyUpdate('sales_months');
  const due = await (others === 'skip' ? unpaid.skipLocked() : unpaid).execute();
  const last = due.at(-1);
  if (last === undefined) return null;
  await payAll(trx, services, month, due);
  return last.seat_no;
}

async function payAll(trx: Trx, services: Services, month: Month, due: readonly Due[]): Promise<void> {
  const { random, clock } = services;
  const period = await trx
    .selectFrom('bonus_periods')
    .selectAll()
    .where('month', '=', firstDay(month))
    .executeTakeFirstOrThrow();
  const at = clock.now();
  const payments = due.map((row) => paymentOf(row, { id: random.uuid(), month, period, at }));
  const posted = await postAll(
    trx,
    payments.map(({ movement }) => movement),
  );
  const fresh = payments.filter((_, index) => posted[index]?.posted === true);
  await writeReceipts(
    trx,
    random,
    fresh.map(({ receipt }) => receipt),
  );
  const paid = payments.map(({ seatNo }, index) => ({ seatNo, receiptId: posted[index]?.receiptId ?? null }));
  await noteReceipts(trx, month, paid);
  // What a second asset brought is in the receipt, where the list of notices reads it.
  const notices = fresh.map(({ receipt: { id: receiptId, memberId, asset, amount } }) => ({
    ...{ memberId, receiptId, asset, amount },
    kind: 'binaryBonus' as const,
  }));
  await recordNotices(trx, services, { at, notices });
}

function paymentOf(row: Due, act: { id: string; month: Month; period: Selectable<BonusPeriodsTable>; at: Date }) {
  const { id, month, period, at } = act;
  const memberId = row.member_id;
  const ruleVersion = period.rule_version;
  const amounts: { asset: Asset; amount: Amount }[] = [
    { asset: 'USDT', amount: normal(row.paid_usdt) },
    { asset: 'PP', amount: normal(row.paid_pp) },
  ];
  const [first, second] = amounts.filter(({ amount }) => isPositive(amount));
  if (first === undefined) throw new RangeError('a bonus of zero cannot be paid');
  const legs = [...legsOf(memberId, first), ...(second === undefined ? [] : legsOf(memberId, second))];
  const receipt: NewReceipt = {
    ...{ id, memberId, kind: 'binary_bonus', status: null, at, ...first, ruleVersion, details: { bonusMonth: month } },
    ...(second === undefined ? {} : { counter: second }),
    ...(first.asset === 'USDT' && period.usdt_rate !== null && period.usdt_rate_at !== null
      ? { rate: { value: period.usdt_rate, at: period.usdt_rate_at } }
      : {}),
  };
  const movement = {
    key: `binary:${month}:${memberId}`,
    at,
    kind: 'binary_bonus',
    memberId: null,
    ruleVersion,
    receiptId: id,
    legs,
  };
  return { seatNo: row.seat_no, movement, receipt };
}

function legsOf(memberId: string, { asset, amount }: { asset: Asset; amount: Amount }): Leg[] {
  return [
    { account: 'bonuses', asset, amount: negate(amount) },
    { account: 'wallet', memberId, asset, amount },
  ];
}

async function noteReceipts(
  trx: Trx,
  month: Month,
  paid: readonly { seatNo: number; receiptId: string | null }[],
): Promise<void> {
  await sql`
    UPDATE sales_months SET receipt_id = paid.receipt_id
    FROM unnest(${paid.map(({ seatNo }) => seatNo)}::integer[], ${paid.map(({ receiptId }) => receiptId)}::uuid[]) AS paid (seat_no, receipt_id)
    WHERE sales_months.month = ${firstDay(month)}::date AND sales_months.seat_no = paid.seat_no`.execute(trx);
}

/** Once everybody is paid, the remainder of rounding goes to the club's account for it, and the month is closed. */
async function endMonth(trx: Trx, { clock }: Services, closing: Closing): Promise<void> {
  const { month, operator, call } = closing;
  await assertBooksOpen(trx);
  const period = await trx
    .selectFrom('bonus_periods')
    .selectAll()
    .where('month', '=', firstDay(month))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (period.state !== 'calculated') return;
  const { toPay, paid, roundingUsd, usdtRate, usdt, pp } = await monthTotals(trx, month);
  if (paid !== toPay) throw new Error(`${toPay - paid} members of ${month} are not paid`);
  const at = clock.now();
  const asset = 'USDT';
  const amount = divideFloor(roundingUsd, usdtRate, scaleOf(asset));
  const legs: Leg[] = [
    { account: 'bonuses', asset, amount: negate(amount) },
    { account: 'rounding', asset, amount },
  ];
  if (isPositive(amount))
    await post(trx, {
      key: `rounding:${month}`,
      at,
      kind: 'rounding',
      memberId: null,
      ruleVersion: period.rule_version,
      receiptId: null,
      legs,
    });
  await trx
    .updateTable('bonus_periods')
    .set({ state: 'released', released_at: at })
    .where('month', '=', firstDay(month))
    .execute();
  await audit(trx, {
    kind: 'month_released',
    at,
    memberId: null,
    call,
    details: { operator, month, members: paid, usdt, pp },
  });
}
