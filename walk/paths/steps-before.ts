// How a page comes into the situation that a reload interrupts: lived through from the flow's own beginning.
import type { Edge, Graph } from '#machines/graph/explore.ts';
import { resumeOf, situationsOf } from '#machines/graph/ways.ts';

/**
 * The steps that lead to a start: none for one that goes on from nothing, such as a fresh visit or a link; for one
 * after a reload, those to the situation in which the flow has stored the checkpoint that the start goes on from, at
 * the address where the page is loaded again.
 */
export function stepsBefore(graph: Graph, { step: start }: Edge): readonly Edge[] {
  const { starts } = graph.cases;
  const begin = start.kind === 'start' ? starts[start.name] : undefined;
  const checkpoint = JSON.stringify(resumeOf(begin?.input));
  if (start.kind !== 'start' || checkpoint === 'null') return [];
  const interrupted = situationsOf(begunAfresh(graph)).find(
    (situation) =>
      JSON.stringify(situation.checkpoint) === checkpoint && situation.node.meta?.route === routeOf(begin?.at ?? ''),
  );
  if (interrupted === undefined) throw new Error(`${graph.id}: no situation stores what ${start.name} goes on from.`);
  return interrupted.through;
}

/** Worked out once for each graph. */
const afresh = new WeakMap<Graph, Graph>();

/** The graph without the starts that go on from something. */
function begunAfresh(graph: Graph): Graph {
  const known = afresh.get(graph);
  if (known !== undefined) return known;
  const isFresh = ({ step }: Edge): boolean =>
    step.kind !== 'start' || resumeOf(graph.cases.starts[step.name]?.input) === null;
  const fresh = { ...graph, edges: graph.edges.filter(isFresh) };
  afresh.set(graph, fresh);
  return fresh;
}

/**
 * The route that an address stands for: its path and its step; other parameters are what a link brought, such as a
 * token.
 */
function routeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const step = searchParams.get('step');
  return step === null ? pathname : `${pathname}?step=${step}`;
}
