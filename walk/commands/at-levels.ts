// Walks what was chosen at each level, and keeps what the levels report, also of a run that ends early.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { again, command } from './again.ts';
import { expectPaths, fileOfWalk, flowOfWalk, saidOf, type Chosen } from './chosen.ts';
import type { Options } from './options.ts';
import { makePlace, writeReports, type WalkFacts } from './report-files.ts';
import type { Drive } from './run-levels.ts';
import { canWalk, cellsOf } from '#walk/paths/cells.ts';
import { writeCoverage } from '#walk/paths/coverage.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import {
  matrixNames,
  type BrowserOptions,
  type CellWalk,
  type Level,
  type LevelReport,
  type MatrixName,
  type Walked,
} from '#walk/paths/report.ts';

/** The parsed command and its tools. */
export interface Run {
  /** The command as it was given. */
  readonly parameters: readonly string[];
  readonly options: Options;
  readonly chosen: Chosen;
  readonly print: (text: string) => void;
  readonly drive: Drive;
}

export interface WalkListeners {
  readonly onWalked: (walked: Walked, level: Level) => unknown;
  readonly onCell: (walked: Walked, level: Level) => unknown;
}

/** What the levels reported, and the files of coverage that were written. */
export interface WalkedLevels {
  readonly reports: readonly LevelReport[];
  readonly coverage: readonly string[];
}

/**
 * Walks at each level and writes the requested reports. If a level ends early, they have what was walked until then and
 * its end as one more failure, and the error is thrown. Throws a `UsageError` if there is nothing to walk.
 */
export async function walkAtLevels(run: Run, listeners: WalkListeners): Promise<WalkedLevels> {
  const { options, chosen, print } = run;
  const planned = levelsOf(options).map((level) => ({ level, cells: cellsAt(run, level) }));
  expectPaths(chosen, options);
  makeFolders(options);
  // A run that is killed must not leave an older report behind, which looks like its own.
  makePlace(options.reports);
  const reports: LevelReport[] = [];
  let broken: { readonly error: unknown } | null = null;
  for (const { level, cells } of planned) {
    const { report, error } = await walkAt(run, level, cells, listeners);
    reports.push(report);
    broken = error;
    if (broken !== null) break;
  }
  try {
    const coverage = keep(run, reports);
    if (broken === null) return { reports, coverage };
  } catch (error) {
    if (broken === null) throw error;
    print((error as Error).message);
  }
  throw broken.error;
}

async function walkAt(
  { options, chosen, drive }: Run,
  level: Level,
  cells: readonly CellWalk[],
  { onWalked, onCell }: WalkListeners,
): Promise<{ readonly report: LevelReport; readonly error: { readonly error: unknown } | null }> {
  const began = performance.now();
  const walked: Walked[] = [];
  const walkedCells: Walked[] = [];
  try {
    const report = await drive(level, {
      ...toWatch(options),
      walks: chosen.walks,
      cells,
      onWalked: (each) => {
        walked.push(each);
        onWalked(each, level);
      },
      onCell: (each) => {
        walkedCells.push(each);
        onCell(each, level);
      },
    });
    return { report, error: null };
  } catch (error) {
    const message = `The level ended early: ${error instanceof Error ? error.message : String(error)}`;
    walked.push({ id: level, steps: 0, seconds: 0, failure: { at: 0, message } });
    const seconds = (performance.now() - began) / 1000;
    return { report: { level, walked, cells: walkedCells, seconds }, error: { error } };
  }
}

function keep(run: Run, reports: readonly LevelReport[]): readonly string[] {
  const { options, chosen } = run;
  writeReports(options.reports, reports, ({ level }, { id }) => factsOf(run, id, level));
  return options.coverage === null
    ? []
    : writeCoverage(options.coverage, chosen.walks, reports, new Date().toISOString());
}

/** Whether a failure belongs to no single walk: it has the name of its level as its id. */
function isOfLevel(id: string, level: Level): boolean {
  return id === level;
}

function factsOf(run: Run, id: string, level: Level): WalkFacts {
  const { chosen } = run;
  const flow = isOfLevel(id, level) ? level : flowOfWalk(chosen, id);
  return { flow, title: saidOf(chosen, id), again: againOf(run, id, level) };
}

/** The command that repeats a walk; the whole command for what belongs to no single walk. */
export function againOf(
  { parameters, options, chosen }: Pick<Run, 'parameters' | 'options' | 'chosen'>,
  id: string,
  level: Level,
): string {
  const { lang, replay } = options;
  return isOfLevel(id, level) ? command(parameters) : again(id, level, { lang, replay, file: fileOfWalk(chosen, id) });
}

/** The cells to walk at a level. Throws a `UsageError` if one that was named can't be walked there. */
function cellsAt({ options, chosen }: Run, level: Level): readonly CellWalk[] {
  const impossible = chosen.cells.find((walk) => !canWalk(level, walk));
  if (impossible !== undefined)
    throw new UsageError(
      `"${impossible.cell.id}" can't be walked at the level ${level}: nobody can press twice what happens elsewhere. --level machine,component walks it.`,
    );
  const named = new Set(chosen.cells.map(({ cell }) => cell.id));
  const ofFlows = chosen.whole.flatMap((cases) => cellsOf(cases, options.matrices ?? usualMatrices(level)));
  return [...chosen.cells, ...ofFlows.filter(({ cell }) => !named.has(cell.id))];
}

/** The levels to walk at. */
export function levelsOf({ levels }: Options): readonly Level[] {
  return levels.length === 0 ? ['machine'] : levels;
}

/** The matrices that are walked by default: in a browser each cell takes seconds. */
function usualMatrices(level: Level): readonly MatrixName[] {
  return level === 'browser' ? [] : matrixNames;
}

/** The options that a driver is given as they are. */
export function toWatch({
  lang,
  headed,
  slow,
  pause,
  screens,
  trace,
}: Options): Omit<BrowserOptions, 'walks' | 'cells' | 'onWalked' | 'onCell'> {
  return { culture: lang, headed, slow, pause, screens, trace };
}

/** Makes the folders that a run writes into. Throws a `UsageError` if one can't be: otherwise an hour later. */
export function makeFolders({ trace, coverage, screens }: Options): void {
  for (const [option, folder] of Object.entries({ '--trace': trace, '--coverage': coverage, '--screens': screens })) {
    if (folder === null) continue;
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
    } catch (error) {
      throw new UsageError(`${option} can't write into ${folder}: ${(error as Error).message}`);
    }
  }
}
