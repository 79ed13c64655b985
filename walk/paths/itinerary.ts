// What a path involves on whole pages: the steps of every flow that takes part, and their graphs.
import { isCall, nodeOf, type Edge, type Graph, type Step } from '#machines/graph/explore.ts';
import { doneEvent, probe } from '#machines/graph/internals.ts';
import { isLocalRead } from './cases.ts';
import { expand, hostsOf, startOfChild, type FlowEdge } from './expand.ts';
import { stepsBefore } from './steps-before.ts';
import { flows, graphOf } from './flows.ts';

/** A path as a whole page experiences it. */
export interface Itinerary {
  readonly steps: readonly FlowEdge[];
  /** The steps to the situation that the path's start resumes, if the path begins after a reload; otherwise none. */
  readonly before: readonly FlowEdge[];
  readonly graphs: ReadonlyMap<string, Graph>;
  /** The calls of the flows on the path; the path ignores other calls of the pages. */
  readonly held: ReadonlySet<string>;
}

/** The itinerary of some edges of `graph`, which replaces the flow's own graph. */
export function itineraryOf(graph: Graph, edges: readonly Edge[]): Itinerary {
  const graphs = new Map([...flows.map((cases) => [cases.machine.id, graphOf(cases)] as const), [graph.id, graph]]);
  const steps = written(graph, edges, graphs);
  const [first] = steps;
  const start = first === undefined ? undefined : graphs.get(first.flow);
  const before =
    first === undefined || start === undefined ? [] : written(start, stepsBefore(start, first.edge), graphs);
  const ending = endOfHost(steps, graphs);
  if (ending !== null) {
    const { host, edge, node } = ending;
    steps.push({ flow: host.id, edge });
    graphs.set(host.id, { ...host, nodes: new Map([...host.nodes, [node.key, node]]) });
  }
  return { steps, before, graphs, held: callsOf(graphs, [...before, ...steps]) };
}

/** Some edges of a flow with those of its child flows between them. */
function written(graph: Graph, edges: readonly Edge[], graphs: ReadonlyMap<string, Graph>): FlowEdge[] {
  const steps = [...expand({ id: `${graph.id}-0`, edges }, graphs)];
  return withBeginning(steps, graphs);
}

/** The same steps; if they end just before a child flow, with its beginning. */
export function withBeginning(steps: readonly FlowEdge[], graphs: ReadonlyMap<string, Graph>): FlowEdge[] {
  const beginning = beginningOfChild(steps, graphs);
  return beginning === null ? [...steps] : [...steps, beginning];
}

/** A path that ends just before a child flow has started it: its first call is under way, and is part of the path. */
function beginningOfChild(steps: readonly FlowEdge[], graphs: ReadonlyMap<string, Graph>): FlowEdge | null {
  const last = steps.at(-1);
  const node = graphs.get(last?.flow ?? '')?.nodes.get(last?.edge.to ?? '');
  const child =
    node?.status === 'active'
      ? node.running.map((id) => graphs.get(id)).find((graph) => graph !== undefined)
      : undefined;
  const edge = child === undefined ? undefined : startOfChild(child, last?.edge);
  return child === undefined || edge === undefined ? null : { flow: child.id, edge };
}

function callsOf(graphs: ReadonlyMap<string, Graph>, steps: readonly FlowEdge[]): ReadonlySet<string> {
  return new Set(
    [...new Set(steps.map(({ flow }) => flow))].flatMap((flow) => {
      const cases = graphs.get(flow)?.cases;
      return cases === undefined
        ? []
        : Object.keys(cases.outcomes).filter((src) => isCall(cases.machine, src) && !isLocalRead(cases, src));
    }),
  );
}

/**
 * A child flow's path continues in its host once the child has ended. The host receives the real output, which may
 * differ from the one in the host's own case tables.
 */
function endOfHost(steps: readonly FlowEdge[], graphs: ReadonlyMap<string, Graph>) {
  const last = steps.at(-1);
  const child = graphs.get(last?.flow ?? '');
  const hosts = child === undefined ? [] : hostsOf(child);
  const host = graphs.get(steps.findLast(({ flow }) => hosts.includes(flow))?.flow ?? '');
  const end = child?.nodes.get(last?.edge.to ?? '');
  const from = host?.nodes.get(steps.findLast(({ flow }) => flow === host.id)?.edge.to ?? '');
  if (host === undefined || child === undefined || from === undefined || end?.status !== 'done') return null;
  const output: unknown = end.snapshot.output;
  const { snapshot, ...rest } = probe(host.cases.machine).step(from.snapshot, doneEvent(child.id, output));
  const node = nodeOf(snapshot);
  const step: Step = { kind: 'outcome', actor: child.id, outcome: (output as { readonly kind: string }).kind };
  return { host, node, edge: { from: from.key, to: node.key, step, ...rest } satisfies Edge };
}
