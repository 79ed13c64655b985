// Histories (D-12): receipts of some kinds, newest first, filtered in the database and paged by moment and id.
import { normal } from '#money/amount.ts';
import { ASSETS, type Asset } from '#money/assets.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { daySums, listReceipts, type HistoryCursor, type ReceiptFilter } from '#server/domain/ledger/history.ts';
import { RECEIPTS_OF, type HistoryKind } from '#server/domain/receipts/kinds.ts';
import { cursorAfterMoment } from '#server/platform/contract/cursor.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { dayAfter, dayIn, startOfDay } from '#server/platform/system/zones.ts';
import { showItem, withCounterparties, type ReceiptRow } from './rows.ts';

const PAGE = 50;

/** A member's query of a history. */
export interface HistoryWanted {
  memberId: string;
  kind: HistoryKind;
  /** Days in `timeZone`, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** The zone whose days are meant, as in `Asia/Tokyo`. */
  timeZone: string;
  status?: string | undefined;
  asset?: Asset | undefined;
  search?: string | undefined;
}

/** One page of a history, with what moved on its days. */
export async function listHistory(
  db: Db,
  wanted: HistoryWanted & { after: HistoryCursor | null },
): Promise<components['schemas']['HistoryPage']> {
  const rows = await historyRows(db, { ...wanted, limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    items: page.map(showItem),
    days: await daysOf(db, wanted, page),
    nextCursor: rows.length > PAGE && last !== undefined ? cursorAfterMoment(last) : null,
  };
}

/** A number of receipts of a history, after a position in it. */
export async function historyRows(
  db: Db,
  wanted: HistoryWanted & { after: HistoryCursor | null; limit: number },
): Promise<ReceiptRow[]> {
  const filter = filterOf(wanted);
  if (filter === null) return [];
  const { memberId, after, limit } = wanted;
  const receipts = await listReceipts(db, { ...filter, ...(after === null ? {} : { after }), limit });
  return withCounterparties(db, memberId, receipts);
}

/** Null if nothing can match. */
function filterOf({ memberId, kind, from, to, timeZone, status, asset, search }: HistoryWanted): ReceiptFilter | null {
  const { kinds, asset: only } = RECEIPTS_OF[kind];
  // A history of one asset contains no other asset.
  if (only !== undefined && asset !== undefined && asset !== only) return null;
  const about = only ?? asset;
  return {
    memberId,
    kinds,
    ...(status === undefined ? {} : { statuses: [status] }),
    ...(about === undefined ? {} : { asset: about }),
    ...(from === undefined ? {} : { from: startOfDay(from, timeZone) }),
    ...(to === undefined ? {} : { before: startOfDay(dayAfter(to), timeZone) }),
    ...(search === undefined ? {} : { search }),
  };
}

async function daysOf(
  db: Db,
  wanted: HistoryWanted,
  rows: readonly ReceiptRow[],
): Promise<components['schemas']['HistoryDay'][]> {
  const filter = filterOf(wanted);
  const { timeZone } = wanted;
  const days = [...new Set(rows.map(({ at }) => dayIn(at, timeZone)))];
  if (filter === null || days.length === 0) return [];
  const spans = days.map((day) => ({
    day,
    from: startOfDay(day, timeZone),
    before: startOfDay(dayAfter(day), timeZone),
  }));
  const sums = await daySums(db, filter, spans);
  return days.map((day) => ({
    day,
    sums: sums
      .filter((sum) => sum.day === day)
      .toSorted((a, b) => ASSETS.indexOf(a.asset) - ASSETS.indexOf(b.asset))
      .map(({ asset, amount }) => ({ asset, amount: normal(amount) })),
  }));
}
