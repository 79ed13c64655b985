// Histories as files (D-29): RFC 4180, one column per field, written page by page.
import { Readable } from 'node:stream';
import type { Db } from '#server/platform/db/kysely.ts';
import { normal } from '#money/amount.ts';
import { historyRows, type HistoryWanted } from './history.ts';
import { showItem, type ReceiptRow } from './rows.ts';
import { isInvisible } from '#server/platform/texts/invisible.ts';

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
/** Only in a member's own file, and last, where no column before it moves: the name as that member sees it. */
const NAME_COLUMN = 'counterparty_name';
/** Without it, some spreadsheets read Japanese and Chinese words in another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';
/** Spreadsheets treat a cell that begins with one of these as a formula, in some languages at full width too. */
const FORMULA_START = /^[=+\-@\u2212]/;
/** What a reader of cells takes away from around a text. */
const QUOTATION_MARK = '"';
/** Between cells, where a spreadsheet does not go by commas, as when numbers have a decimal comma. */
const BETWEEN = /([;\t\r\n|]+)/;

/** Text that people wrote; a plain string is our own. */
export interface Written {
  readonly written: string;
}
/** A cell of a file. */
export type Cell = string | Written;

/** A history as CSV, newest first; rows are held in memory no longer than sending them takes. */
export function historyCsv(db: Db, wanted: HistoryWanted): Readable {
  return Readable.from(csvParts(db, wanted), { objectMode: false });
}

async function* csvParts(db: Db, wanted: HistoryWanted): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine([...COLUMNS, NAME_COLUMN]);
  let after: ReceiptRow | null = null;
  for (;;) {
    const rows: ReceiptRow[] = await historyRows(db, { ...wanted, after, limit: ROWS_AT_A_TIME });
    if (rows.length > 0)
      yield rows.map((row) => csvLine([...rowCells(row), { written: row.counterpartyName ?? '' }])).join('');
    after = rows.at(-1) ?? null;
    if (rows.length < ROWS_AT_A_TIME) return;
  }
}

/** The cells of a receipt. */
export function rowCells(row: ReceiptRow): Cell[] {
  const item = showItem(row);
  return [
    item.reference,
    item.kind,
    item.status ?? '',
    item.at,
    'UTC',
    item.asset,
    item.amount,
    item.fee ?? '',
    item.net ?? '',
    item.counterAsset ?? '',
    item.counterAmount ?? '',
    row.rate === null ? '' : normal(row.rate),
    { written: item.counterparty ?? '' },
    { written: row.note ?? '' },
  ];
}

/**
 * Text that people wrote, in a form that no spreadsheet treats as a formula: neither as a whole nor a part of it that
 * is a cell of its own where cells are between semicolons or tabs. What is invisible in front of it changes
 * nothing, nor do quotation marks, which such a reader takes away.
 */
export function harmless(text: string): string {
  return text
    .split(BETWEEN)
    .map((part) => (isFormula(part) ? `'${part}` : part))
    .join('');
}

function isFormula(part: string): boolean {
  const first = [...part.normalize('NFKC')].find((letter) => letter !== QUOTATION_MARK && !isInvisible(letter));
  return first !== undefined && FORMULA_START.test(first);
}

/** One line; what people wrote is made harmless and quoted, and other cells where necessary. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}${LINE_END}`;
}

function cellText(cell: Cell): string {
  const isWritten = typeof cell !== 'string';
  const text = isWritten ? harmless(cell.written) : cell;
  return (isWritten && text !== '') || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
