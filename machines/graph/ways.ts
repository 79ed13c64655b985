import type { Edge, Graph, Node } from './explore.ts';

/** The outgoing edges of each node, in the order of discovery. */
export function leavingOf(graph: Graph): ReadonlyMap<string, readonly Edge[]> {
  const leaving = new Map<string, Edge[]>([...graph.nodes.keys()].map((key) => [key, []]));
  for (const edge of graph.edges) if (edge.from !== null) leaving.get(edge.from)?.push(edge);
  return leaving;
}

/** The fewest edges from `from` whose last one is `wanted`, breadth first; null if there are none. */
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

/** How a child flow begins where its host resumes at its step: by its start for that, if it has one. */
export function startOnResume({ starts }: Pick<Graph['cases'], 'starts'>): string {
  const names = Object.keys(starts);
  return names.find((name) => starts[name]?.hosts !== undefined) ?? names[0] ?? '';
}

/** A node together with what a reload there would find stored, and the shortest path to it from a start. */
export interface Situation {
  readonly node: Node;
  /** The checkpoint that the actions on the path stored; null if there is none. */
  readonly checkpoint: unknown;
  readonly through: readonly Edge[];
}

/**
 * Every node with every checkpoint that can be stored there. What is stored depends on the path and not on the node, so
 * the checkpoint is carried along from the starts: first the one that a start resumes from, then what the actions
 * store.
 */
export function situationsOf(graph: Graph): readonly Situation[] {
  const known = surveyed.get(graph) ?? findSituations(graph);
  surveyed.set(graph, known);
  return known;
}

const surveyed = new WeakMap<Graph, readonly Situation[]>();

function findSituations(graph: Graph): readonly Situation[] {
  const leaving = leavingOf(graph);
  // By node and then by checkpoint: combined keys would be long strings, built for each edge.
  const found = new Map<string, Set<string>>([...graph.nodes.keys()].map((key) => [key, new Set()]));
  const queue: Situation[] = [];
  const arrive = (before: Situation | null, stored: unknown, edge: Edge): void => {
    const checkpoint = storedAfter(stored, edge);
    const name = nameOf(checkpoint);
    const node = graph.nodes.get(edge.to);
    const checkpoints = found.get(edge.to);
    if (node === undefined || checkpoints === undefined || checkpoints.has(name)) return;
    checkpoints.add(name);
    queue.push({ node, checkpoint, through: [...(before?.through ?? []), edge] });
  };
  for (const edge of graph.edges.filter(({ from }) => from === null)) arrive(null, resumedFrom(graph, edge), edge);
  for (const situation of queue)
    for (const edge of leaving.get(situation.node.key) ?? []) arrive(situation, situation.checkpoint, edge);
  return queue;
}

const names = new WeakMap<object, string>();

/** The identity of a checkpoint; computed once per object. */
function nameOf(checkpoint: unknown): string {
  if (typeof checkpoint !== 'object' || checkpoint === null) return String(JSON.stringify(checkpoint));
  const known = names.get(checkpoint) ?? JSON.stringify(checkpoint);
  names.set(checkpoint, known);
  return known;
}

/** The checkpoint that a start resumes from, which is still stored when the flow begins. */
function resumedFrom(graph: Graph, { step }: Edge): unknown {
  return step.kind === 'start' ? resumeOf(graph.cases.starts[step.name]?.input) : null;
}

/** The checkpoint in a start's input; null for a fresh start. */
export function resumeOf(input: unknown): unknown {
  return (input as { readonly resume?: unknown } | null | undefined)?.resume ?? null;
}

/** What is stored after each edge of a path: the checkpoint, and whether a step stored it rather than the start. */
export function storedAlong(
  graph: Graph,
  edges: readonly Edge[],
): readonly { readonly checkpoint: unknown; readonly isOwn: boolean }[] {
  let [checkpoint, isOwn] = [edges[0] === undefined ? null : resumedFrom(graph, edges[0]), false];
  return edges.map((edge) => {
    isOwn ||= checkpoint === null || edge.effects.some(({ type }) => type === 'saveCheckpoint');
    checkpoint = storedAfter(checkpoint, edge);
    isOwn ||= checkpoint === null;
    return { checkpoint, isOwn };
  });
}

function storedAfter(stored: unknown, { effects }: Edge): unknown {
  let checkpoint = stored;
  for (const { type, params } of effects) {
    if (type === 'saveCheckpoint') checkpoint = params;
    if (type === 'forgetCheckpoint') checkpoint = null;
  }
  return checkpoint;
}
