import { check, type Finding } from '#machines/graph/check.ts';
import type { AnyCases, Edge, Graph } from '#machines/graph/explore.ts';
import { statesOf, transitionsOf } from '#machines/graph/internals.ts';
import { goalsOf, goalsOfEdge } from '#machines/graph/plan.ts';
import { columns } from './columns.ts';
import { graphOf, matricesFor, pathsOf, unsafeCalls } from './flows.ts';
import { failuresOf, type LevelReport, type Walk, type Walked } from './report.ts';

/** The figures of a flow; `…Walked` counts what a run's walks passed without a failure. */
export interface FlowFigures {
  readonly id: string;
  readonly states: number;
  readonly transitions: number;
  readonly transitionsWalked: number;
  readonly outcomes: number;
  readonly outcomesWalked: number;
  readonly paths: number;
  readonly steps: number;
  readonly problems: readonly Finding[];
}

/** The figures of one level's run. */
export interface LevelFigures {
  readonly level: string;
  readonly paths: number;
  readonly steps: number;
  readonly pathsFailed: number;
  /** How long walking the paths took. */
  readonly pathsSeconds: number;
  readonly cells: number;
  readonly cellsFailed: number;
  readonly cellsSeconds: number;
  readonly failed: number;
  /** What failed and why. */
  readonly failures: readonly { readonly id: string; readonly message: string }[];
  /** How long everything took, including opening the level. */
  readonly seconds: number;
}

/** The edges that a flow's walks passed at every level, up to the first failure of each. */
export function passedEdges(walks: readonly Walk[], reports: readonly LevelReport[]): readonly Edge[] {
  const reached = new Map<string, number>();
  for (const { id, failure } of reports.flatMap((report) => report.walked))
    reached.set(id, Math.min(reached.get(id) ?? Infinity, failure?.at ?? Infinity));
  return walks.flatMap(({ path }) => path.edges.slice(0, reached.get(path.id) ?? 0));
}

/** A flow's figures, given the edges that were passed. */
export function figuresOf(cases: AnyCases, passed: readonly Edge[]): FlowFigures {
  const graph = graphOf(cases);
  const paths = pathsOf(cases);
  const { transitions, outcomes } = goalKinds(graph, goalsOf(graph));
  const walked = goalKinds(graph, new Set(passed.flatMap((edge) => goalsOfEdge(graph, edge))));
  return {
    id: graph.id,
    states: statesOf(cases.machine).length,
    transitions: transitions.length,
    transitionsWalked: walked.transitions.length,
    outcomes: outcomes.length,
    outcomesWalked: walked.outcomes.length,
    paths: paths.length,
    steps: paths.reduce((sum, { edges }) => sum + edges.length - 1, 0),
    problems: check(graph, unsafeCalls, matricesFor(cases)),
  };
}

function goalKinds(
  graph: Graph,
  goals: ReadonlySet<string>,
): { readonly transitions: readonly string[]; readonly outcomes: readonly string[] } {
  const transitions = new Set(transitionsOf(graph.cases.machine).map(({ id }) => id));
  const all = [...goals];
  return {
    transitions: all.filter((goal) => transitions.has(goal)),
    outcomes: all.filter((goal) => goal.includes(' = ')),
  };
}

export function levelFigures(report: LevelReport): LevelFigures {
  const { level, walked, cells = [], seconds } = report;
  return {
    level,
    paths: walked.length,
    steps: sum(walked, ({ steps }) => steps),
    pathsFailed: failedIn(walked),
    pathsSeconds: sum(walked, (each) => each.seconds),
    cells: cells.length,
    cellsFailed: failedIn(cells),
    cellsSeconds: sum(cells, (each) => each.seconds),
    failed: failedIn(walked) + failedIn(cells),
    failures: failuresOf(report).map(({ id, failure }) => ({ id, message: failure?.message ?? '' })),
    seconds: rounded(seconds),
  };
}

function sum(walked: readonly Walked[], of: (walked: Walked) => number): number {
  return rounded(walked.reduce((total, each) => total + of(each), 0));
}

function failedIn(walked: readonly Walked[]): number {
  return walked.filter(({ failure }) => failure !== null).length;
}

/** Rounded to milliseconds, the precision of the clock. */
function rounded(seconds: number): number {
  return Number(seconds.toFixed(3));
}

/** The list of flows, as `npm run walk` prints it. */
export function flowList(figures: readonly FlowFigures[]): string {
  const head = ['flow', 'states', 'transitions', 'outcomes', 'paths', 'steps', 'coverage', 'problems'];
  const rows = figures.map((flow) => [
    flow.id,
    String(flow.states),
    `${flow.transitionsWalked}/${flow.transitions}`,
    `${flow.outcomesWalked}/${flow.outcomes}`,
    String(flow.paths),
    String(flow.steps),
    `${Math.floor((100 * (flow.transitionsWalked + flow.outcomesWalked)) / (flow.transitions + flow.outcomes))} %`,
    String(flow.problems.length),
  ]);
  return columns([head, ...rows]);
}
