import type { OnReload } from '../chart/meta.ts';
import { isCall, stepLabel, type AnyCases, type Edge, type Graph, type Node } from './explore.ts';
import { leavingOf, resumeOf, shortest, situationsOf, startOnResume, type Situation } from './ways.ts';

/** Where a cell leads, in terms that a member or tester can check. */
export interface MatrixPlace {
  readonly state: string;
  readonly screen: string | null;
  readonly route: string | null;
  /** How the flow ended, if it did. */
  readonly output: string | null;
  /** Code of the problem that the screen shows; null if it shows none. */
  readonly message: string | null;
  /** The controls and timers that lead onward. */
  readonly waysOut: readonly string[];
}

/** What every cell of every matrix has: where it is, how a driver gets there, and where it leads. */
export interface Cell {
  /** Stable id: flow, matrix, state and what happens there. */
  readonly id: string;
  readonly state: string;
  /** The steps from a start to the state; the first edge is the start. */
  readonly through: readonly Edge[];
  readonly to: MatrixPlace;
}

/** A call under way × one of its outcomes. */
export interface FaultCell extends Cell {
  readonly actor: string;
  readonly outcome: string;
  readonly edge: Edge;
}

/** A state × the page loaded again. */
export interface ReloadCell extends Cell {
  readonly promise: OnReload;
  /** What is stored when the page is loaded again. */
  readonly checkpoint: unknown;
  /** The start that this checkpoint leads to, with its flow: the host's if the flow is a child. */
  readonly start: { readonly flow: string; readonly name: string } | null;
  /** The steps of a child flow's host, by itself and by answers, from its start to the child; empty without a host. */
  readonly lead: readonly Edge[];
  /**
   * The server's answers after which the promise is kept; the first edge is the start. Empty if it is not kept, or if
   * the promise is that the flow is over.
   */
  readonly way: readonly Edge[];
  readonly kept: boolean;
}

/** A state × the browser's Back. */
export interface BackCell extends Cell {
  /** The edge of `BACK`; null if the state has none, so that the member stays. */
  readonly edge: Edge | null;
}

/** A state × a control that is pressed twice in a row. */
export interface DoublePressCell extends Cell {
  readonly event: string;
  readonly sample: string;
  readonly first: Edge;
  /** What the second press does; null if the flow ignores it. */
  readonly second: Edge | null;
  /** The unsafe calls that the two presses start together: one at most. */
  readonly unsafeCalls: readonly string[];
}

export interface Matrices {
  readonly fault: readonly FaultCell[];
  readonly reload: readonly ReloadCell[];
  readonly back: readonly BackCell[];
  readonly doublePress: readonly DoublePressCell[];
}

/** What the cells are computed from. */
interface Survey {
  readonly graph: Graph;
  readonly unsafe: ReadonlySet<string>;
  readonly host: Graph | null;
  readonly leaving: ReadonlyMap<string, readonly Edge[]>;
}

/**
 * The four matrices of an explored flow. Situations that differ only in their context, and whose cells say the same,
 * share one cell.
 * @param unsafe names of the calls that change something on the server.
 * @param host the parent flow, if this one is a child: a reload begins with it.
 */
export function matricesOf(graph: Graph, unsafe: ReadonlySet<string>, host: Graph | null = null): Matrices {
  const survey: Survey = { graph, unsafe, host, leaving: leavingOf(graph) };
  const situations = situationsOf(graph).filter(({ node }) => node.status === 'active');
  const nodes = firstOfEachNode(situations);
  return {
    fault: distinct(nodes.flatMap((situation) => faults(survey, situation))),
    reload: distinct(situations.flatMap((situation) => reloads(survey, situation))),
    back: distinct(nodes.filter(({ node }) => node.meta !== null).map((situation) => back(survey, situation))),
    doublePress: distinct(nodes.flatMap((situation) => doublePresses(survey, situation))),
  };
}

/** One situation per node: only a reload depends on what is stored. */
function firstOfEachNode(situations: readonly Situation[]): readonly Situation[] {
  const first = new Map<string, Situation>();
  for (const situation of situations) if (!first.has(situation.node.key)) first.set(situation.node.key, situation);
  return [...first.values()];
}

/** Merges cells that say the same, and numbers different cells with the same id. */
function distinct<TCell extends Cell>(cells: readonly TCell[]): readonly TCell[] {
  const seen = new Map<string, Map<string, TCell>>();
  for (const cell of cells) {
    const same = seen.get(cell.id) ?? new Map<string, TCell>();
    seen.set(cell.id, same);
    if (!same.has(said(cell))) same.set(said(cell), cell);
  }
  return [...seen.values()].flatMap((same) =>
    [...same.values()].map((cell, index) => (index === 0 ? cell : { ...cell, id: `${cell.id} (${index + 1})` })),
  );
}

function said({ through: _, ...cell }: Cell): string {
  return JSON.stringify(cell, (_key, value: unknown) => (isEdge(value) ? stepLabel(value.step) : value));
}

function isEdge(value: unknown): value is Edge {
  return typeof value === 'object' && value !== null && 'fired' in value && 'step' in value;
}

/** The place of the node with `key`. */
function placeOf({ graph, leaving }: Survey, key: string): MatrixPlace {
  const node = nodeAt(graph, key);
  const output = node.snapshot.output as { readonly kind?: string } | undefined;
  const onward = (leaving.get(key) ?? []).filter(({ step }) => step.kind !== 'outcome');
  return {
    state: node.state,
    screen: node.meta?.screen ?? null,
    route: node.meta?.route ?? null,
    output: output?.kind ?? null,
    message: messageOf(node),
    waysOut: [...new Set(onward.map(({ step }) => stepLabel(step)))],
  };
}

/** Says that the outcome of a call is unknown, whatever the problem was, and that nothing was done (P-3). */
const UNKNOWN_OUTCOME = { state: 'outcomeUnknown', message: 'requests:unknown.what' };
const NOT_DONE = { state: 'notDone', message: 'requests:notDone.title' };

/** Catalogue key of the message that a node's screen shows; null if it shows none. */
export function messageKeyOf({ messages = {} }: AnyCases, node: Node): string | null {
  if (!node.tags.includes('error')) return null;
  const innermost = node.state.split('.').at(-1);
  if (innermost === UNKNOWN_OUTCOME.state) return UNKNOWN_OUTCOME.message;
  const code = messageOf(node);
  if (code !== null) return `problems:${code}`;
  return messages[node.state] ?? (innermost === NOT_DONE.state ? NOT_DONE.message : null);
}

/** Code of the problem that a node keeps for its message; null if it keeps none. */
export function messageOf({ snapshot, tags }: Node): string | null {
  const { problem } = (snapshot.context ?? {}) as { readonly problem?: { readonly code?: string } | null };
  return tags.includes('error') ? (problem?.code ?? null) : null;
}

function nodeAt(graph: Graph, key: string): Node {
  const node = graph.nodes.get(key);
  if (node === undefined) throw new Error('An edge leads to no node.');
  return node;
}

function faults(survey: Survey, { node, through }: Situation): FaultCell[] {
  const { graph, leaving } = survey;
  return (leaving.get(node.key) ?? []).flatMap((edge) => {
    const { step } = edge;
    if (step.kind !== 'outcome' || !isCall(graph.cases.machine, step.actor)) return [];
    const { actor, outcome } = step;
    const id = `${graph.id}/fault/${node.state}/${actor}=${outcome}`;
    return [{ id, state: node.state, through, actor, outcome, edge, to: placeOf(survey, edge.to) }];
  });
}

function back(survey: Survey, { node, through }: Situation): BackCell {
  const edge = survey.leaving.get(node.key)?.find(({ step }) => step.kind === 'event' && step.event === 'BACK') ?? null;
  return {
    id: `${survey.graph.id}/back/${node.state}`,
    state: node.state,
    through,
    edge,
    to: placeOf(survey, edge?.to ?? node.key),
  };
}

function doublePresses(survey: Survey, { node, through }: Situation): DoublePressCell[] {
  const { graph, leaving, unsafe } = survey;
  const started = (edge: Edge): readonly string[] => edge.started.filter((id) => unsafe.has(id));
  return (leaving.get(node.key) ?? []).flatMap((first) => {
    if (first.step.kind !== 'event') return [];
    const { event, sample } = first.step;
    const again = leaving
      .get(first.to)
      ?.find(({ step }) => step.kind === 'event' && step.event === event && step.sample === sample);
    return [
      {
        id: `${graph.id}/double-press/${node.state}/${stepLabel(first.step)}`,
        state: node.state,
        through,
        event,
        sample,
        first,
        second: again ?? null,
        unsafeCalls: [...started(first), ...(again === undefined ? [] : started(again))],
        to: placeOf(survey, again?.to ?? first.to),
      },
    ];
  });
}

/** Where a finished flow leads: to another page. */
const nowhere: MatrixPlace = { state: '(left)', screen: null, route: null, output: null, message: null, waysOut: [] };

function reloads(survey: Survey, { node, through, checkpoint }: Situation): ReloadCell[] {
  const { graph, host } = survey;
  if (node.meta === null) return [];
  if (node.meta.onReload === 'leave')
    return [
      {
        id: `${graph.id}/reload/${node.state}`,
        state: node.state,
        through,
        promise: 'leave',
        checkpoint,
        start: null,
        lead: [],
        way: [],
        kept: true,
        to: nowhere,
      },
    ];
  const begun = host === null ? begin(graph, checkpoint) : beginInHost(graph, host);
  const way = begun === null ? null : wayToPromise(survey, node, startEdge(graph, begun.start));
  return [
    {
      id: `${graph.id}/reload/${node.state}`,
      state: node.state,
      through,
      promise: node.meta.onReload,
      checkpoint: begun?.checkpoint ?? checkpoint,
      start: begun === null ? null : { flow: host?.id ?? graph.id, name: begun.hostStart ?? begun.start },
      lead: begun?.lead ?? [],
      way: way ?? [],
      kept: way !== null,
      to: placeOf(survey, way?.at(-1)?.to ?? node.key),
    },
  ];
}

interface Beginning {
  readonly start: string;
  /** The start of the host that leads to this flow's start, if it is a child. */
  readonly hostStart?: string;
  readonly lead?: readonly Edge[];
  readonly checkpoint: unknown;
}

function startEdge(graph: Graph, name: string): Edge {
  const edge = graph.edges.find(({ from, step }) => from === null && step.kind === 'start' && step.name === name);
  if (edge === undefined) throw new Error(`${graph.id} has no start ${name}.`);
  return edge;
}

/** The start whose checkpoint is the stored one; null if the case tables have none, which is a bug in them. */
function begin(graph: Graph, checkpoint: unknown): Beginning | null {
  const wanted = JSON.stringify(checkpoint);
  const start = Object.entries(graph.cases.starts).find(([, { input }]) => JSON.stringify(resumeOf(input)) === wanted);
  return start === undefined ? null : { start: start[0], checkpoint };
}

/** A child flow starts over when its host resumes at the step that invokes it. */
function beginInHost(graph: Graph, host: Graph): Beginning | null {
  const child = graph.cases.machine.id;
  const met = situationsOf(host).find(({ node }) => node.running.includes(child));
  const begun = met === undefined ? null : begin(host, met.checkpoint);
  if (begun === null) return null;
  const entry = startEdge(host, begun.start);
  const runsChild = (key: string): boolean => nodeAt(host, key).running.includes(child);
  const answers = runsChild(entry.to)
    ? []
    : shortest(
        entry.to,
        leavingOf(host),
        ({ to }) => runsChild(to),
        ({ step }) => step.kind === 'outcome',
      );
  if (answers === null) return null;
  return {
    start: startOnResume(graph.cases),
    hostStart: begun.start,
    lead: [entry, ...answers],
    checkpoint: begun.checkpoint,
  };
}

/**
 * The answers after which the promise of the state's `onReload` is kept without any action of the member: the same
 * screen at the same URL; the first step; or a read that asks the server for the outcome of the earlier call.
 */
function wayToPromise({ graph, leaving, unsafe }: Survey, { meta, tags }: Node, entry: Edge): readonly Edge[] | null {
  const kept = (key: string): boolean => {
    const there = nodeAt(graph, key);
    const waits = there.tags.includes('waiting');
    if (meta?.onReload === 'restart') return true;
    if (meta?.onReload === 'reconcile')
      return waits && there.meta?.onReload === 'reconcile' && !there.running.some((id) => unsafe.has(id));
    return (
      there.meta?.screen === meta?.screen && there.meta?.route === meta?.route && (!waits || tags.includes('waiting'))
    );
  };
  if (kept(entry.to)) return [entry];
  const way = shortest(
    entry.to,
    leaving,
    ({ to }) => kept(to),
    ({ step }) => step.kind === 'outcome',
  );
  return way === null ? null : [entry, ...way];
}
