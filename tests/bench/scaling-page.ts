// The tables of docs/scaling.md, made from the kept figures alone.
import { keyOf, type KeptRow } from './kept-figures.ts';
import { isKept, isRate, ratioOf, type Measured, type Unit, type Work } from './report.ts';

export const PAGE = 'docs/scaling.md';
const MARKS = {
  figures: ['<!-- written by `npm run bench -- page` -->', '<!-- end of the figures -->'],
  curves: ['<!-- curves, written by `npm run bench -- page` -->', '<!-- end of the curves -->'],
} as const;
const DATE = 'YYYY-MM-DD'.length;
const DIGITS = 3;
/** The size that no machine here has had. */
const ON_PAPER = 10_000_000;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Three digits, and all that stand before the point. */
function number(value: number): string {
  if (value === 0) return '0';
  const fraction = Math.max(0, DIGITS - 1 - Math.floor(Math.log10(Math.abs(value))));
  return fraction === 0
    ? whole.format(value)
    : new Intl.NumberFormat('en-US', { maximumFractionDigits: Math.min(fraction, DIGITS) }).format(value);
}

const NAMES: Readonly<Record<Unit, string>> = {
  ms: ' ms',
  s: ' s',
  KB: ' KB',
  MB: ' MB',
  'per s': ' per s',
  count: '',
  shift: '',
};

/** A value with its unit. */
export const said = (value: number, unit: Unit): string => `${number(value)}${NAMES[unit]}`;

const times = (ratio: number | null): string => (ratio === null ? '' : `${number(ratio)} ×`);

const measuredCell = (measured: Measured | null, unit: Unit): string => {
  if (measured === null) return '–';
  const ratio = times(ratioOf(measured));
  return `${said(measured.value, unit)}${ratio === '' ? '' : `, ${ratio}`} (${measured.at.slice(0, DATE)}, load ${measured.load})`;
};

function budgetCell(row: KeptRow): string {
  const sign = isRate(row.unit) ? '≥' : '≤';
  const parts = [
    ...(row.budget === undefined ? [] : [`${sign} ${said(row.budget, row.unit)}`]),
    ...(row.ratioBudget === undefined ? [] : [`${sign} ${number(row.ratioBudget)} ×`]),
  ];
  if (parts.length === 0) return '';
  const kept = row.after === null ? null : isKept(row, row.after);
  return `${parts.join(', ')}${kept === null ? '' : kept ? ': kept' : ': **missed**'}`;
}

const sized = ({ work, size }: Work): string =>
  size === undefined ? work : `${work}; ${whole.format(size.count)} ${size.of}`;

/** The rows by what is alike in them, in the order of the first of each. */
function grouped(rows: readonly KeptRow[], keyed: (row: KeptRow) => string): KeptRow[][] {
  const groups = new Map<string, KeptRow[]>();
  for (const row of rows) groups.set(keyed(row), [...(groups.get(keyed(row)) ?? []), row]);
  return [...groups.values()];
}

/** How bad a figure is, to find the worst of a group: more of it is worse. */
function badness(row: KeptRow): number {
  const value = (row.after ?? row.before)?.value ?? 0;
  const against = row.budget === undefined ? value : value / row.budget;
  return isRate(row.unit) ? -against : against;
}

const countOf = ({ size }: Work): number => size?.count ?? 0;

/** Of what was measured at several sizes, the largest; the curves have the others. */
function ofLargest(kept: readonly KeptRow[]): readonly KeptRow[] {
  const works = grouped(kept, ({ bench, work, size }) => `${bench} / ${work} / ${size?.of ?? ''}`);
  return works.flatMap((rows) => rows.toSorted((a, b) => countOf(b) - countOf(a)).slice(0, 1));
}

/** The rows of the table: of each group the worst one alone. */
function shown(all: readonly KeptRow[]): { readonly row: KeptRow; readonly name: string }[] {
  const kept = ofLargest(all);
  const groups = grouped(kept, (row) => (row.group === undefined ? keyOf(row) : `${row.bench} ${row.group}`));
  return groups.flatMap((rows) => {
    const [worst] = rows.toSorted((a, b) => badness(b) - badness(a));
    if (worst === undefined) return [];
    const { group } = worst;
    return [
      {
        row: worst,
        name: group === undefined ? sized(worst) : `${group}: the worst of ${rows.length}, ${sized(worst)}`,
      },
    ];
  });
}

/** The one table of all figures. */
export function figuresTable(kept: readonly KeptRow[]): string {
  let bench = '';
  const lines = shown(kept).map(({ row, name }) => {
    const first = row.bench === bench ? '' : `\`${row.bench}\``;
    bench = row.bench;
    const { reference = null } = row.after ?? row.before ?? {};
    const cells = [
      first,
      name,
      reference === null ? '–' : `${reference.name}: ${said(reference.value, row.unit)}`,
      times(ratioOf(row.after ?? row.before ?? { value: 0, reference: null })) || '–',
      budgetCell(row),
      measuredCell(row.before, row.unit),
      measuredCell(row.after, row.unit),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| benchmark | work | reference in the same run | ratio | budget | before | after |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** The power of the size that a figure grows by between the two largest sizes. */
function power(points: readonly { readonly count: number; readonly value: number }[]): number {
  const [small, large] = points.slice(-2);
  if (small === undefined || large === undefined || small.value <= 0 || large.value <= 0) return 0;
  return Math.log(large.value / small.value) / Math.log(large.count / small.count);
}

/** What was measured at several sizes, by size; the last column continues the curve. */
export function curvesTable(kept: readonly KeptRow[]): string {
  const works = grouped(
    kept.filter(({ size, after }) => size !== undefined && after !== null),
    ({ bench, work, size }) => `${bench} / ${work} / ${size?.of ?? ''}`,
  );
  const curves = works
    .map((rows) => rows.toSorted((a, b) => countOf(a) - countOf(b)))
    .filter((rows) => rows.length > 1);
  const counts = [...new Set(curves.flat().map(({ size }) => size?.count ?? 0))].sort((a, b) => a - b);
  const lines = curves.map((rows) => {
    const points = rows.map(({ size, after }) => ({ count: size?.count ?? 0, value: after?.value ?? 0 }));
    const [{ bench, work, unit, size }] = rows as [KeptRow];
    const last = points.at(-1) ?? { count: 1, value: 0 };
    const by = power(points);
    const cells = [
      `\`${bench}\`: ${work}, ${size?.of ?? ''}`,
      ...counts.map((count) => {
        const point = points.find((each) => each.count === count);
        return point === undefined ? '' : said(point.value, unit);
      }),
      `n^${by.toFixed(2)}`,
      last.count >= ON_PAPER ? '' : said(last.value * (ON_PAPER / last.count) ** by, unit),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  if (curves.length === 0) return 'No figure is kept at more than one size.';
  return [
    `| work | ${counts.map((count) => whole.format(count)).join(' | ')} | grows by | ${whole.format(ON_PAPER)}, on paper |`,
    `|${'---|'.repeat(counts.length + 3)}`,
    ...lines,
  ].join('\n');
}

/** The page with the tables of these figures. @throws Error if the page has no place for one */
export function pageOf(page: string, kept: readonly KeptRow[]): string {
  const put = (text: string, [begin, end]: readonly [string, string], table: string): string => {
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${PAGE} has lost the marks between which a table stands: ${begin}`);
    return `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`;
  };
  return put(put(page, MARKS.figures, figuresTable(kept)), MARKS.curves, curvesTable(kept));
}
