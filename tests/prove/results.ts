// What a run has found so far, as lines of a file: a run that was interrupted is continued from it, and the figures of
// docs/reliability.md are made of it.
import { appendFileSync, readFileSync } from 'node:fs';
import { EXPERIMENTS } from './experiments.ts';
import { NAMES, type Name } from './experiment.ts';

/** The parameters of a run, and where it runs. */
export interface RunLine {
  readonly kind: 'run';
  readonly at: string;
  readonly seed: number;
  readonly short: boolean;
  /** How many hours a long run has; null for a short one. */
  readonly hours: number | null;
  readonly names: readonly Name[];
  /** The commit, with a `+` if files were changed since. */
  readonly revision: string;
  readonly machine: string;
}

/** A planted fault, and whether it was noticed. */
export interface FaultLine {
  readonly kind: 'fault';
  readonly name: Name;
  readonly fault: string;
  readonly noticed: boolean;
}

export interface TurnLine {
  readonly kind: 'turn';
  readonly name: Name;
  readonly cycle: number;
  readonly seconds: number;
  /** Of the machine during the last minute, at the end of the turn. */
  readonly load: number;
  readonly counts: Readonly<Record<string, number>>;
  /** In milliseconds. */
  readonly times: Readonly<Record<string, readonly number[]>>;
  readonly failure: string | null;
  /** Where what it left is kept; null if it did not fail. */
  readonly kept: string | null;
}

/** An experiment that could not be set up, or whose process ended by itself. */
export interface CrashLine {
  readonly kind: 'crash';
  readonly name: Name;
  readonly cycle: number;
  readonly failure: string;
}

/** What an experiment must have in the end. */
export interface NeedsLine extends Required {
  readonly kind: 'needs';
  readonly name: Name;
}

export type Found = FaultLine | TurnLine | CrashLine | NeedsLine;
export type Line = RunLine | Found;

export function writeLine(file: string, line: Line): void {
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** @throws Error if the file is not one of results */
export function readResults(file: string): { run: RunLine; found: Found[] } {
  const [first, ...found] = linesOf(readFileSync(file, 'utf8'));
  if (first?.kind !== 'run') throw new Error(`${file} does not begin as a file of results does`);
  return { run: first, found: found.filter((line) => line.kind !== 'run') };
}

/** The last line may be half written: its writer was killed. */
function linesOf(content: string): Line[] {
  const lines = content.split('\n').filter((line) => line !== '');
  return lines.flatMap((line, index) => {
    try {
      return [JSON.parse(line) as Line];
    } catch (error) {
      if (index === lines.length - 1) return [];
      throw error;
    }
  });
}

/** What came out for one experiment. */
export interface Summary {
  readonly name: Name;
  readonly turns: number;
  readonly seconds: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly times: Readonly<Record<string, readonly number[]>>;
  readonly highestLoad: number;
  readonly noticed: readonly string[];
  /** What was found, a line each, with what repeats it. */
  readonly failures: readonly string[];
}

/** What a line says went wrong; null if it says nothing of that. */
export function failureOf(line: Found): string | null {
  return line.kind === 'turn' || line.kind === 'crash' ? line.failure : null;
}

/** How the failure begins that a figure is zero. */
export const NOTHING_COUNTED = 'nothing was counted as';

const isOf = (name: Name) => (line: Found) => line.name === name;

/** Sums up one experiment; what is missing in it counts as a failure. */
export function summaryOf(name: Name, run: RunLine, found: readonly Found[], required: Required): Summary {
  const lines = found.filter(isOf(name));
  const turns = lines.filter((line) => line.kind === 'turn');
  const faults = lines.filter((line) => line.kind === 'fault');
  const counts: Record<string, number> = {};
  const times: Record<string, number[]> = {};
  for (const turn of turns) {
    for (const [figure, count] of Object.entries(turn.counts)) counts[figure] = (counts[figure] ?? 0) + count;
    for (const [figure, taken] of Object.entries(turn.times)) times[figure] = [...(times[figure] ?? []), ...taken];
  }
  const noticed = new Set(faults.filter((line) => line.noticed).map(({ fault }) => fault));
  const failures = [
    ...lines.flatMap((line) =>
      (line.kind === 'turn' || line.kind === 'crash') && line.failure !== null ? [told(line, run)] : [],
    ),
    ...faults.filter((line) => !line.noticed).map(({ fault }) => `the planted fault was not noticed: ${fault}`),
    ...required.faults
      .filter((fault) => !faults.some((line) => line.fault === fault))
      .map((fault) => `no fault was planted: ${fault}`),
    ...required.figures
      .filter((figure) => (counts[figure] ?? 0) === 0)
      .map((figure) => `${NOTHING_COUNTED}: ${figure}`),
  ];
  return {
    name,
    turns: turns.length,
    seconds: turns.reduce((sum, { seconds }) => sum + seconds, 0),
    counts,
    times,
    highestLoad: Math.max(0, ...turns.map(({ load }) => load)),
    noticed: [...noticed],
    failures,
  };
}

export interface Required {
  readonly figures: readonly string[];
  readonly faults: readonly string[];
}

function told(line: TurnLine | CrashLine, run: RunLine): string {
  const kept = line.kind === 'turn' && line.kept !== null ? `; what it left is in ${line.kept}` : '';
  return `${line.failure?.split('\n')[0]} (again: ${commandOf(line, run)}${kept})`;
}

/** The command that repeats one turn. */
export function commandOf({ name, cycle }: { name: Name; cycle: number }, { seed, short }: RunLine): string {
  return `npm run prove -- --only ${name} --seed ${seed} --cycle ${cycle}${short ? ' --short' : ''}`;
}

/** Where an experiment continues: the first cycle that was not done, and how many seconds it has used. */
export function progressOf(name: Name, found: readonly Found[]): { cycle: number; seconds: number } {
  const turns = found.filter(isOf(name)).filter((line) => line.kind === 'turn' || line.kind === 'crash');
  return {
    cycle: Math.max(-1, ...turns.map(({ cycle }) => cycle)) + 1,
    seconds: turns.reduce((sum, turn) => sum + (turn.kind === 'turn' ? turn.seconds : 0), 0),
  };
}

/** What every run of an experiment must have: as its process has said, or, if it has not begun, as it would say. */
export async function requiredOf(name: Name, found: readonly Found[]): Promise<Required> {
  const said = found.find((line) => line.kind === 'needs' && line.name === name);
  if (said?.kind === 'needs') return said;
  const listed = EXPERIMENTS.find((each) => each.name === name);
  if (listed === undefined) throw new Error(`there is no experiment ${name}`);
  const { figures, faults } = await listed.load();
  return { figures, faults };
}

export function isName(text: string): text is Name {
  return (NAMES as readonly string[]).includes(text);
}
