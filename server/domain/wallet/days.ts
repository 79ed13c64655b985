// The value of a member's assets at the end of each day, computed from the books: present balances less what has moved
// since, and what was in transit then.
import { sql } from 'kysely';
import { add, isNegative, negate, normal, sum, unsigned, type Amount } from '#money/amount.ts';
import { ASSETS, type Asset } from '#money/assets.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { usdOf } from '#server/domain/rates/convert.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';

type BalanceDay = components['schemas']['BalanceDay'];

interface Day {
  name: string;
  /** Its last moment; for today, the present one. */
  end: Date;
}

/**
 * The days up to today, earliest first; amounts in USD at the rates of each day's end. The last one comes to what the
 * wallet says at the same moment, with what is under way.
 */
export async function balanceDays(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  wanted: { memberId: string; days: number },
): Promise<BalanceDay[]> {
  const { memberId } = wanted;
  const days = lastDays(clock.now(), wanted.days);
  const first = days[0]?.end ?? clock.now();
  const moved = await movedSince(db, { memberId, first });
  const transitMoves = await movedInTransit(db, { memberId, first });
  const rates = await ratesOfDays(db, days);
  const stakes = await db
    .selectFrom('stakes')
    .select(['amount_usd', 'started_at', 'ended_at'])
    .where('member_id', '=', memberId)
    .execute();
  const balances = new Map<Asset, Amount>(Object.entries(await balancesOf(db, memberId)) as [Asset, Amount][]);
  const inTransit = new Map<Asset, Amount>();
  for (const moves of transitMoves.values()) addTo(inTransit, moves);
  const shown: BalanceDay[] = [];
  for (const { name, end } of days.toReversed()) {
    const usdOfAll = (amounts: ReadonlyMap<Asset, Amount>) =>
      sum(ASSETS.map((asset) => worth(amounts.get(asset) ?? '0', rates.get(`${asset} ${name}`))));
    const locked = stakes.filter(({ started_at: from, ended_at: to }) => from <= end && (to === null || to > end));
    shown.unshift({
      day: name,
      walletUsd: usdOfAll(balances),
      stakedUsd: sum(locked.map(({ amount_usd: amount }) => normal(amount))),
      onTheWayUsd: usdOfAll(inTransit),
      // What moved on the first day is not part of a change from its end.
      paidInUsd: name === days[0]?.name ? '0' : usdOfAll(paidInOf(moved.get(name), transitMoves.get(name))),
    });
    // What the day has moved was not there at the end of the one before.
    addTo(balances, undone(moved.get(name)));
    addTo(inTransit, undone(transitMoves.get(name)));
  }
  return shown;
}

function lastDays(now: Date, count: number): Day[] {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return Array.from({ length: count }, (_, place) => {
    const start = secondsAfter(new Date(midnight), -(count - 1 - place) * DAY_SECONDS);
    const end = new Date(Math.min(now.getTime(), secondsAfter(start, DAY_SECONDS).getTime() - 1));
    return { name: start.toISOString().slice(0, 'YYYY-MM-DD'.length), end };
  });
}

/** A change of an amount. */
interface Move {
  asset: Asset;
  amount: Amount;
}

/** A change of a balance. */
interface Moved extends Move {
  /** The part of it that came from elsewhere, or went there. */
  paid: Amount;
}

/** What came from elsewhere on a day less what went there: what only went into transit, or out of it, is neither. */
function paidInOf(moved: readonly Moved[] = [], inTransit: readonly Move[] = []): Map<Asset, Amount> {
  const paid = new Map<Asset, Amount>();
  addTo(
    paid,
    moved.map(({ asset, paid: amount }) => ({ asset, amount })),
  );
  addTo(paid, inTransit);
  return paid;
}

function addTo(amounts: Map<Asset, Amount>, moves: readonly Move[]): void {
  for (const { asset, amount } of moves) amounts.set(asset, add(amounts.get(asset) ?? '0', amount));
}

const undone = (moves: readonly Move[] = []): Move[] =>
  moves.map(({ asset, amount }) => ({ asset, amount: negate(amount) }));

/** The rows of a statement by their day. */
function byDayOf<Row extends { day: string }, T>(rows: readonly Row[], moveOf: (row: Row) => T): Map<string, T[]> {
  const byDay = new Map<string, T[]>();
  for (const row of rows) byDay.set(row.day, [...(byDay.get(row.day) ?? []), moveOf(row)]);
  return byDay;
}

/** In USD, cut to cents, whether it came or went. */
function worth(amount: Amount, usd: Amount | undefined): Amount {
  if (usd === undefined) return '0';
  const size = usdOf(unsigned(amount), { usd });
  return isNegative(amount) ? negate(size) : size;
}

/** The change of each of the member's balances on each day after the first. */
async function movedSince(
  db: Db,
  { memberId, first }: { memberId: string; first: Date },
): Promise<Map<string, Moved[]>> {
  const { rows } = await sql<{ day: string; asset: Asset; amount: string; paid: string | null }>`
    SELECT to_char(journal.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, posting.asset, sum(posting.amount) AS amount,
      sum(posting.amount) FILTER (WHERE receipt.kind IN ('deposit', 'withdrawal', 'transfer_in', 'transfer_out')) AS paid
    FROM accounts AS wallet
      JOIN postings AS posting ON posting.account_id = wallet.id
      JOIN journals AS journal ON journal.id = posting.journal_id
      LEFT JOIN receipts AS receipt ON receipt.id = journal.receipt_id
    WHERE wallet.member_id = ${memberId} AND journal.at > ${first}
    GROUP BY day, posting.asset`.execute(db);
  return byDayOf(rows, ({ asset, amount, paid }) => ({ asset, amount: normal(amount), paid: normal(paid ?? '0') }));
}

/**
 * What went into transit for the member on each day, and out of it below zero: withdrawals from their acceptance to
 * their end, deposits from the moment they are seen. All that a day had in transit is the sum up to it, since only acts
 * are read that have not ended before the first day.
 */
async function movedInTransit(
  db: Db,
  { memberId, first }: { memberId: string; first: Date },
): Promise<Map<string, Move[]>> {
  const { rows } = await sql<{ day: string; asset: Asset; amount: string }>`
    SELECT to_char(journal.at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, posting.asset, sum(posting.amount) AS amount
    FROM receipts AS receipt
      JOIN journals AS journal ON journal.receipt_id = receipt.id
      JOIN postings AS posting ON posting.journal_id = journal.id
      JOIN accounts AS account ON account.id = posting.account_id
    WHERE receipt.member_id = ${memberId} AND receipt.kind IN ('deposit', 'withdrawal')
      AND (receipt.status IN ('inProcess', 'approved') OR receipt.updated_at > ${first})
      AND account.member_id IS NULL AND account.kind IN ('deposit_transit', 'withdrawal_transit')
    GROUP BY day, posting.asset`.execute(db);
  return byDayOf(rows, ({ asset, amount }) => ({ asset, amount: normal(amount) }));
}

/**
 * USD for one of each asset at the end of each day, by keys such as `BTC 2026-11-21`; an asset that has no rate at all
 * is left out.
 */
async function ratesOfDays(db: Db, days: readonly Day[]): Promise<Map<string, Amount>> {
  const { rows } = await sql<{ asset: Asset; day: string; usd: string | null }>`
    SELECT asset.asset, day.name AS day, coalesce(
      (SELECT usd FROM rates WHERE rates.asset = asset.asset AND at <= day.ends ORDER BY at DESC, id DESC LIMIT 1),
      (SELECT usd FROM rates WHERE rates.asset = asset.asset ORDER BY at, id LIMIT 1)) AS usd
    FROM unnest(${[...ASSETS]}::text[]) AS asset (asset)
      CROSS JOIN unnest(${days.map(({ name }) => name)}::text[], ${days.map(({ end }) => end)}::timestamptz[]) AS day (name, ends)`.execute(
    db,
  );
  return new Map(
    rows.flatMap(({ asset, day, usd }) => (usd === null ? [] : [[`${asset} ${day}`, normal(usd)] as const])),
  );
}
