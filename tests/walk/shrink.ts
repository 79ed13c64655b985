import type { Edge, Graph } from '#machines/graph/explore.ts';
import { leavingOf, shortest } from '#machines/graph/ways.ts';

/** Walks that may be spent on making a failing one shorter: each is real, and slow in a browser. */
const tries = 40;

/**
 * The shortest walk found that fails like `edges` does at its last step. First the shortest ways from the starts to that step are
 * tried, then the loops are cut out one by one, the longest first. Every candidate is walked again, so what is returned
 * has failed.
 */
export async function shrink(graph: Graph, edges: readonly Edge[], fails: (candidate: readonly Edge[]) => Promise<boolean>): Promise<readonly Edge[]> {
  let best = edges;
  let left = tries;
  const accept = async (candidate: readonly Edge[]): Promise<boolean> => {
    if (candidate.length >= best.length || left === 0) return false;
    left -= 1;
    if (!(await fails(candidate))) return false;
    best = candidate;
    return true;
  };
  for (const candidate of directWays(graph, edges)) if (await accept(candidate)) break;
  for (let cut = true; cut && left > 0; ) {
    cut = false;
    for (const candidate of withoutLoops(best)) {
      cut = await accept(candidate);
      if (cut || left === 0) break;
    }
  }
  return best;
}

function directWays(graph: Graph, edges: readonly Edge[]): readonly (readonly Edge[])[] {
  const last = edges.at(-1);
  if (last === undefined || last.from === null) return [];
  const leaving = leavingOf(graph);
  const starts = graph.edges.filter(({ from }) => from === null);
  const ways = starts.flatMap((start) => {
    const way = shortest(start.to, leaving, (edge) => edge === last);
    return way === null ? [] : [[start, ...way]];
  });
  return ways.toSorted((a, b) => a.length - b.length);
}

/** The walk with one loop cut out, for each loop in it, the longest first. */
function withoutLoops(edges: readonly Edge[]): readonly (readonly Edge[])[] {
  const loops = edges.flatMap((edge, from) =>
    edges.slice(from + 1, -1).flatMap((later, offset) => (later.to === edge.to ? [{ from, to: from + 1 + offset }] : [])),
  );
  return loops.toSorted((a, b) => b.to - b.from - (a.to - a.from)).map(({ from, to }) => [...edges.slice(0, from + 1), ...edges.slice(to + 1)]);
}
