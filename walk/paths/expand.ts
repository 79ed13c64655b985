// A path of one flow, expanded to what really happens: the host's steps before a child, the child's steps inside a
// parent.
import type { Host } from '#machines/chart/cases.ts';
import type { Edge, Graph, Step } from '#machines/graph/explore.ts';
import { isCall } from '#machines/graph/explore.ts';
import { goodCaseOf, type Path } from '#machines/graph/plan.ts';
import { leavingOf, shortest, startOnResume } from '#machines/graph/ways.ts';

/** A step of a path, with the flow that takes it. */
export interface FlowEdge {
  readonly flow: string;
  readonly edge: Edge;
}

type Graphs = ReadonlyMap<string, Graph>;

/**
 * The steps of `path` for a driver that sees whole pages. A child flow begins with the steps of its host. Before the
 * answer of a flow's child, the shortest path through the child to that answer is inserted; it avoids what the child
 * reaches only in other flows. In the good case it is the child's good case, if that has the same answer.
 */
export function expand(path: Path, graphs: Graphs): readonly FlowEdge[] {
  const graph = graphOfId(graphs, flowOf(path.id, graphs));
  const flow = graph.id;
  const [start, ...rest] = path.edges;
  if (start === undefined) return [];
  return [
    ...hostSteps(hostOf(graph, path), graphs, graph.id),
    { flow, edge: start },
    ...rest.flatMap((edge, before) =>
      withChild({ graph, edge, before: path.edges[before] }, graphs, isGoodCase(graph, path)),
    ),
  ];
}

/** The flow that a path's id starts with; the longest match, since one name may be a prefix of another. */
function flowOf(pathId: string, graphs: Graphs): string {
  const named = [...graphs.keys()].filter((id) => pathId.startsWith(`${id}-`));
  return named.toSorted((a, b) => b.length - a.length)[0] ?? pathId;
}

function graphOfId(graphs: Graphs, id: string): Graph {
  const graph = graphs.get(id);
  if (graph === undefined) throw new Error(`There is no flow ${id}.`);
  return graph;
}

/** The host in which everything on a child flow's path can be reached. */
function hostOf({ cases }: Graph, { edges }: Path): Host | undefined {
  const { outcomes } = cases;
  const only = edges.flatMap(
    ({ step }) => (step.kind === 'outcome' && outcomes[step.actor]?.[step.outcome]?.hosts) || [],
  );
  const [usual, ...others] = hostsOfStart(cases, edges[0]?.step);
  return others.find(({ flow }) => only.includes(flow)) ?? usual;
}

/** The hosts in which a start of a child flow happens, the usual one first. */
function hostsOfStart({ host, elsewhere = [], starts }: Graph['cases'], start: Step | undefined): readonly Host[] {
  const own = start?.kind === 'start' ? starts[start.name]?.hosts : undefined;
  return own ?? (host === undefined ? [] : [host, ...elsewhere]);
}

/** Every flow in which a child flow happens. */
export function hostsOf({ cases }: Graph): readonly string[] {
  const started = Object.values(cases.starts).flatMap(({ hosts = [] }) => hosts);
  return [cases.host, ...(cases.elsewhere ?? []), ...started].flatMap((host) => host?.flow ?? []);
}

/** The steps of the host that lead to a child flow. */
function hostSteps(within: Host | undefined, graphs: Graphs, child: string): readonly FlowEdge[] {
  if (within === undefined) return [];
  const host = graphOfId(graphs, within.flow);
  const start = host.edges.find(({ step }) => step.kind === 'start' && step.name === (within.start ?? step.name));
  if (start === undefined) return [];
  const steps = [start];
  for (const step of within.through) {
    const from = steps.at(-1)?.to;
    const next = host.edges.find((edge) => edge.from === from && JSON.stringify(edge.step) === JSON.stringify(step));
    if (next === undefined) throw new Error(`${host.id} does not lead to ${child}: no ${JSON.stringify(step)}.`);
    steps.push(next);
  }
  return steps.map((edge) => ({ flow: host.id, edge }));
}

function isGoodCase(graph: Graph, { edges }: Path): boolean {
  const good = goodCaseOf(graph);
  return good !== null && good.length === edges.length && good.every((edge, index) => edge === edges[index]);
}

/** An edge of a flow, and the one before it. */
interface After {
  readonly graph: Graph;
  readonly edge: Edge;
  readonly before: Edge | undefined;
}

/** How a child flow starts once its host has taken an edge: by a press, or because the host resumes there. */
export function startOfChild(child: Graph, before: Edge | undefined): Edge | undefined {
  const [pressed = ''] = Object.keys(child.cases.starts);
  const name = before?.step.kind === 'event' ? pressed : startOnResume(child.cases);
  return child.edges.find(({ step }) => step.kind === 'start' && step.name === name);
}

function withChild({ graph, edge, before }: After, graphs: Graphs, isGood: boolean): readonly FlowEdge[] {
  const { step } = edge;
  const own = { flow: graph.id, edge };
  if (step.kind !== 'outcome' || isCall(graph.cases.machine, step.actor)) return [own];
  const child = graphOfId(graphs, step.actor);
  const start = startOfChild(child, before);
  const ends = (to: string): boolean => kindOf(child, to) === step.outcome;
  const good = isGood ? goodCaseOf(child) : null;
  if (good !== null && ends(good.at(-1)?.to ?? ''))
    return [...good.map((inner) => ({ flow: child.id, edge: inner })), own];
  const way =
    start === undefined
      ? null
      : shortest(
          start.to,
          leavingOf(child),
          (next) => ends(next.to),
          (next) => comesAboutIn(graph.id, child, next),
        );
  if (start === undefined || way === null) throw new Error(`${child.id} has no way to ${step.outcome}.`);
  return [...[start, ...way].map((inner) => ({ flow: child.id, edge: inner })), own];
}

/** How a flow ends there; undefined while it goes on. */
function kindOf({ nodes }: Graph, key: string): string | undefined {
  return (nodes.get(key)?.snapshot.output as { readonly kind?: string } | undefined)?.kind;
}

/** What the host does by itself once the child flow that ends these steps is over; nothing if none does. */
export function afterChild(steps: readonly FlowEdge[], graphs: Graphs): readonly FlowEdge[] {
  const end = steps.at(-1);
  const before = steps.findLast(({ flow }) => flow !== end?.flow);
  if (end === undefined || before === undefined) return [];
  const kind = kindOf(graphOfId(graphs, end.flow), end.edge.to);
  const edge = graphOfId(graphs, before.flow).edges.find(
    ({ from, step }) =>
      from === before.edge.to && step.kind === 'outcome' && step.actor === end.flow && step.outcome === kind,
  );
  return edge === undefined ? [] : [{ flow: before.flow, edge }];
}

function comesAboutIn(flow: string, { cases }: Graph, { step }: Edge): boolean {
  const hosts = step.kind === 'outcome' ? cases.outcomes[step.actor]?.[step.outcome]?.hosts : undefined;
  return hosts === undefined || hosts.includes(flow);
}
