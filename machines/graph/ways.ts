import type { Edge, Graph, Node } from './explore.ts';

/** The edges that leave each node, in the order in which they were found. */
export function leavingOf(graph: Graph): ReadonlyMap<string, readonly Edge[]> {
  const leaving = new Map<string, Edge[]>([...graph.nodes.keys()].map((key) => [key, []]));
  for (const edge of graph.edges) if (edge.from !== null) leaving.get(edge.from)?.push(edge);
  return leaving;
}

/** The fewest edges from `from` whose last one is `wanted`, breadth first; null where there are none. */
export function shortest(
  from: string,
  leaving: ReadonlyMap<string, readonly Edge[]>,
  wanted: (edge: Edge) => boolean,
  allowed: (edge: Edge) => boolean = () => true,
): readonly Edge[] | null {
  const reachedBy = new Map<string, Edge | null>([[from, null]]);
  const queue = [from];
  for (const key of queue) {
    for (const edge of leaving.get(key) ?? []) {
      if (!allowed(edge)) continue;
      if (wanted(edge)) return trace(edge, reachedBy);
      if (reachedBy.has(edge.to)) continue;
      reachedBy.set(edge.to, edge);
      queue.push(edge.to);
    }
  }
  return null;
}

function trace(last: Edge, reachedBy: ReadonlyMap<string, Edge | null>): readonly Edge[] {
  const path = [last];
  for (let edge = reachedBy.get(last.from ?? ''); edge != null; edge = reachedBy.get(edge.from ?? '')) path.push(edge);
  return path.reverse();
}

/** A node together with what a reload there would find stored, and the shortest way to it from a start. */
export interface Situation {
  readonly node: Node;
  /** The checkpoint that the actions on the way have stored; null where there is none. */
  readonly checkpoint: unknown;
  readonly through: readonly Edge[];
}

/**
 * Every node with every checkpoint that can be stored there. What is stored depends on the way and not on the node, so the
 * stored checkpoint is carried along from the starts: the one that a start goes on from, then what the actions say.
 */
export function situationsOf(graph: Graph): readonly Situation[] {
  const leaving = leavingOf(graph);
  const found = new Map<string, Situation>();
  const queue: Situation[] = [];
  const arrive = (before: Situation | null, stored: unknown, edge: Edge): void => {
    const checkpoint = storedAfter(stored, edge);
    const key = `${edge.to}${JSON.stringify(checkpoint)}`;
    const node = graph.nodes.get(edge.to);
    if (found.has(key) || node === undefined) return;
    const situation = { node, checkpoint, through: [...(before?.through ?? []), edge] };
    found.set(key, situation);
    queue.push(situation);
  };
  for (const edge of graph.edges.filter(({ from }) => from === null)) arrive(null, resumedFrom(graph, edge), edge);
  for (const situation of queue) for (const edge of leaving.get(situation.node.key) ?? []) arrive(situation, situation.checkpoint, edge);
  return [...found.values()];
}

/** The checkpoint that a start goes on from, which is still stored when the flow begins. */
function resumedFrom(graph: Graph, { step }: Edge): unknown {
  return step.kind === 'start' ? resumeOf(graph.cases.starts[step.name]?.input) : null;
}

/** The checkpoint in a start's input; null where it is a fresh one. */
export function resumeOf(input: unknown): unknown {
  return (input as { readonly resume?: unknown } | null | undefined)?.resume ?? null;
}

function storedAfter(stored: unknown, { effects }: Edge): unknown {
  let checkpoint = stored;
  for (const { type, params } of effects) {
    if (type === 'saveCheckpoint') checkpoint = params;
    if (type === 'forgetCheckpoint') checkpoint = null;
  }
  return checkpoint;
}
