// Compares the steps that a flow took on the page with those that the chart promises.
import { nodeOf, type Edge, type Graph } from '#machines/graph/explore.ts';
import { notYet } from './awaited.ts';
import { anonymous, isSame } from './compare.ts';
import { PATIENCE, type Stage } from './stage.tsx';
import type { Taken } from './watch.ts';

/** What is wrong with the steps that a flow took since the last check; `due` are the promised ones. */
export function wrongSteps(stage: Stage, graph: Graph, due: readonly Edge[]): readonly string[] {
  const taken = stage.watch.news(graph.id);
  return [
    ...due.flatMap((edge, index) => wrongStep(stage, graph, edge, taken[index])),
    ...taken.slice(due.length).map(({ event, fired }) => `${graph.id} took ${event} too (${fired.join(', ')}).`),
  ];
}

function wrongStep(stage: Stage, graph: Graph, edge: Edge, taken: Taken | undefined): readonly string[] {
  const node = graph.nodes.get(edge.to);
  if (node === undefined) throw new Error('An edge leads to no node.');
  if (taken === undefined) return [notYet(graph.id, node.state, { now: stateNow(stage, graph.id), turns: PATIENCE })];
  const { snapshot } = taken;
  const seen = [nodeOf(snapshot).state, taken.fired, snapshot.context, snapshot.status, snapshot.output];
  const promised = [node.state, edge.fired, node.snapshot.context, node.status, node.snapshot.output];
  const [left, right] = [seen, promised].map((facts) => anonymous(facts, graph, stage.minted)) as [string, string];
  return isSame(JSON.parse(left), JSON.parse(right), stage.waited)
    ? []
    : [`${graph.id} took ${left}, the graph promises ${right}.`];
}

function stateNow(stage: Stage, flow: string): string | null {
  const snapshot = stage.watch.last(flow);
  return snapshot === undefined ? null : nodeOf(snapshot).state;
}
