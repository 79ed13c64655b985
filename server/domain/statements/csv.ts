// A statement as CSV (RFC 4180): opening balance, movements and closing balance of each asset, then what was elsewhere.
import { BYTE_ORDER_MARK, csvLine, harmless } from '#server/domain/wallet/csv.ts';
import type { Culture } from '#openapi/cultures.ts';
import { clockIn } from '#server/platform/system/zones.ts';
import type { Statement, StatementAsset } from './statement.ts';
import { statementWords, type StatementWords } from './words.ts';

/** The file; amounts are exact and ungrouped, so that they stay numbers. */
export function statementCsv(statement: Statement, culture: Culture): string {
  const words = statementWords(culture);
  const { file } = words;
  const { period, assets, elsewhere } = statement;
  const head = [
    file.line,
    file.date,
    file.timeZone,
    file.utc,
    file.reference,
    file.kind,
    file.counterparty,
    file.asset,
    file.amount,
    file.fee,
    file.balance,
  ];
  const away = elsewhere.map(({ place, asset, amount }) => [
    words.place({ place, asset }),
    ...momentCells(endOf(statement), period.timeZone),
    '',
    '',
    '',
    asset,
    amount,
    '',
    '',
  ]);
  const lines = [head, ...assets.flatMap((asset) => linesOf(statement, asset, words)), ...away];
  return BYTE_ORDER_MARK + lines.map(csvLine).join('');
}

function linesOf(statement: Statement, { asset, opening, closing, lines }: StatementAsset, words: StatementWords) {
  const { period } = statement;
  const { file, page } = words;
  const balance = (name: string, moment: Date, amount: string) => [
    name,
    ...momentCells(moment, period.timeZone),
    '',
    '',
    '',
    asset,
    '',
    '',
    amount,
  ];
  return [
    balance(page.opening, period.begins, opening),
    ...lines.map((line) => [
      file.movement,
      ...momentCells(line.at, period.timeZone),
      line.reference,
      words.kind(line.kind),
      { written: line.counterparty ?? '' },
      asset,
      line.amount,
      line.fee === '0' ? '' : line.fee,
      line.balance,
    ]),
    balance(page.closing, endOf(statement), closing),
  ];
}

/** The end of the period, or the moment of the statement if it isn't over. */
function endOf({ period, madeAt }: Statement): Date {
  return period.ends <= madeAt ? period.ends : madeAt;
}

function momentCells(moment: Date, timeZone: string): string[] {
  return [clockIn(moment, timeZone), harmless(timeZone), moment.toISOString()];
}
