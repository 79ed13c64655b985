import { keyOf, stepsFrom, type AnyCases, type Graph } from './explore.ts';
import { library, type Traversal } from './internals.ts';

/** The graph package's input: the same events of the same cases, nothing else. */
export function traversalOf(cases: AnyCases, start: string): Traversal {
  return {
    input: cases.starts[start]?.input,
    events: (snapshot) => stepsFrom(snapshot, cases).map(([, event]) => event),
    key: keyOf,
  };
}

/**
 * Where the explorer and the graph package differ: situations that only one of them reaches. Both lists should be
 * empty.
 */
export interface TraversalDifference {
  readonly onlyExplored: readonly string[];
  readonly onlyTraversed: readonly string[];
}

/** Lets the graph package traverse a flow from all its starts, and compares. */
export function judge(graph: Graph): TraversalDifference {
  const { cases } = graph;
  const traversed = new Set(
    Object.keys(cases.starts).flatMap((start) => [...library.reached(cases.machine, traversalOf(cases, start))]),
  );
  return {
    onlyExplored: [...graph.nodes.keys()].filter((key) => !traversed.has(key)),
    onlyTraversed: [...traversed].filter((key) => !graph.nodes.has(key)),
  };
}
