// Histories (D-12): receipts of some kinds, newest first, filtered in the database and paged by moment and id.
import type { Asset } from '#money/assets.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { listReceipts, type Place } from '#server/domain/ledger/history.ts';
import { RECEIPTS_OF, type HistoryKind } from '#server/domain/receipts/kinds.ts';
import { cursorAfterMoment } from '#server/platform/contract/cursor.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { DAY_SECONDS, secondsAfter } from '#server/platform/system/clock.ts';
import { showItem, withCounterparties, type ReceiptRow } from './rows.ts';

const PAGE = 50;

/** A member's query of a history; days are in UTC, both included. */
export interface HistoryWanted {
  memberId: string;
  kind: HistoryKind;
  from?: string | undefined;
  to?: string | undefined;
  status?: string | undefined;
  asset?: Asset | undefined;
}

/** One page of a history. */
export async function listHistory(
  db: Db,
  wanted: HistoryWanted & { after: Place | null },
): Promise<components['schemas']['HistoryPage']> {
  const rows = await historyRows(db, { ...wanted, limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    items: page.map(showItem),
    nextCursor: rows.length > PAGE && last !== undefined ? cursorAfterMoment(last) : null,
  };
}

/** A number of receipts of a history, after a position in it. */
export async function historyRows(
  db: Db,
  wanted: HistoryWanted & { after: Place | null; limit: number },
): Promise<ReceiptRow[]> {
  const { memberId, kind, from, to, status, asset, after, limit } = wanted;
  const { kinds, asset: only } = RECEIPTS_OF[kind];
  // A history of one asset contains no other asset.
  if (only !== undefined && asset !== undefined && asset !== only) return [];
  const about = only ?? asset;
  const receipts = await listReceipts(db, {
    memberId,
    kinds,
    ...(status === undefined ? {} : { statuses: [status] }),
    ...(about === undefined ? {} : { asset: about }),
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(to === undefined ? {} : { before: secondsAfter(startOfDay(to), DAY_SECONDS) }),
    ...(after === null ? {} : { after }),
    limit,
  });
  return withCounterparties(db, receipts);
}

function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
