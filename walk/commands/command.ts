import { apart, cellLine, cellsOf } from '#walk/paths/cells.ts';
import { again, againGenerated, asParameter, command, type Meant } from './again.ts';
import { choose, flowOfWalk, narrowed, saidOf, titleOf, type Chosen } from './chosen.ts';
import { join } from 'node:path';
import { traceFile } from '#walk/browser/trace.ts';
import { expectOwnCoverage, writeCoverage } from '#walk/paths/coverage.ts';
import { figuresOf, flowList, levelFigures, passedEdges } from '#walk/paths/figures.ts';
import { isWanted } from '#walk/paths/find.ts';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { generate, generatedLines, type GeneratedRun } from '#walk/generators/generate.ts';
import { sharedTime, type WalkGenerator } from '#walk/generators/notation.ts';
import { help } from './help.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import { parseOptions, type Options } from './options.ts';
import { pathsOfLog, readLog } from '#walk/paths/replay.ts';
import {
  failuresOf,
  matrixNames,
  type BrowserOptions,
  type Culture,
  type Level,
  type LevelReport,
  type MatrixName,
  type Walk,
  type Walked,
} from '#walk/paths/report.ts';
import { runLevel, type Drive } from './run-levels.ts';
import { expectOwnFiles, writeReports } from './report-files.ts';
import { counted } from '#walk/paths/words-of.ts';
import { isFile, savePaths } from '#walk/paths/saved.ts';
import { actCount, scriptOf } from '#walk/script/script.ts';
import { formatted } from '#walk/script/formats.ts';
import { wordsIn } from '#walk/script/languages/languages.ts';

type Print = (text: string) => void;

/** The parsed command and its tools. */
interface Run {
  readonly options: Options;
  readonly chosen: Chosen;
  readonly print: Print;
  readonly drive: Drive;
}

/** Runs the command and returns its exit code. Throws a `UsageError` for parameters that it does not know. */
export async function run(parameters: readonly string[], print: Print, drive: Drive = runLevel): Promise<number> {
  const options = parseOptions(parameters);
  if (options.help) {
    print(help);
    return 0;
  }
  expectUse(options);
  if (options.replay !== null) {
    const walks = pathsOfLog(readLog(options.replay), flows, graphOf);
    const chosen: Chosen = { flows: [...new Set(walks.map(({ graph }) => graph.cases))], whole: [], walks, cells: [] };
    return options.summary
      ? summarize({ options, chosen, print, drive })
      : walkAndTell({ options, chosen, print, drive });
  }
  if (options.guide) return guided(options, print);
  const asked: Run = { options, chosen: narrowed(choose(options.names), options), print, drive };
  if (options.save !== null) {
    savePaths(options.save, asked.chosen.walks, (walk) => titleOf(walk, options.lang));
    print(savedSentence(options, asked.chosen.walks.length));
  }
  if (options.generator !== null) return walkGenerated(asked, options.generator);
  if (options.summary) return summarize(asked);
  if (options.levels.length > 0) return walkAndTell(asked);
  tell(asked);
  return 0;
}

/** Throws if a requested report would stay empty, or would overwrite something else. */
function expectUse(options: Options): void {
  const { reports, coverage } = options;
  const name = reports.length > 0 ? '--report' : coverage === null ? null : '--coverage';
  if (name === null) return;
  const why = whyNothingIsReported(options);
  if (why !== null) throw new UsageError(`${name} is about walks that were planned, ${why}`);
  expectOwnFiles(reports);
  if (coverage !== null) expectOwnCoverage(coverage, levelsOf(options));
}

function whyNothingIsReported({ levels, summary, replay, generator, guide }: Options): string | null {
  if (guide) return 'and a guided walk has a report of its own (--into).';
  if (generator !== null) return 'and a generator makes its own.';
  return levels.length > 0 || summary || replay !== null ? null : 'and nothing is walked: --level says where.';
}

/** What was saved, and the command that walks it again. */
function savedSentence({ save, levels, lang }: Options, count: number): string {
  const file = asParameter(save ?? '');
  const walks = command([
    file,
    '--level',
    levels.length === 0 ? 'browser' : levels.join(','),
    ...(lang === 'en-US' ? [] : ['--lang', lang]),
  ]);
  return `${counted(count, 'path')} saved in ${save}. ${command([file])} shows ${count === 1 ? 'it' : 'them'}; ${walks} walks ${count === 1 ? 'it' : 'them'} again.`;
}

/** Guides a tester through paths. Browser and database are loaded only here. */
async function guided(options: Options, print: Print): Promise<number> {
  const { names, lang, headless, slow, into } = options;
  if (names.length === 0)
    throw new UsageError('guide wants the path to walk, such as npm run walk -- guide sign-in-01.');
  const { walks, cells } = narrowed(choose(names), options);
  if (cells.length > 0)
    throw new UsageError(
      `A tester is led through paths; "${cells[0]?.cell.id}" is a cell. npm run walk -- ${cells[0]?.cell.id} walks it.`,
    );
  const { guideInBrowser } = await import('#walk/guide/guide-in-browser.ts');
  return (await guideInBrowser(
    {
      walks: walks.map((walk) => ({
        ...walk,
        title: titleOf(walk),
        again: again(walk.path.id, 'browser', meantBy(options)),
      })),
      culture: lang,
      headless,
      slow,
      into,
    },
    print,
  ))
    ? 0
    : 1;
}

/** Prints what was requested without walking: flows, the paths or cells of one flow, or scripts. */
function tell({ options, chosen, print }: Run): void {
  const { flows: named, whole, walks, cells } = chosen;
  const { names, format, matrices } = options;
  if (matrices !== null || cells.length > 0) {
    const all = [...cells, ...whole.flatMap((cases) => cellsOf(cases, matrices ?? []))];
    print(
      format === 'json'
        ? JSON.stringify(
            all.map(({ matrix, cell }) => ({ id: cell.id, matrix, apart: apart(cell.id), to: cell.to })),
            null,
            2,
          )
        : all.map(cellLine).join('\n'),
    );
  } else if (isListed(options) && format === null) {
    print(walks.length === 0 ? 'No path is like that.' : pathLines(walks, options.lang));
  } else if (walks.length > 0 && (isListed(options) || (names.length > 0 && (whole.length === 0 || format !== null)))) {
    print(
      formatted(
        walks.map((walk) => scriptOf(walk.graph, walk.path, options.lang, titleOf(walk))),
        format ?? 'md',
      ),
    );
  } else if (names.length === 0) {
    const figures = named.map((cases) =>
      figuresOf(
        cases,
        pathsOf(cases).flatMap(({ edges }) => edges),
      ),
    );
    print(format === 'json' ? JSON.stringify(figures, null, 2) : flowList(figures));
  } else {
    print(pathLines(walks, options.lang));
  }
}

/**
 * Whether paths were searched for, and not named one by one: they are listed, or printed as scripts if a format was
 * given.
 */
function isListed({ names, wanted, byHand }: Options): boolean {
  return isWanted(wanted) || (byHand && !names.some((name) => /-\d+$/.test(name)));
}

function pathLines(walks: readonly Walk[], culture: Culture): string {
  const { listed } = wordsIn(culture);
  return walks.map((walk) => listed(walk.path.id, titleOf(walk, culture), actCount(walk.path))).join('\n');
}

/** One object with all figures; walks on the machines if no level was named. */
async function summarize(asked: Run): Promise<number> {
  const { options, chosen, print } = asked;
  const reports = await walkAtLevels(asked, { onWalked: () => {}, onCell: () => {} });
  const figures = chosen.flows.map((cases) =>
    figuresOf(
      cases,
      passedEdges(
        chosen.walks.filter(({ graph }) => graph.cases === cases),
        reports,
      ),
    ),
  );
  const summary = { flows: figures, levels: reports.map(levelFigures) };
  print(
    options.format === 'json'
      ? JSON.stringify(summary, null, 2)
      : [flowList(figures), ...reports.map((report) => sentence(report))].join('\n'),
  );
  return isSound(reports) && figures.every(({ problems }) => problems.length === 0) ? 0 : 1;
}

async function walkAndTell(asked: Run): Promise<number> {
  const { options, chosen, print } = asked;
  const isSingle = chosen.cells.length > 0;
  const reports = await walkAtLevels(asked, {
    onWalked: (walked, level) => print(line(walked, asked, level)),
    // Hundreds of cells would hide the paths; those in a browser take so long that each is reported.
    onCell: (walked, level) =>
      (isSingle || walked.failure !== null || options.levels.includes('browser')) && print(line(walked, asked, level)),
  });
  for (const report of reports) print(sentence(report, chosen.whole.length > 0));
  if (options.coverage !== null)
    print(writeCoverage(options.coverage, chosen.walks, reports, new Date().toISOString()).join('\n'));
  return isSound(reports) ? 0 : 1;
}

interface WalkListeners {
  readonly onWalked: (walked: Walked, level: Level) => unknown;
  readonly onCell: (walked: Walked, level: Level) => unknown;
}

async function walkAtLevels(
  { options, chosen, drive }: Run,
  { onWalked, onCell }: WalkListeners,
): Promise<readonly LevelReport[]> {
  const reports: LevelReport[] = [];
  for (const level of levelsOf(options)) {
    const cells = [
      ...chosen.cells,
      ...chosen.whole.flatMap((cases) => cellsOf(cases, options.matrices ?? usualMatrices(level))),
    ];
    reports.push(
      await drive(level, {
        ...toWatch(options),
        walks: chosen.walks,
        cells,
        onWalked: (walked) => void onWalked(walked, level),
        onCell: (walked) => void onCell(walked, level),
      }),
    );
  }
  writeReports(options.reports, reports, ({ level }, { id }) => ({
    flow: flowOfWalk(chosen, id),
    title: saidOf(chosen, id),
    again: again(id, level, meantBy(options)),
  }));
  return reports;
}

function levelsOf({ levels }: Options): readonly Level[] {
  return levels.length === 0 ? ['machine'] : levels;
}

/** The matrices that are walked by default: in a browser each cell takes seconds. */
function usualMatrices(level: Level): readonly MatrixName[] {
  return level === 'browser' ? [] : matrixNames;
}

/** How this command selected its walks, so that one of them can be repeated. */
function meantBy({ lang, replay, names }: Options): Meant {
  return { lang, replay, file: names.find(isFile) ?? null };
}

function toWatch({
  lang,
  headed,
  slow,
  pause,
  screens,
  trace,
}: Options): Omit<BrowserOptions, 'walks' | 'cells' | 'onWalked' | 'onCell'> {
  return { culture: lang, headed, slow, pause, screens, trace };
}

function isSound(reports: readonly LevelReport[]): boolean {
  return reports.every((report) => failuresOf(report).length === 0);
}

function line({ id, steps, seconds, failure }: Walked, { options, chosen }: Run, level: Level): string {
  if (failure === null) return `✓ ${id} (${counted(steps, 'step')}, ${seconds.toFixed(3)} s)`;
  const title = saidOf(chosen, id);
  const trace =
    options.trace === null || level !== 'browser'
      ? []
      : [`  trace: npx playwright-core show-trace '${join(options.trace, traceFile(id))}'`];
  return [
    `✗ ${id}${title === '' ? '' : ` (${title})`}: ${failure.message}`,
    ...trace,
    `  again: ${again(id, level, meantBy(options))}`,
  ].join('\n');
}

function sentence(report: LevelReport, hadMatrices = false): string {
  const { level, paths, steps, pathsSeconds, cells, cellsSeconds, failed, seconds } = levelFigures(report);
  const hint = level === 'browser' && hadMatrices && cells === 0 ? ' (--matrix all walks them)' : '';
  return `${level}: ${counted(paths, 'path')}, ${counted(steps, 'step')} in ${pathsSeconds} s, ${counted(cells, 'cell')}${hint} in ${cellsSeconds} s, ${failed} failed, ${seconds} s together`;
}

/**
 * Walks what the generator makes, at each level, and stops at the first failure with the seed and the shortest walk
 * that fails the same way.
 */
async function walkGenerated({ options, chosen, print, drive }: Run, generator: WalkGenerator): Promise<number> {
  const seed = options.seed ?? Date.now() % 1_000_000;
  const runs: GeneratedRun[] = [];
  for (const level of levelsOf(options)) {
    const made = await generate(
      level,
      {
        generator: sharedTime(generator, chosen.flows.length * levelsOf(options).length),
        seed,
        flows: chosen.flows,
        onProgress: options.format === 'json' ? () => {} : print,
      },
      (walks) => drive(level, { ...toWatch(options), cells: [], onCell: () => {}, ...walks }),
    );
    runs.push(made);
    if (options.format !== 'json') print(generatedLines(made).join('\n'));
    if (made.failure !== null && options.format !== 'json')
      print(`again: ${againGenerated(made.failure.flow, level, { text: options.generatorText, seed })}`);
    if (made.failure !== null) break;
  }
  if (options.format === 'json') print(JSON.stringify({ generated: runs }, null, 2));
  return runs.every(({ failure }) => failure === null) ? 0 : 1;
}
