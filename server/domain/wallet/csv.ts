// Histories as files (D-29): RFC 4180, one column per field, written page by page.
import { Readable } from 'node:stream';
import type { Db } from '#server/platform/db/kysely.ts';
import { normal } from '#money/amount.ts';
import { historyRows, type HistoryWanted } from './history.ts';
import { showItem, type ReceiptRow } from './rows.ts';

const ROWS_AT_A_TIME = 500;
/** The fields that rowCells fills for each receipt. */
export const COLUMNS = [
  'reference',
  'kind',
  'status',
  'at_utc',
  'zone',
  'asset',
  'amount',
  'fee',
  'net',
  'counter_asset',
  'counter_amount',
  'rate',
  'counterparty',
  'note',
];
const LINE_END = '\r\n';
/** Spreadsheets treat a cell that begins like this as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** A history as CSV, newest first; rows are held in memory no longer than sending them takes. */
export function historyCsv(db: Db, wanted: HistoryWanted): Readable {
  return Readable.from(csvParts(db, wanted), { objectMode: false });
}

async function* csvParts(db: Db, wanted: HistoryWanted): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  let after: ReceiptRow | null = null;
  for (;;) {
    const rows: ReceiptRow[] = await historyRows(db, { ...wanted, after, limit: ROWS_AT_A_TIME });
    if (rows.length > 0) yield rows.map((row) => csvLine(rowCells(row))).join('');
    after = rows.at(-1) ?? null;
    if (rows.length < ROWS_AT_A_TIME) return;
  }
}

/** The cells of a receipt. */
export function rowCells(row: ReceiptRow): string[] {
  const item = showItem(row);
  return [
    text(item.reference),
    text(item.kind),
    text(item.status),
    item.at,
    'UTC',
    text(item.asset),
    item.amount,
    item.fee ?? '',
    item.net ?? '',
    text(item.counterAsset),
    item.counterAmount ?? '',
    row.rate === null ? '' : normal(row.rate),
    text(item.counterparty),
    text(row.note),
  ];
}

/** User-written text is made harmless; our own numbers stay numbers, even negative ones. */
function text(value: string | null): string {
  return value === null ? '' : harmless(value);
}

/** User-written text in a form that a spreadsheet does not treat as a formula. */
export function harmless(value: string): string {
  return FORMULA_START.test(value) ? `'${value}` : value;
}

/** One line; cells are quoted where necessary. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}${LINE_END}`;
}
