// Histories (D-12): receipts of some kinds, the newest first, filtered in the database and paged by moment and id.
import type { components } from '#openapi/api.gen.d.ts';
import { secondsAfter } from '#server/clock.ts';
import { cursorAfterMoment } from '#server/contract/cursor.ts';
import type { Asset } from '#money/assets.ts';
import type { Db } from '#server/db/kysely.ts';
import { RECEIPTS_OF, type HistoryKind } from './kinds.ts';
import { receiptsOf, showItem, type ReceiptRow } from './rows.ts';

const PAGE = 50;
const DAY_SECONDS = 24 * 60 * 60;

/** What a member asks of a history; days are of UTC, both included. */
export interface HistoryWanted {
  memberId: string;
  kind: HistoryKind;
  from?: string | undefined;
  to?: string | undefined;
  status?: string | undefined;
  asset?: Asset | undefined;
}

interface Place {
  at: Date;
  id: string;
}

/** One page of a history. */
export async function listHistory(db: Db, wanted: HistoryWanted & { after: Place | null }): Promise<components['schemas']['HistoryPage']> {
  const rows = await historyRows(db, { ...wanted, limit: PAGE + 1 });
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return { items: page.map(showItem), nextCursor: rows.length > PAGE && last !== undefined ? cursorAfterMoment(last) : null };
}

/** So many receipts of a history, behind a place in it. */
export async function historyRows(db: Db, wanted: HistoryWanted & { after: Place | null; limit: number }): Promise<ReceiptRow[]> {
  const { memberId, kind, from, to, status, asset, after, limit } = wanted;
  const kinds = RECEIPTS_OF[kind];
  let query = receiptsOf(db, memberId).orderBy('receipts.at', 'desc').orderBy('receipts.id', 'desc').limit(limit);
  query =
    kinds === 'asset PP'
      ? query.where((any) => any.or([any('receipts.asset', '=', 'PP'), any('receipts.counter_asset', '=', 'PP')]))
      : query.where('receipts.kind', 'in', [...kinds]);
  if (from !== undefined) query = query.where('receipts.at', '>=', startOfDay(from));
  if (to !== undefined) query = query.where('receipts.at', '<', secondsAfter(startOfDay(to), DAY_SECONDS));
  if (status !== undefined) query = query.where('receipts.status', '=', status);
  if (asset !== undefined) query = query.where((any) => any.or([any('receipts.asset', '=', asset), any('receipts.counter_asset', '=', asset)]));
  if (after !== null) {
    query = query.where((any) => any.or([any('receipts.at', '<', after.at), any.and([any('receipts.at', '=', after.at), any('receipts.id', '<', after.id)])]));
  }
  return query.execute();
}

function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
