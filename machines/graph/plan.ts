import { isRefusal } from '../chart/cases.ts';
import { failures, type Edge, type Graph, type Node, type Step } from './explore.ts';
import { leavingOf, shortest } from './ways.ts';

/** One walk through a flow, from a start to an end. */
export interface Path {
  /** Stable while the chart and its cases are unchanged: the flow and a number. */
  readonly id: string;
  readonly edges: readonly Edge[];
}

/** What a plan must cover: every transition of the chart, and every outcome of every call in every state. */
export function goalsOf(graph: Graph): ReadonlySet<string> {
  return new Set(graph.edges.flatMap((edge) => goalsOfEdge(graph, edge)));
}

/** The goals that an edge covers. */
export function goalsOfEdge(graph: Graph, { from, step, fired }: Edge): readonly string[] {
  const state = from === null ? '' : (graph.nodes.get(from)?.state ?? '');
  return [...fired, ...outcomeGoal(state, step)];
}

function outcomeGoal(state: string, step: Step): readonly string[] {
  if (step.kind === 'start') return [`start ${step.name}`];
  return step.kind === 'outcome' ? [`${state} · ${step.actor} = ${step.outcome}`] : [];
}

const goodCases = new WeakMap<Graph, readonly Edge[] | null>();

/**
 * The case in which everything goes well, as the case tables name it: the shortest path from its start to its end by
 * presses, time, and answers that refuse nothing. Null if the tables name none.
 */
export function goodCaseOf(graph: Graph): readonly Edge[] | null {
  const known = goodCases.get(graph);
  if (known !== undefined) return known;
  const found = findGoodCase(graph);
  goodCases.set(graph, found);
  return found;
}

function findGoodCase(graph: Graph): readonly Edge[] | null {
  const { good } = graph.cases;
  const start = graph.edges.find(
    ({ from, step }) => from === null && step.kind === 'start' && step.name === good?.start,
  );
  if (good === undefined || start === undefined) return null;
  const way: Edge[] = [start];
  for (const state of good.through === undefined ? [good.end] : [good.through, good.end]) {
    const next = shortest(
      way.at(-1)?.to ?? '',
      leavingOf(graph),
      ({ to }) => graph.nodes.get(to)?.state === state,
      (edge) => isGranted(graph, edge),
    );
    if (next === null) return null;
    way.push(...next);
  }
  return way;
}

/** Whether nothing goes wrong in a step. */
function isGranted({ cases }: Graph, { step }: Edge): boolean {
  if (step.kind !== 'outcome') return true;
  return !(step.outcome in failures) && !isRefusal(cases.outcomes[step.actor]?.[step.outcome]?.reply);
}

/** After this many steps a path heads for an end: a person who walks it by hand must not lose track. */
const longEnough = 16;

/**
 * The paths that cover every goal. Each begins at the start nearest to an uncovered goal, goes on to the next uncovered
 * one, and then takes the shortest path to an end. A path whose goals are all covered by others is dropped. The first
 * is the good case, whatever else covers it. The same graph gives the same plan.
 */
export function plan(graph: Graph): readonly Path[] {
  const leaving = leavingOf(graph);
  const goals = new Map(graph.edges.map((edge) => [edge, goalsOfEdge(graph, edge)]));
  const uncovered = new Set([...goals.values()].flat());
  const covers = (edge: Edge): boolean => goals.get(edge)?.some((goal) => uncovered.has(goal)) === true;
  const take = (path: Edge[], edges: readonly Edge[]): void => {
    path.push(...edges);
    for (const edge of edges) goals.get(edge)?.forEach((goal) => uncovered.delete(goal));
  };

  const paths: Edge[][] = [];
  const good = goodCaseOf(graph);
  if (good !== null) {
    const path: Edge[] = [];
    take(path, good);
    paths.push(path);
  }
  const starts = graph.edges.filter(({ from }) => from === null);
  for (let start = nearest(starts, leaving, covers); start !== null; start = nearest(starts, leaving, covers)) {
    const path: Edge[] = [];
    take(path, [start]);
    for (
      let next = shortest(start.to, leaving, covers);
      next !== null && path.length < longEnough;
      next = shortest(endOf(path), leaving, covers)
    )
      take(path, next);
    take(path, toEnd(graph, endOf(path), leaving));
    paths.push(path);
  }
  const always = good === null ? 0 : 1;
  const kept = withoutRedundant(goals, paths, always);
  // Paths from a fresh start come first.
  const others = kept
    .slice(always)
    .toSorted(([one], [other]) => starts.indexOf(one as Edge) - starts.indexOf(other as Edge));
  return [...kept.slice(0, always), ...others].map((edges, index) => ({
    id: `${graph.id}-${String(index + 1).padStart(2, '0')}`,
    edges,
  }));
}

/**
 * The start with the shortest path to an uncovered goal, or that is one itself; the first of equals. Null if all are
 * covered.
 */
function nearest(
  starts: readonly Edge[],
  leaving: ReadonlyMap<string, readonly Edge[]>,
  covers: (edge: Edge) => boolean,
): Edge | null {
  let found: Edge | null = null;
  let least = Infinity;
  for (const start of starts) {
    const steps = covers(start) ? 0 : (shortest(start.to, leaving, covers)?.length ?? Infinity);
    if (steps < least) [found, least] = [start, steps];
  }
  return found;
}

function endOf(path: readonly Edge[]): string {
  return path.at(-1)?.to ?? '';
}

function toEnd(graph: Graph, from: string, leaving: ReadonlyMap<string, readonly Edge[]>): readonly Edge[] {
  const isEnd = (node: Node | undefined): boolean =>
    node?.status === 'done' || node?.tags.includes('terminal') === true;
  if (isEnd(graph.nodes.get(from))) return [];
  return shortest(from, leaving, (edge) => isEnd(graph.nodes.get(edge.to))) ?? [];
}

/** Drops the paths whose goals are all covered by other paths, newest first; never the first `always` ones. */
function withoutRedundant(
  goalsOf: ReadonlyMap<Edge, readonly string[]>,
  paths: readonly Edge[][],
  always: number,
): readonly Edge[][] {
  const counts = new Map<string, number>();
  const goals = paths.map((path) => new Set(path.flatMap((edge) => goalsOf.get(edge) ?? [])));
  for (const set of goals) for (const goal of set) counts.set(goal, (counts.get(goal) ?? 0) + 1);
  const kept = new Set(paths.keys());
  for (const index of [...paths.keys()].slice(always).reverse()) {
    const own = [...(goals[index] ?? [])];
    if (!own.every((goal) => (counts.get(goal) ?? 0) > 1)) continue;
    own.forEach((goal) => counts.set(goal, (counts.get(goal) ?? 0) - 1));
    kept.delete(index);
  }
  return paths.filter((_, index) => kept.has(index));
}
