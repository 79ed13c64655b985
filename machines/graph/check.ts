import { controlName } from '../chart/cases.ts';
import { isCall, stepLabel, type Edge, type Graph, type Node } from './explore.ts';
import { statesOf, transitionsOf } from './internals.ts';
import type { Matrices } from './matrices.ts';
import { leavingOf } from './ways.ts';

/** What the rules examine. */
interface Survey {
  readonly graph: Graph;
  readonly unsafe: ReadonlySet<string>;
  readonly nodes: readonly Node[];
  /** The nodes in which the flow still runs. */
  readonly open: readonly Node[];
  readonly leaving: (node: Node) => readonly Edge[];
}

interface Rule {
  /** What it finds, as a phrase. */
  readonly finds: string;
  readonly places: (survey: Survey) => Iterable<string>;
}

/** A rule that finds nodes, by their states. */
function nodes(finds: string, isWrong: (node: Node, survey: Survey) => boolean): Rule {
  return { finds, places: (survey) => survey.open.filter((node) => isWrong(node, survey)).map(({ state }) => state) };
}

/** A rule that finds steps, by the state and what happens in it. */
function steps(finds: string, isWrong: (edge: Edge, from: Node, to: Node, survey: Survey) => boolean): Rule {
  return {
    finds,
    places: (survey) =>
      survey.open.flatMap((node) =>
        survey
          .leaving(node)
          .filter((edge) => isWrong(edge, node, nodeAt(survey, edge.to), survey))
          .map(({ step }) => `${node.state} · ${stepLabel(step)}`),
      ),
  };
}

/** The checks by name. The graph is small enough to enumerate, so what is true here is true for every path. */
export const rules = {
  unreachedState: { finds: 'a state that nothing leads to', places: unreached },
  transitionNeverTaken: { finds: 'a transition that no case takes', places: neverTaken },
  deadEnd: nodes(
    'a state that is not an end and offers nothing',
    (node, { leaving }) => leaving(node).length === 0 && !rests(node),
  ),
  noWayToAnEnd: { finds: 'a situation from which no end can be reached', places: withoutEnd },
  errorWithoutExit: nodes(
    'a message without a way on',
    (node, { leaving }) => node.tags.includes('error') && !leaving(node).some(({ step }) => step.kind === 'event'),
  ),
  unhandledRejection: steps('a call whose failure stops the flow', (_edge, _from, to) => to.status === 'error'),
  answerIgnored: steps(
    'an answer of a call, or the end of a timer, of which the flow takes no notice',
    ({ step, fired }) => step.kind !== 'event' && fired.length === 0,
  ),
  outcomeWithoutCase: {
    finds: 'a call or child flow without cases',
    places: ({ graph, nodes: all }) =>
      all.flatMap(({ running }) => running.filter((id) => !(id in graph.cases.outcomes))),
  },
  waitingWithoutCall: nodes(
    'a state that says it waits while nothing runs',
    (node) => node.tags.includes('waiting') && node.running.length === 0,
  ),
  callWithoutWaiting: nodes(
    'a call under way in a state that does not say so',
    (node, survey) => callsOf(node, survey).length > 0 && !node.tags.includes('waiting') && !rests(node),
  ),
  twoCallsAtOnce: nodes('two calls under way in one situation', (node, survey) => callsOf(node, survey).length > 1),
  twoTimersAtOnce: nodes('two timers that run in one situation', ({ timers }) => timers.length > 1),
  unsafeCallLeft: steps('an unsafe call that an event or a timer abandons or sends again', leavesCall),
  unsafeCallAtStart: {
    finds: 'an unsafe call that begins with the flow, so that opening the page sends it',
    places: unsafeStarts,
  },
  lostAnswerNotAskedFor: steps(
    'an unsafe call whose lost answer leads to anything but asking the server for its outcome',
    losesAnswer,
  ),
  secretKept: { finds: 'a password or code that is remembered or stored', places: secrets },
  stateWithoutMeta: nodes(
    'a state that a member can rest in and that says nothing of itself',
    ({ meta }) => meta === null,
  ),
  controlWithoutName: { finds: 'a control of a screen that the case tables have no name for', places: unnamedControls },
  reloadBroken: { finds: 'a state whose promise on reload no start of the case tables keeps', places: () => [] },
  doubleEffect: { finds: 'a control that starts two unsafe calls when it is pressed twice', places: () => [] },
} as const satisfies Record<string, Rule>;

export type CheckName = keyof typeof rules;

/** A mistake in a chart: the check that found it, and where. */
export interface Finding {
  readonly check: CheckName;
  readonly place: string;
}

/**
 * Looks for mistakes in an explored flow.
 * @param unsafe names of the calls that change something on the server.
 * @param matrices if given, their promises are checked too.
 */
export function check(graph: Graph, unsafe: ReadonlySet<string>, matrices?: Matrices): readonly Finding[] {
  const all = [...graph.nodes.values()];
  const leaving = leavingOf(graph);
  const survey: Survey = {
    graph,
    unsafe,
    nodes: all,
    open: all.filter(({ status }) => status === 'active'),
    leaving: (node) => leaving.get(node.key) ?? [],
  };
  const found = Object.entries<Rule>(rules).flatMap(([name, { places }]) =>
    findings(name as CheckName, places(survey)),
  );
  return matrices === undefined ? found : [...found, ...broken(matrices)];
}

function findings(check: CheckName, places: Iterable<string>): Finding[] {
  return [...new Set(places)].map((place) => ({ check, place }));
}

function broken({ reload, doublePress }: Matrices): Finding[] {
  return [
    ...findings(
      'reloadBroken',
      reload.filter(({ kept }) => !kept).map(({ state }) => state),
    ),
    ...findings(
      'doubleEffect',
      doublePress.filter(({ unsafeCalls }) => unsafeCalls.length > 1).map(({ state, event }) => `${state} · ${event}`),
    ),
  ];
}

function rests({ tags, status }: Node): boolean {
  return tags.includes('terminal') || status === 'done';
}

function callsOf({ running }: Node, { graph }: Survey): readonly string[] {
  return running.filter((id) => isCall(graph.cases.machine, id));
}

function nodeAt({ graph }: Survey, key: string): Node {
  const node = graph.nodes.get(key);
  if (node === undefined) throw new Error('An edge leads to no node.');
  return node;
}

function unreached({ graph, nodes: all }: Survey): string[] {
  // A transient state is left within the same step; it counts as reached once one of its transitions was taken.
  const seen = new Set(all.flatMap(({ active }) => active));
  const passed = new Set(graph.edges.flatMap(({ fired }) => fired.map((id) => id.split(' · ')[0])));
  return statesOf(graph.cases.machine)
    .map((node) => node.path.join('.'))
    .filter((path) => !seen.has(path) && !passed.has(path));
}

function neverTaken({ graph }: Survey): string[] {
  const taken = new Set(graph.edges.flatMap(({ fired }) => fired));
  return transitionsOf(graph.cases.machine)
    .map(({ id }) => id)
    .filter((id) => !taken.has(id));
}

/** The situations from which no end is reachable, found by walking the edges backwards from the ends. */
function withoutEnd({ graph, nodes: all }: Survey): string[] {
  const before = new Map<string, string[]>(all.map(({ key }) => [key, []]));
  for (const { from, to } of graph.edges) if (from !== null) before.get(to)?.push(from);
  const ends = new Set(all.filter(rests).map(({ key }) => key));
  for (const key of ends) for (const earlier of before.get(key) ?? []) ends.add(earlier);
  return all.filter(({ key, status }) => status !== 'error' && !ends.has(key)).map(({ state }) => state);
}

function leavesCall({ step, started }: Edge, from: Node, to: Node, { unsafe }: Survey): boolean {
  // A background call of a page continues whatever the machine does; its port handles the answer.
  if (from.tags.includes('terminal') || step.kind === 'outcome') return false;
  return from.running.some((id) => unsafe.has(id) && (!to.running.includes(id) || started.includes(id)));
}

function unsafeStarts(survey: Survey): string[] {
  const starts = survey.graph.edges.filter(({ from }) => from === null);
  return starts
    .filter(({ to }) => nodeAt(survey, to).running.some((id) => survey.unsafe.has(id)))
    .map(({ step }) => stepLabel(step));
}

/** A call that got no answer, or an unintelligible one, may have had its effect. */
function losesAnswer({ step, fired }: Edge, from: Node, to: Node, { graph, unsafe }: Survey): boolean {
  if (step.kind !== 'outcome' || !unsafe.has(step.actor) || fired.length === 0) return false;
  if (step.outcome in (graph.cases.outcomes[step.actor] ?? {}) || from.meta?.lostAnswer !== undefined) return false;
  return to.meta?.onReload !== 'reconcile';
}

/** What is typed into a field with such a name never outlives the event that carries it (P-1). */
const secretField = /password|code|secret|token/i;

function secrets({ graph }: Survey): string[] {
  const typed = Object.values(graph.cases.events).flatMap((samples) =>
    Object.values(samples).flatMap((payload) => secretsIn(payload)),
  );
  const holds = (value: unknown): boolean =>
    typed.some((secret) => (JSON.stringify(value) ?? '').includes(JSON.stringify(secret)));
  const remembered = [...graph.nodes.values()]
    .filter(({ snapshot }) => holds(snapshot.context))
    .map(({ state }) => state);
  const stored = graph.edges.flatMap(({ effects }) =>
    effects.filter(({ params }) => holds(params)).map(({ type }) => type),
  );
  return [...remembered, ...stored];
}

function secretsIn(payload: object): string[] {
  return Object.entries(payload).flatMap(([field, value]) => {
    if (typeof value === 'object' && value !== null) return secretsIn(value as object);
    return typeof value === 'string' && secretField.test(field) ? [value] : [];
  });
}

function unnamedControls({ graph, open, leaving }: Survey): string[] {
  const { controls, world } = graph.cases;
  return open.flatMap((node) =>
    leaving(node).flatMap(({ step }) => {
      if (step.kind !== 'event' || world.includes(step.event)) return [];
      return controlName(controls[step.event], node.meta?.screen ?? '') === null
        ? [`${node.meta?.screen ?? node.state} · ${step.event}`]
        : [];
    }),
  );
}
