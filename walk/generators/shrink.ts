import type { Edge, Graph } from '#machines/graph/explore.ts';
import { leavingOf, shortest } from '#machines/graph/ways.ts';

/** The most walks for shortening a failing one: each is real, and slow in a browser. */
const tries = 40;

/** Yields walks, receives whether each fails, and returns the shortest that did. */
export type Shrinking = Generator<readonly Edge[], readonly Edge[], boolean>;

/**
 * The shortest walk found that fails at its last step as `edges` does. First the shortest paths from the starts to that
 * step are tried, then loops are removed one by one, the longest first. Every candidate is walked, so what is returned
 * has failed.
 */
export function* shrink(graph: Graph, edges: readonly Edge[]): Shrinking {
  let best = edges;
  let left = tries;
  function* accepts(candidate: readonly Edge[]): Generator<readonly Edge[], boolean, boolean> {
    if (candidate.length >= best.length || left === 0) return false;
    left -= 1;
    if (!(yield candidate)) return false;
    best = candidate;
    return true;
  }
  for (const candidate of directWays(graph, edges)) if (yield* accepts(candidate)) break;
  for (let cut = true; cut && left > 0;) {
    cut = false;
    for (const candidate of withoutLoops(best)) {
      cut = yield* accepts(candidate);
      if (cut || left === 0) break;
    }
  }
  return best;
}

/** The shortest path from each start to a step like the last one: the same trigger, by the same transitions. */
function directWays(graph: Graph, edges: readonly Edge[]): readonly (readonly Edge[])[] {
  const last = edges.at(-1);
  if (last === undefined || last.from === null) return [];
  const leaving = leavingOf(graph);
  const starts = graph.edges.filter(({ from }) => from === null);
  const alike = graph.edges.filter((edge) => what(edge) === what(last));
  const ways = starts.flatMap((start) =>
    alike.flatMap((end) => {
      const way = shortest(start.to, leaving, (edge) => edge === end);
      return way === null ? [] : [[start, ...way]];
    }),
  );
  return ways.toSorted((a, b) => a.length - b.length);
}

function what({ step, fired }: Edge): string {
  return JSON.stringify([step, fired]);
}

/** The walk with one loop removed, for each of its loops, the longest first. */
function withoutLoops(edges: readonly Edge[]): readonly (readonly Edge[])[] {
  const loops = edges.flatMap((edge, from) =>
    edges
      .slice(from + 1, -1)
      .flatMap((later, offset) => (later.to === edge.to ? [{ from, to: from + 1 + offset }] : [])),
  );
  return loops
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .map(({ from, to }) => [...edges.slice(0, from + 1), ...edges.slice(to + 1)]);
}
