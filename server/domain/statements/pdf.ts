// A statement as PDF: whose it is and of when, the figures of each asset, what was elsewhere, then the lines.
import { isNegative, negate, type Amount } from '#money/amount.ts';
import type { Unit } from '#money/assets.ts';
import { exactOf } from '#money/shown.ts';
import type { Culture } from '#openapi/cultures.ts';
import { INNER_WIDTH, Sheet, type Column } from '#server/platform/pdf/sheet.ts';
import { clockIn } from '#server/platform/system/zones.ts';
import { feesOf, sumsOf, totalsOf, type Statement, type StatementAsset } from './statement.ts';
import { fill } from '#server/platform/texts/texts.ts';
import { statementWords, type StatementWords } from './words.ts';

const CLUB = 'Perch';
const NOTHING: Amount = '0';

/**
 * The file. Amounts have every digit.
 *
 * @param options.over aborted when nobody waits for it any more
 * @throws the reason of `over`
 */
export async function statementPdf(
  statement: Statement,
  { culture, root, over }: { culture: Culture; root: string; over: AbortSignal },
): Promise<Buffer> {
  const words = statementWords(culture);
  const { file } = words;
  const { period, member, madeAt, assets } = statement;
  const span = fill(file.span, { from: period.from, to: period.to });
  const title = `${CLUB} ${file.title} ${period.name} ${member.username}`;
  const sheet = await Sheet.begin({ root, culture, title, author: CLUB, madeAt, over });
  sheet.heading(`${CLUB}  ${file.title} ${period.name}`, 1);
  await sheet.table(columnsOf([file.name, 1], [file.username, 1]), [[member.name, member.username]]);
  await sheet.table(columnsOf([file.period, 1], [file.timeZone, 1], [file.madeAt, 1]), [
    [
      period.ends <= madeAt ? span : words.noted(span, file.soFar),
      period.timeZone,
      words.noted(clockIn(madeAt, period.timeZone), period.timeZone),
    ],
  ]);
  await addFigures(sheet, statement, words);
  for (const asset of assets) await addLines(sheet, asset, { timeZone: period.timeZone, words });
  return sheet.end();
}

async function addFigures(sheet: Sheet, { assets, elsewhere }: Statement, words: StatementWords) {
  const { page, file, kind } = words;
  sheet.heading(file.balances, 2);
  if (assets.length === 0) sheet.paragraph(page.none);
  else await addBalances(sheet, assets, { page, file });
  if (elsewhere.length > 0) {
    sheet.heading(page.elsewhere.title, 2);
    sheet.paragraph(page.elsewhere.text);
    await sheet.table(
      columnsOf([file.place, 2], [file.asset, 1], [file.amount, 2, 'amount']),
      elsewhere.map(({ place, asset, amount }) => [words.place({ place, asset }), asset, exactOf(amount, asset)]),
    );
  }
  if (assets.every(({ lines }) => lines.length === 0)) return;
  sheet.heading(file.byKind, 2);
  await sheet.table(
    columnsOf([file.kind, 2], [file.asset, 1], [page.incoming, 2, 'amount'], [page.outgoing, 2, 'amount']),
    assets.flatMap(({ asset, lines }) =>
      sumsOf(lines).map((each) => [kind(each.kind), asset, exactOf(each.in, asset), exactOf(each.out, asset)]),
    ),
  );
}

/** The balances. Fees of which more were returned than charged have a column of their own, if there are any. */
async function addBalances(
  sheet: Sheet,
  assets: readonly StatementAsset[],
  { page, file }: Pick<StatementWords, 'page' | 'file'>,
) {
  const rows = assets.map(({ asset, opening, closing, lines }) => {
    const { in: came, out } = totalsOf(lines);
    const fees = feesOf(lines);
    const [charged, returned] = isNegative(fees) ? [NOTHING, negate(fees)] : [fees, NOTHING];
    return { asset, before: [opening, came, out, charged], returned, closing };
  });
  const isReturned = rows.some(({ returned }) => returned !== NOTHING);
  await sheet.table(
    columnsOf(
      [file.asset, 1],
      [page.opening, 2, 'amount'],
      [page.incoming, 2, 'amount'],
      [page.outgoing, 2, 'amount'],
      [page.fees, 2, 'amount'],
      ...(isReturned ? [[page.feesReturned, 2, 'amount'] as const] : []),
      [page.closing, 2, 'amount'],
    ),
    rows.map(({ asset, before, returned, closing }) => [
      asset,
      ...[...before, ...(isReturned ? [returned] : []), closing].map((amount) => exactOf(amount, asset)),
    ]),
  );
}

async function addLines(
  sheet: Sheet,
  { asset, opening, closing, lines }: StatementAsset,
  { timeZone, words }: { timeZone: string; words: StatementWords },
) {
  const { file, page } = words;
  sheet.heading(`${file.movements} ${asset}`, 2);
  await sheet.table(
    columnsOf(
      [file.date, 1.2],
      [file.reference, 1],
      [file.kind, 1.6],
      [file.counterparty, 1.4],
      [file.amount, 1.6, 'amount'],
      [file.fee, 1.2, 'amount'],
      [file.balance, 1.7, 'amount'],
    ),
    [
      ['', '', page.opening, '', '', '', exactOf(opening, asset)],
      ...lines.map((line) => [
        clockIn(line.at, timeZone),
        line.reference,
        words.kind(line.kind),
        line.counterparty ?? '',
        signed(line.amount, asset),
        line.fee === '0' ? '' : exactOf(line.fee, asset),
        exactOf(line.balance, asset),
      ]),
      [
        '',
        '',
        lines.length === 0 ? words.noted(page.closing, file.nothing) : page.closing,
        '',
        '',
        '',
        exactOf(closing, asset),
      ],
    ],
  );
}

function signed(amount: Amount, unit: Unit): string {
  return isNegative(amount) ? exactOf(amount, unit) : `+${exactOf(amount, unit)}`;
}

/** Columns by their shares of the width. */
function columnsOf(...given: readonly (readonly [head: string, share: number, amount?: 'amount'])[]): Column[] {
  const whole = given.reduce((total, [, share]) => total + share, 0);
  return given.map(([head, share, amount]) => ({
    head,
    width: (INNER_WIDTH * share) / whole,
    isAmount: amount !== undefined,
  }));
}
