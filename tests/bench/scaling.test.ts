// The kept figures: how a run is held against them, and that docs/scaling.md shows them.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { areKept, compared, KEPT, merged, missing, readKept, TOLERANCE, type KeptRow } from './kept-figures.ts';
import { isKept, type Row, type Size } from './report.ts';
import { timed } from './times.ts';
import { curvesTable, figuresTable, PAGE, pageOf, said } from './scaling-page.ts';

const SEATS: Size = { count: 1_000_000, of: 'seats' };

interface Told extends Partial<Omit<Row, 'measured'>> {
  readonly value: number;
  readonly by?: number | null;
}

/** A row of a run, in which the reference takes 1 by itself. */
function row({ value, by = 1, ...rest }: Told): Row {
  const reference = by === null ? null : { name: 'a look-up', value: by };
  const measured = { value, reference, at: '2026-11-27T06:00', load: 1, commit: '', machine: '2 cores' };
  return { bench: 'seats', work: 'way up', unit: 'ms', size: SEATS, ...rest, measured };
}

const keptOf = (...rows: readonly Row[]): KeptRow[] => merged([], rows, 'after');
const verdictOf = (old: Row, now: Row) => compared(keptOf(old), [now], TOLERANCE)[0]?.verdict;

it('docs/scaling.md has the tables of docs/scaling.gen.json', () => {
  const page = readFileSync(PAGE, 'utf8');
  expect(page === pageOf(page, readKept(KEPT)), 'run npm run bench -- page and commit it').toBe(true);
});

it.each([
  ['a ratio that is as before on a machine twice as slow', row({ value: 10 }), row({ value: 20, by: 2 }), 'as before'],
  ['a ratio that is worse by less than the tolerance', row({ value: 10 }), row({ value: 14 }), 'as before'],
  ['a ratio that is worse by more', row({ value: 10 }), row({ value: 16 }), 'WORSE'],
  ['a ratio that is better by more', row({ value: 10 }), row({ value: 6 }), 'better'],
  ['a rate that is less', row({ value: 16, unit: 'per s' }), row({ value: 10, unit: 'per s' }), 'WORSE'],
  ['a rate that is more', row({ value: 10, unit: 'per s' }), row({ value: 16, unit: 'per s' }), 'better'],
  [
    'sizes, which have no reference',
    row({ value: 10, by: null, unit: 'MB' }),
    row({ value: 16, by: null, unit: 'MB' }),
    'WORSE',
  ],
  [
    'times of a core',
    row({ value: 10, by: null, isOfCore: true }),
    row({ value: 16, by: null, isOfCore: true }),
    'WORSE',
  ],
  [
    'times by the clock without a reference',
    row({ value: 10, by: null }),
    row({ value: 16, by: null }),
    'no reference',
  ],
  ['a time that has got a reference since', row({ value: 10, by: null }), row({ value: 16 }), 'no reference'],
  [
    'such a time over its budget',
    row({ value: 4, by: null, budget: 5 }),
    row({ value: 6, by: null, budget: 5 }),
    'BUDGET BROKEN',
  ],
  [
    'zero that is still zero',
    row({ value: 0, by: null, unit: 'shift' }),
    row({ value: 0, by: null, unit: 'shift' }),
    'as before',
  ],
  [
    'more than zero that was zero',
    row({ value: 0, by: null, unit: 'shift' }),
    row({ value: 0.1, by: null, unit: 'shift' }),
    'WORSE',
  ],
  ['a budget that was kept', row({ value: 4, budget: 5 }), row({ value: 5.5, budget: 5 }), 'BUDGET BROKEN'],
  ['a budget that was missed before', row({ value: 9, budget: 5 }), row({ value: 9, budget: 5 }), 'still over'],
  ['such a budget, and worse by more', row({ value: 9, budget: 5 }), row({ value: 16, budget: 5 }), 'WORSE'],
  ['a new figure over its budget', row({ value: 9, work: 'other' }), row({ value: 9, budget: 5 }), 'BUDGET BROKEN'],
  ['a figure of another size', row({ value: 10 }), row({ value: 90, size: { count: 10, of: 'seats' } }), 'new'],
])('a run is held against the kept figures: %s', (_, old, now, verdict) => {
  expect(verdictOf(old, now)).toBe(verdict);
});

it('what has no figure of before the work is held against what was before it', () => {
  expect(compared(merged([], [row({ value: 10 })], 'before'), [row({ value: 16 })], TOLERANCE)[0]?.verdict).toBe(
    'WORSE',
  );
});

it.each([
  ['the most of a value', row({ value: 5, budget: 5 }), true],
  ['more than the most', row({ value: 6, budget: 5 }), false],
  ['the least of a rate', row({ value: 5, unit: 'per s', budget: 5 }), true],
  ['less than the least', row({ value: 4, unit: 'per s', budget: 5 }), false],
  ['the least ratio of a rate', row({ value: 5, by: 10, unit: 'per s', ratioBudget: 0.5 }), true],
  ['less than that', row({ value: 4, by: 10, unit: 'per s', ratioBudget: 0.5 }), false],
  ['a ratio without a reference', row({ value: 4, by: null, ratioBudget: 5 }), false],
  ['none', row({ value: 4 }), null],
])('a budget is kept or not: %s', (_, { measured, ...work }, kept) => {
  expect(isKept(work, measured)).toBe(kept);
});

it('a run is well only if each of its figures is within its budget', () => {
  expect(areKept([row({ value: 9 }), row({ value: 4, budget: 5 })])).toBe(true);
  expect(areKept([row({ value: 9 }), row({ value: 6, budget: 5 })])).toBe(false);
});

it('of fewer than a hundred rounds there is no 99th percentile', async () => {
  const none = async () => undefined;
  expect((await timed(none, 3)).p99).toBeNaN();
  expect((await timed(none, 100)).p99).not.toBeNaN();
});

it('what a run left out is told, unless it was measured at another size', () => {
  const kept = keptOf(row({ value: 1 }), row({ value: 1, work: 'bottom' }), row({ value: 1, bench: 'ledger' }));
  const works = (rows: readonly Row[], benches: readonly string[]) =>
    missing(kept, rows, benches).map(({ bench, work }) => `${bench} ${work}`);
  expect(works([row({ value: 1 })], ['seats'])).toEqual(['seats bottom']);
  expect(works([row({ value: 1, size: { count: 10, of: 'seats' } })], ['seats'])).toEqual([]);
  expect(works([], ['ledger'])).toEqual(['ledger way up']);
  expect(missing(merged([], [row({ value: 1 })], 'before'), [], ['seats'])).toEqual([]);
});

it('new figures take the places of the old ones, which stay what they were before the work', () => {
  const before = merged([], [row({ value: 10 }), row({ value: 1, bench: 'ledger' })], 'before');
  const kept = merged(before, [row({ value: 5 }), row({ value: 7, work: 'bottom' })], 'after');
  expect(kept.map(({ bench, work, before: then, after }) => [bench, work, then?.value, after?.value])).toEqual([
    ['seats', 'way up', 10, 5],
    ['seats', 'bottom', undefined, 7],
    ['ledger', 'way up', 1, undefined],
  ]);
});

it('the table says of a group how its worst is, and of each figure whether it is within its budget', () => {
  const page = { bench: 'pages', group: 'LCP of a page', budget: 1500 };
  const { size, ...start } = row({ ...page, value: 900, by: 450, work: '/' });
  const { size: _, ...history } = row({ ...page, value: 1600, by: 800, work: '/History' });
  expect(size).toBe(SEATS);
  const lines = figuresTable(keptOf(row({ value: 4.236, budget: 5 }), start, history))
    .split('\n')
    .slice(2);
  expect(lines).toEqual([
    '| `seats` | way up; 1,000,000 seats | a look-up: 1 ms | 4.24 × | ≤ 5 ms: kept | – | 4.24 ms, 4.24 × (2026-11-27, load 1) |',
    '| `pages` | LCP of a page: the worst of 2, /History | a look-up: 800 ms | 2 × | ≤ 1,500 ms: **missed** | – | 1,600 ms, 2 × (2026-11-27, load 1) |',
  ]);
});

it('a curve goes on as it grew last', () => {
  const at = (count: number, value: number) => row({ value, size: { count, of: 'seats' } });
  expect(curvesTable(keptOf(at(10_000, 1)))).toBe('No figure is kept at more than one size.');
  expect(curvesTable(keptOf(at(100_000, 4), at(10_000, 1), at(1_000_000, 40))).split('\n')).toEqual([
    '| work | 10,000 | 100,000 | 1,000,000 | grows by | 10,000,000, on paper |',
    '|---|---|---|---|---|---|',
    '| `seats`: way up, seats | 1 ms | 4 ms | 40 ms | n^1.00 | 400 ms |',
  ]);
});

it.each([
  [0, '0 ms'],
  [0.0712, '0.071 ms'],
  [2.521, '2.52 ms'],
  [204.35, '204 ms'],
  [10_075, '10,075 ms'],
])('%f ms is written as %s', (value, text) => {
  expect(said(value, 'ms')).toBe(text);
});
