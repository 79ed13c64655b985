import type { Edge, Graph, Node, Step } from './explore.ts';
import { leavingOf, shortest } from './ways.ts';

/** One walk through a flow, from a start to an end. */
export interface Path {
  /** Stable as long as the chart and its cases are: the flow and a number. */
  readonly id: string;
  readonly edges: readonly Edge[];
}

/** What a plan has to cover: every transition of the chart, every outcome of every call in every state. */
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

/** From this many steps on a path heads for an end: a person who walks it by hand must not lose the thread. */
const longEnough = 16;

/**
 * The paths that cover every goal: from a start always on to the nearest uncovered goal, then the shortest way to an end;
 * a path whose goals others cover too is dropped. The same graph gives the same plan.
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
  for (const start of graph.edges.filter(({ from }) => from === null)) {
    for (;;) {
      const fresh = covers(start);
      const ahead = fresh ? [] : shortest(start.to, leaving, covers);
      if (!fresh && ahead === null) break;
      const path: Edge[] = [];
      take(path, [start]);
      for (let next = shortest(start.to, leaving, covers); next !== null && path.length < longEnough; next = shortest(endOf(path), leaving, covers)) take(path, next);
      take(path, toEnd(graph, endOf(path), leaving));
      paths.push(path);
    }
  }
  return withoutRedundant(goals, paths).map((edges, index) => ({ id: `${graph.id}-${String(index + 1).padStart(2, '0')}`, edges }));
}

function endOf(path: readonly Edge[]): string {
  return path.at(-1)?.to ?? '';
}

function toEnd(graph: Graph, from: string, leaving: ReadonlyMap<string, readonly Edge[]>): readonly Edge[] {
  const isEnd = (node: Node | undefined): boolean => node?.status === 'done' || node?.tags.includes('terminal') === true;
  if (isEnd(graph.nodes.get(from))) return [];
  return shortest(from, leaving, (edge) => isEnd(graph.nodes.get(edge.to))) ?? [];
}

/** Drops, last made first, the paths whose every goal another path covers too. */
function withoutRedundant(goalsOf: ReadonlyMap<Edge, readonly string[]>, paths: readonly Edge[][]): readonly Edge[][] {
  const counts = new Map<string, number>();
  const goals = paths.map((path) => new Set(path.flatMap((edge) => goalsOf.get(edge) ?? [])));
  for (const set of goals) for (const goal of set) counts.set(goal, (counts.get(goal) ?? 0) + 1);
  const kept = new Set(paths.keys());
  for (const index of [...paths.keys()].reverse()) {
    const own = [...(goals[index] ?? [])];
    if (!own.every((goal) => (counts.get(goal) ?? 0) > 1)) continue;
    own.forEach((goal) => counts.set(goal, (counts.get(goal) ?? 0) - 1));
    kept.delete(index);
  }
  return paths.filter((_, index) => kept.has(index));
}
