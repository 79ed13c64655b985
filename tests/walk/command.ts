import type { AnyCases, Edge, Graph } from '#machines/graph/explore.ts';
import { stepLabel } from '#machines/graph/explore.ts';
import { titleOf } from '#machines/graph/document.ts';
import { figuresOf, flowList, levelFigures, passedEdges } from './figures.ts';
import { flows, graphOf, hostGraphOf, pathsOf } from './flows.ts';
import { walksOf } from './generators.ts';
import { help } from './help.ts';
import { unknown } from './nearest.ts';
import type { WalkGenerator } from './notation.ts';
import { parseOptions, type Options } from './options.ts';
import { pathsOfLog, readLog } from './replay.ts';
import { failuresOf, type BrowserOptions, type Level, type LevelReport, type Walk, type Walked } from './report.ts';
import { runCells, runLevel } from './run-levels.ts';
import { scriptOf } from './script.ts';
import { formatted } from './script-formats.ts';
import { shrink } from './shrink.ts';

type Print = (text: string) => void;

/** What walks at a level; another one in tests. */
type Drive = typeof runLevel;

/** What the names on the command line mean: flows, or single paths. */
interface Chosen {
  readonly flows: readonly AnyCases[];
  readonly walks: readonly Walk[];
  /** Whether paths were named one by one. */
  readonly single: boolean;
}

/** Runs the command and returns its exit code. Throws a `UsageError` for what it doesn't understand. */
export async function run(parameters: readonly string[], print: Print, drive: Drive = runLevel): Promise<number> {
  const options = parseOptions(parameters);
  if (options.help) {
    print(help);
    return 0;
  }
  if (options.replay !== null) return walkAndTell(options, pathsOfLog(readLog(options.replay), flows, graphOf), print, drive);
  const chosen = choose(options.names);
  if (options.generator !== null) return generate(options, options.generator, chosen.flows, print, drive);
  if (options.summary) return summarize(options, chosen, print, drive);
  if (options.levels.length > 0) return walkAndTell(options, chosen.walks, print, drive, !chosen.single);
  tell(options, chosen, print);
  return 0;
}

function choose(names: readonly string[]): Chosen {
  const all = names.length === 0 ? flows.map(({ machine }) => machine.id) : names;
  const found = all.map(find);
  return { flows: [...new Set(found.map(({ cases }) => cases))], walks: found.flatMap(({ walks }) => walks), single: found.some(({ single }) => single) };
}

function find(name: string): { readonly cases: AnyCases; readonly walks: readonly Walk[]; readonly single: boolean } {
  const walksIn = (cases: AnyCases): readonly Walk[] => pathsOf(cases).map((path) => ({ graph: graphOf(cases), path }));
  const flow = flows.find(({ machine }) => machine.id === name);
  if (flow !== undefined) return { cases: flow, walks: walksIn(flow), single: false };
  for (const cases of flows) {
    const walk = walksIn(cases).find(({ path }) => path.id === name);
    if (walk !== undefined) return { cases, walks: [walk], single: true };
  }
  const near = flows.find(({ machine }) => new RegExp(`^${machine.id}-\\d+$`).test(name));
  if (near !== undefined) throw unknown('path', name, pathsOf(near).map(({ id }) => id));
  throw unknown('flow or path', name, flows.flatMap((cases) => [cases.machine.id, ...pathsOf(cases).map(({ id }) => id)]));
}

/** Flows, the paths of one flow, or scripts: what is asked for without walking. */
function tell(options: Options, { flows: chosen, walks, single }: Chosen, print: Print): void {
  const wanted = options.names.length > 0 && options.format !== null;
  if (single || wanted) {
    print(formatted(walks.map(({ graph, path }) => scriptOf(graph, path, options.lang, hostGraphOf(graph.cases))), options.format ?? 'md'));
  } else if (options.names.length === 0) {
    const figures = chosen.map((cases) => figuresOf(cases, pathsOf(cases).flatMap(({ edges }) => edges)));
    print(options.format === 'json' ? JSON.stringify(figures, null, 2) : flowList(figures));
  } else {
    print(walks.map(({ graph, path }) => `${path.id}: ${titleOf(graph, path)} (${path.edges.length - 1} steps)`).join('\n'));
  }
}

/** One object with all figures; walks on the machines where no level was named. */
async function summarize(options: Options, { flows: chosen, walks, single }: Chosen, print: Print, drive: Drive): Promise<number> {
  const levels: readonly Level[] = options.levels.length === 0 ? ['machine'] : options.levels;
  const reports = await runAll(levels, options, walks, () => {}, drive, !single);
  const figures = chosen.map((cases) => figuresOf(cases, passedEdges(walks.filter(({ graph }) => graph.cases === cases), reports)));
  const summary = { flows: figures, levels: reports.map(levelFigures) };
  print(options.format === 'json' ? JSON.stringify(summary, null, 2) : [flowList(figures), ...reports.map(sentence)].join('\n'));
  return reports.some((report) => failuresOf(report).length > 0) || figures.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

async function walkAndTell(options: Options, walks: readonly Walk[], print: Print, drive: Drive, cells = false): Promise<number> {
  const levels: readonly Level[] = options.levels.length === 0 ? ['machine'] : options.levels;
  const reports = await runAll(levels, options, walks, (walked) => print(line(walked)), drive, cells);
  for (const report of reports) {
    for (const { id, failure } of failuresOf(report)) if (id.endsWith('matrices')) print(`✗ ${id}: ${failure?.message ?? ''}`);
    print(sentence(report));
  }
  return reports.some((report) => failuresOf(report).length > 0) ? 1 : 0;
}

async function runAll(levels: readonly Level[], options: Options, walks: readonly Walk[], onWalked: (walked: Walked) => void, drive: Drive, cells: boolean): Promise<readonly LevelReport[]> {
  const reports: LevelReport[] = [];
  for (const level of levels) {
    const report = await drive(level, levelOptions(options, walks, onWalked));
    reports.push(level === 'machine' && cells ? await runCells(report, new Set(walks.map(({ graph }) => graph.id))) : report);
  }
  return reports;
}

function levelOptions({ lang, headed, slow, pause, screens }: Options, walks: readonly Walk[], onWalked: (walked: Walked) => void): BrowserOptions {
  return { walks, culture: lang, headed, slow, pause, screens, onWalked };
}

function line({ id, steps, seconds, failure }: Walked): string {
  return failure === null ? `✓ ${id} (${steps} steps, ${seconds.toFixed(3)} s)` : `✗ ${id}: ${failure.message}`;
}

function sentence(report: LevelReport): string {
  const { level, paths, steps, cells, failed, seconds } = levelFigures(report);
  return `${level}: ${paths} paths, ${steps} steps, ${cells} cells, ${failed} failed, ${seconds} s`;
}

/** Walks as the generator goes, and ends at the first failure with the seed and the shortest walk that fails the same way. */
async function generate(options: Options, generator: WalkGenerator, chosen: readonly AnyCases[], print: Print, drive: Drive): Promise<number> {
  const seed = options.seed ?? Date.now() % 1_000_000;
  const level = options.levels[0] ?? 'machine';
  for (const cases of chosen) {
    const graph = graphOf(cases);
    const walks: Walk[] = [];
    const reports: LevelReport[] = [];
    for (const path of walksOf(graph, generator, seed, () => performance.now())) {
      walks.push({ graph, path });
      const report = await drive(level, levelOptions(options, [{ graph, path }], () => {}));
      reports.push(report);
      const [failed] = failuresOf(report);
      if (failed?.failure == null) continue;
      print(`✗ ${failed.failure.message}`);
      print(`seed ${seed}: the shortest walk that fails like this`);
      const short = await shortestFailure(options, level, graph, path.edges.slice(0, failed.failure.at + 1), drive);
      print(short.map((edge, index) => `  ${index}. ${stepLabel(edge.step)} → ${graph.nodes.get(edge.to)?.state ?? ''}`).join('\n'));
      return 1;
    }
    const figures = figuresOf(cases, passedEdges(walks, reports));
    const steps = walks.reduce((sum, { path }) => sum + path.edges.length - 1, 0);
    const seconds = reports.reduce((sum, report) => sum + report.seconds, 0);
    print(`${graph.id}: ${generator.name}, seed ${seed}: ${walks.length} walks, ${steps} steps, transitions ${figures.transitionsWalked}/${figures.transitions}, outcomes ${figures.outcomesWalked}/${figures.outcomes}, ${seconds.toFixed(3)} s`);
  }
  return 0;
}

async function shortestFailure(options: Options, level: Level, graph: Graph, edges: readonly Edge[], drive: Drive): Promise<readonly Edge[]> {
  return shrink(graph, edges, async (candidate) => {
    const report = await drive(level, levelOptions(options, [{ graph, path: { id: `${graph.id}-shortened`, edges: candidate } }], () => {}));
    return failuresOf(report)[0]?.failure?.at === candidate.length - 1;
  });
}
