// How a page gets into the situation that a reload interrupts: by the steps from the flow's start.
import type { Edge, Graph } from '#machines/graph/explore.ts';
import { resumeOf, situationsOf } from '#machines/graph/ways.ts';

/**
 * The steps that lead to a start: none for a fresh one, such as a visit or a link; for one after a reload, those to the
 * situation in which the flow stored the checkpoint that the start resumes from, at the URL of the reload. They begin
 * with the first start of the cases, if that leads there: a visit that begins at a later step has no earlier one behind
 * it.
 */
export function stepsBefore(graph: Graph, { step: start }: Edge): readonly Edge[] {
  const { starts } = graph.cases;
  const begin = start.kind === 'start' ? starts[start.name] : undefined;
  const checkpoint = JSON.stringify(resumeOf(begin?.input));
  if (start.kind !== 'start' || checkpoint === 'null') return [];
  const interrupted = freshGraphs(graph)
    .flatMap((fresh) => situationsOf(fresh))
    .find(
      (situation) =>
        JSON.stringify(situation.checkpoint) === checkpoint && situation.node.meta?.route === routeOf(begin?.at ?? ''),
    );
  if (interrupted === undefined) throw new Error(`${graph.id}: no situation stores what ${start.name} resumes.`);
  return interrupted.through;
}

/** Computed once per graph. */
const pruned = new WeakMap<Graph, readonly Graph[]>();

/** The graph with the first start of the cases alone, and with every start that resumes from no checkpoint. */
function freshGraphs(graph: Graph): readonly Graph[] {
  const known = pruned.get(graph);
  if (known !== undefined) return known;
  const { starts } = graph.cases;
  const [first] = Object.keys(starts);
  const withStarts = (isIn: (name: string) => boolean): Graph => ({
    ...graph,
    edges: graph.edges.filter(({ step }) => step.kind !== 'start' || isIn(step.name)),
  });
  const fresh = [withStarts((name) => name === first), withStarts((name) => resumeOf(starts[name]?.input) === null)];
  pruned.set(graph, fresh);
  return fresh;
}

/** The route of a URL: its path and its step; other parameters come from a link, such as a token. */
function routeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const step = searchParams.get('step');
  return step === null ? pathname : `${pathname}?step=${step}`;
}
