// How a benchmark reports what it has measured: one call per figure, beside what it prints itself.
import { appendFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { basename } from 'node:path';

/** More is better of a rate, less of everything else. */
export type Unit = 'ms' | 's' | 'KB' | 'MB' | 'per s' | 'count' | 'shift';

/** What was measured once, and when, where and on which revision. */
export interface Measured {
  readonly value: number;
  /** What the figure is compared with, measured in the same run and in the same unit. */
  readonly reference: { readonly name: string; readonly value: number } | null;
  /** ISO 8601, to the minute. */
  readonly at: string;
  /** Of the machine, in the last minute. */
  readonly load: number;
  /** Ends in `+` if something was not committed; an empty text without a repository. */
  readonly commit: string;
  readonly machine: string;
}

/** What a figure is about: the same figure of another run has the same bench, work and size. */
export interface Work {
  /** In words, such as 'bottom of a side from any seat, p99'. */
  readonly work: string;
  readonly unit: Unit;
  /** How large what it was measured on was, such as 1,000,000 seats. */
  readonly size?: Size;
  /** Figures of one group, such as one for each page, are one row in docs/scaling.md, with the worst of them. */
  readonly group?: string;
  /** The most of the value, or the least if it is a rate. */
  readonly budget?: number;
  /** The same of the ratio to the reference. */
  readonly ratioBudget?: number;
  /** Whether a time is that for which a core worked, which a busy machine hardly changes. */
  readonly isOfCore?: boolean;
}

/** How many of what. */
export interface Size {
  readonly count: number;
  readonly of: string;
}

/** What a benchmark says of one figure. */
export interface Figure extends Work {
  readonly value: number;
  readonly reference?: { readonly name: string; readonly value: number };
}

/** A line of the results of a run. */
export interface Row extends Work {
  readonly bench: string;
  readonly measured: Measured;
}

/** The variable that says to which file the rows of a run are added, one line of JSON each. */
export const RESULTS = 'BENCH_RESULTS';
const DIGITS = 4;
const MB_PER_GB = 1024;

const exactEnough = (value: number): number => Number(value.toPrecision(DIGITS));

/** Whether a rate: more of it is better. */
export const isRate = (unit: Unit): boolean => unit === 'per s';

/** A figure as a multiple of its reference; null without one. */
export function ratioOf({ value, reference }: Pick<Measured, 'value' | 'reference'>): number | null {
  return reference === null || reference.value === 0 ? null : value / reference.value;
}

/** Whether a figure is within its budgets; null if it has none. A ratio without a reference breaks its budget. */
export function isKept(work: Work, measured: Pick<Measured, 'value' | 'reference'>): boolean | null {
  const isWithin = (value: number, limit: number) => (isRate(work.unit) ? value >= limit : value <= limit);
  const { budget, ratioBudget } = work;
  if (budget === undefined && ratioBudget === undefined) return null;
  const ratio = ratioOf(measured);
  return (
    (budget === undefined || isWithin(measured.value, budget)) &&
    (ratioBudget === undefined || (ratio !== null && isWithin(ratio, ratioBudget)))
  );
}

let where: Pick<Measured, 'commit' | 'machine'> | null = null;

function whereNow(): Pick<Measured, 'commit' | 'machine'> {
  const git = (...words: string[]) => spawnSync('git', words, { encoding: 'utf8' }).stdout?.trim() ?? '';
  const gigabytes = Math.round(totalmem() / MB_PER_GB ** 3);
  return {
    commit: `${git('rev-parse', '--short=8', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`,
    machine: `${availableParallelism()} cores, ${gigabytes} GB, Node ${process.versions.node}`,
  };
}

/**
 * Adds a figure to the results of the run (`npm run bench`), and prints nothing.
 *
 * @returns whether it keeps its budgets; true if it has none
 */
export function report({ value, reference, ...work }: Figure): boolean {
  where ??= whereNow();
  const measured: Measured = {
    value: exactEnough(value),
    reference: reference === undefined ? null : { ...reference, value: exactEnough(reference.value) },
    at: new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length),
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
    ...where,
  };
  const row: Row = { bench: basename(process.argv[1] ?? '').replace(/\.bench\.\w+$/, ''), ...work, measured };
  // What was not measured keeps no budget.
  if (!Number.isFinite(value)) process.exitCode = 1;
  const file = process.env[RESULTS];
  if (file !== undefined && Number.isFinite(value)) appendFileSync(file, `${JSON.stringify(row)}\n`);
  return isKept(work, measured) ?? true;
}
