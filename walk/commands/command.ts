import { apart, cellLine, cellsOf } from '#walk/paths/cells.ts';
import { againGenerated, asParameter, command } from './again.ts';
import { againOf, levelsOf, makeFolders, toWatch, walkAtLevels, type Run } from './at-levels.ts';
import { choose, expectPaths, narrowed, saidOf, titleOf, type Chosen } from './chosen.ts';
import { join } from 'node:path';
import { traceFile } from '#walk/browser/trace.ts';
import { expectOwnCoverage } from '#walk/paths/coverage.ts';
import { figuresOf, flowList, levelFigures, passedEdges } from '#walk/paths/figures.ts';
import { isWanted } from '#walk/paths/find.ts';
import { flows, graphOf, pathsOf } from '#walk/paths/flows.ts';
import { generate, generatedLines, type GeneratedRun } from '#walk/generators/generate.ts';
import { sharedTime, type WalkGenerator } from '#walk/generators/notation.ts';
import { help } from './help.ts';
import { UsageError } from '#walk/paths/usage-error.ts';
import { parseOptions, type Options } from './options.ts';
import { pathsOfLog, readLog } from '#walk/paths/replay.ts';
import { failuresOf, type Culture, type Level, type LevelReport, type Walk, type Walked } from '#walk/paths/report.ts';
import { runLevel, type Drive } from './run-levels.ts';
import { expectOwnFiles } from './report-files.ts';
import { counted } from '#walk/paths/words-of.ts';
import { savePaths } from '#walk/paths/saved.ts';
import { actCount, scriptOf } from '#walk/script/script.ts';
import { formatted } from '#walk/script/formats.ts';
import { wordsIn } from '#walk/script/languages/languages.ts';

type Print = (text: string) => void;

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
    const replayed: Run = { parameters, options, chosen, print, drive };
    return options.summary ? summarize(replayed) : walkAndTell(replayed);
  }
  if (options.guide) return guided(parameters, options, print);
  const asked: Run = { parameters, options, chosen: narrowed(choose(options.names), options), print, drive };
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
async function guided(parameters: readonly string[], options: Options, print: Print): Promise<number> {
  const { names, lang, headless, slow, into } = options;
  if (names.length === 0)
    throw new UsageError('guide wants the path to walk, such as npm run walk -- guide sign-in-01.');
  const chosen = narrowed(choose(names), options);
  const { walks, cells } = chosen;
  if (cells.length > 0)
    throw new UsageError(
      `A tester is led through paths; "${cells[0]?.cell.id}" is a cell. npm run walk -- ${cells[0]?.cell.id} walks it.`,
    );
  expectPaths(chosen, options);
  const { guideInBrowser } = await import('#walk/guide/guide-in-browser.ts');
  return (await guideInBrowser(
    {
      walks: walks.map((walk) => ({
        ...walk,
        title: titleOf(walk),
        again: againOf({ parameters, options, chosen }, walk.path.id, 'browser'),
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
  } else if (isListed(options) && walks.length === 0 && format !== 'csv' && format !== 'json') {
    print('No path is like that.');
  } else if (isListed(options) && format === null) {
    print(pathLines(walks, options.lang));
  } else if (isListed(options) || (walks.length > 0 && names.length > 0 && (whole.length === 0 || format !== null))) {
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
  const isText = options.format !== 'json';
  const onFailed = (walked: Walked, level: Level): unknown =>
    isText && walked.failure !== null && print(line(walked, asked, level));
  const { reports, coverage } = await walkAtLevels(asked, { onWalked: onFailed, onCell: onFailed });
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
    isText
      ? [flowList(figures), ...reports.map((report) => sentence(report)), ...coverage].join('\n')
      : JSON.stringify(summary, null, 2),
  );
  return isSound(reports) && figures.every(({ problems }) => problems.length === 0) ? 0 : 1;
}

async function walkAndTell(asked: Run): Promise<number> {
  const { options, chosen, print } = asked;
  const isSingle = chosen.cells.length > 0;
  const { reports, coverage } = await walkAtLevels(asked, {
    onWalked: (walked, level) => print(line(walked, asked, level)),
    // Hundreds of cells would hide the paths; those in a browser take so long that each is reported.
    onCell: (walked, level) =>
      (isSingle || walked.failure !== null || options.levels.includes('browser')) && print(line(walked, asked, level)),
  });
  for (const report of reports) print(sentence(report, chosen.whole.length > 0));
  if (coverage.length > 0) print(coverage.join('\n'));
  return isSound(reports) ? 0 : 1;
}

function isSound(reports: readonly LevelReport[]): boolean {
  return reports.every((report) => failuresOf(report).length === 0);
}

function line({ id, steps, seconds, failure }: Walked, asked: Run, level: Level): string {
  if (failure === null) return `✓ ${id} (${counted(steps, 'step')}, ${seconds.toFixed(3)} s)`;
  const { options, chosen } = asked;
  const title = saidOf(chosen, id);
  const trace =
    options.trace === null || level !== 'browser'
      ? []
      : [`  trace: npx playwright-core show-trace '${join(options.trace, traceFile(id))}'`];
  return [
    `✗ ${id}${title === '' ? '' : ` (${title})`}: ${failure.message}`,
    ...trace,
    `  again: ${againOf(asked, id, level)}`,
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
  expectPaths(chosen, options);
  makeFolders(options);
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
      print(
        `again: ${againGenerated(made.failure.flow, level, { text: options.generatorText, seed, lang: options.lang })}`,
      );
    if (made.failure !== null) break;
  }
  if (options.format === 'json') print(JSON.stringify({ generated: runs }, null, 2));
  return runs.every(({ failure }) => failure === null) ? 0 : 1;
}
