// The figures that are kept beside the code, docs/scaling.gen.json: what a new run is held against.
import { readFileSync } from 'node:fs';
import { isKept, isRate, ratioOf, type Measured, type Row, type Work } from './report.ts';

/** A figure that is kept: as it was before the work on it, and as it is. */
export interface KeptRow extends Work {
  readonly bench: string;
  readonly before: Measured | null;
  readonly after: Measured | null;
}

export const KEPT = 'docs/scaling.gen.json';
/**
 * How much worse a ratio may be than the kept one: on a machine with other work to do, medians of the same code differ
 * by about a half between runs, reference or not.
 */
export const TOLERANCE = 1.5;

/** How a figure of a new run compares with the kept one. */
export interface Verdict {
  readonly row: Row;
  readonly kept: KeptRow | null;
  /** How many times worse; below one it is better. Null if there is nothing to compare with. */
  readonly worse: number | null;
  readonly verdict: 'as before' | 'better' | 'still over' | 'WORSE' | 'BUDGET BROKEN' | 'new' | 'no reference';
}

/** Which figure a row is about. */
export function keyOf({ bench, work, size }: { readonly bench: string } & Work): string {
  return [bench, work, ...(size === undefined ? [] : [size.count, size.of])].join(' / ');
}

/** Reads a file of kept figures. */
export const readKept = (file: string): KeptRow[] => JSON.parse(readFileSync(file, 'utf8')) as KeptRow[];

/** Reads the results of a run, in which the last of two lines about the same counts. */
export function readRows(file: string): Row[] {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]));
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/**
 * The kept figures with those of a new run in their places. A figure that is new is placed after the last one of its
 * benchmark.
 *
 * @param moment whether the run shows how it was before the work on it, or how it is now
 */
export function merged(kept: readonly KeptRow[], rows: readonly Row[], moment: 'before' | 'after'): KeptRow[] {
  const all = [...kept];
  for (const { measured, ...row } of rows) {
    const place = all.findIndex((each) => keyOf(each) === keyOf(row));
    const old = all[place];
    const now = { ...row, before: old?.before ?? null, after: old?.after ?? null, [moment]: measured };
    if (old !== undefined) all[place] = now;
    else {
      const last = all.findLastIndex(({ bench }) => bench === row.bench);
      all.splice(last < 0 ? all.length : last + 1, 0, now);
    }
  }
  return all;
}

/** Whether a busy machine changes it a lot: a time by the clock, or a rate. */
const isByClock = ({ unit, isOfCore = false }: Work): boolean => ['ms', 's', 'per s'].includes(unit) && !isOfCore;

/**
 * How many times worse the new figure is: by their ratios where both have one, by their values otherwise; null if one
 * lacks the reference without which it says more about the machine.
 */
function timesWorse(work: Work, old: Measured, now: Measured): number | null {
  const [oldRatio, nowRatio] = [ratioOf(old), ratioOf(now)];
  const haveRatios = oldRatio !== null && nowRatio !== null;
  if (!haveRatios && isByClock(work)) return null;
  const [from, to] = haveRatios ? [oldRatio, nowRatio] : [old.value, now.value];
  if (from === to) return 1;
  const [better, worse] = isRate(work.unit) ? [to, from] : [from, to];
  return better === 0 ? Number.POSITIVE_INFINITY : worse / better;
}

/** Whether no figure of a run is over its budget. */
export const areKept = (rows: readonly Row[]): boolean => rows.every((row) => isKept(row, row.measured) !== false);

/** Holds each figure of a run against the kept ones. */
export function compared(kept: readonly KeptRow[], rows: readonly Row[], tolerance: number): Verdict[] {
  const byKey = new Map(kept.map((each) => [keyOf(each), each]));
  return rows.map((row) => {
    const old = byKey.get(keyOf(row)) ?? null;
    const measured = old?.after ?? old?.before ?? null;
    const worse = measured === null ? null : timesWorse(row, measured, row.measured);
    const verdict = (): Verdict['verdict'] => {
      const isOver = isKept(row, row.measured) === false;
      const wasOver = measured !== null && isKept(row, measured) === false;
      if (isOver && !wasOver) return 'BUDGET BROKEN';
      if (worse === null && isOver && measured !== null)
        // Without a reference a busy machine is part of it; what missed its budget may not miss it by far more.
        return row.measured.value > measured.value * tolerance ? 'WORSE' : 'still over';
      if (worse === null) return measured === null ? 'new' : 'no reference';
      if (worse > tolerance) return 'WORSE';
      if (isOver) return 'still over';
      return worse < 1 / tolerance ? 'better' : 'as before';
    };
    return { row, kept: old, worse, verdict: verdict() };
  });
}

/**
 * The present figures of these benchmarks that a run did not measure, though it measured others at the same size. One
 * that is only known from before may be of a benchmark that has changed since.
 */
export function missing(kept: readonly KeptRow[], rows: readonly Row[], benches: readonly string[]): KeptRow[] {
  const sizeOf = ({ bench, size }: { readonly bench: string } & Work) =>
    `${bench} ${size?.count ?? ''} ${size?.of ?? ''}`;
  const measured = new Set(rows.map(keyOf));
  const sizes = new Set(rows.map(sizeOf));
  const ran = new Set(rows.map(({ bench }) => bench));
  return kept.filter(
    (row) =>
      row.after !== null &&
      benches.includes(row.bench) &&
      !measured.has(keyOf(row)) &&
      (!ran.has(row.bench) || sizes.has(sizeOf(row))),
  );
}
