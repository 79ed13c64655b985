/**
 * The one place that uses internals of xstate and its graph package: the microsteps of a transition, the tables of a
 * state node, the names of done, error and timer events. A canary test fails when an update changes them.
 */
import { getAdjacencyMap, getShortestPaths, getSimplePaths, toDirectedGraph } from '@xstate/graph';
import {
  createActor,
  type ActorLogic,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type InspectionEvent,
} from 'xstate';

/** A transition as the chart declares it. */
export interface Transition {
  /** Stable while the chart is unchanged: source, trigger, guard and target in one line. */
  readonly id: string;
  readonly source: string;
  readonly trigger: string;
  readonly guard: string | null;
  readonly targets: readonly string[];
  readonly actions: readonly string[];
}

/** A named action that a step asks the app to carry out, such as `saveCheckpoint`, with its parameters. */
export interface Effect {
  readonly type: string;
  readonly params: unknown;
}

/** Where an event led, by which transitions, and with which effects. */
export interface Landing {
  readonly snapshot: AnyMachineSnapshot;
  readonly fired: readonly string[];
  readonly effects: readonly Effect[];
  /** The calls and child flows that it starts; one that was already running and is listed here starts over. */
  readonly started: readonly string[];
  /** What each of those was given, by its name in the chart. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** Takes a chart through events without running anything: no clock, no calls, no actions. */
export interface Probe {
  start(input: unknown): Landing;
  step(snapshot: AnyMachineSnapshot, event: AnyEventObject): Landing;
}

interface Microstep {
  readonly type: '@xstate.microstep';
  readonly _transitions: readonly AnyTransitionDefinition[];
}

/** The actor scope that `machine.transition` needs, which an actor keeps private. */
interface WithScope {
  readonly _actorScope: Parameters<AnyStateMachine['transition']>[2];
}

/** A probe of `machine`. */
export function probe(machine: AnyStateMachine): Probe {
  const heard = transitionNames(machine);
  const landing = (take: (scope: WithScope['_actorScope']) => unknown): Landing => {
    const fired: string[] = [];
    const effects: Effect[] = [];
    const started: string[] = [];
    const given: Record<string, unknown> = {};
    const actionExecutor = ({ type, params }: Effect): void => {
      if (type === 'xstate.spawnChild') {
        const { id, input } = params as { readonly id: string; readonly input: unknown };
        started.push(id);
        given[id] = input;
      }
      // What xstate does internally, such as timers, does not concern the app.
      if (!type.startsWith('xstate.')) effects.push({ type, params });
    };
    const scope = { ...(scopeOf(machine) as object), actionExecutor } as unknown as WithScope['_actorScope'];
    const listening = scope.system.inspect((event) => void fired.push(...heard(event)));
    const snapshot = take(scope) as AnyMachineSnapshot;
    listening.unsubscribe();
    return { snapshot, fired, effects, started, given };
  };
  return {
    start: (input) => landing((scope) => machine.getInitialSnapshot(scope, input)),
    step: (snapshot, event) => landing((scope) => machine.transition(snapshot, event, scope)),
  };
}

/** Returns the ids of the transitions that an inspection event of `machine` reports; none for any other event. */
export function transitionNames(machine: AnyStateMachine): (event: InspectionEvent) => readonly string[] {
  const ids = new Map(declared(machine).map(({ definition, transition }) => [definition, transition.id]));
  return (event) =>
    event.type === '@xstate.microstep'
      ? (event as unknown as Microstep)._transitions.flatMap((definition) => ids.get(definition) ?? [])
      : [];
}

const scopes = new WeakMap<AnyStateMachine, WithScope['_actorScope']>();

/** A scope whose actor is never started; one per chart, since creating one costs more than a step. */
function scopeOf(machine: AnyStateMachine): WithScope['_actorScope'] {
  const known = scopes.get(machine);
  if (known !== undefined) return known;
  // A chart's context is made from its input; a restored snapshot needs no input.
  const snapshot = machine.resolveState({ value: firstValue(machine), context: {} });
  const actor = createActor(machine, { snapshot } as Parameters<typeof createActor>[1]) as unknown as WithScope;
  scopes.set(machine, actor._actorScope);
  return actor._actorScope;
}

function firstValue(machine: AnyStateMachine): string {
  return Object.keys(machine.states)[0] ?? '';
}

interface Declared {
  readonly definition: AnyTransitionDefinition;
  readonly transition: Transition;
}

/** Every transition of the chart, in document order: those that the graph package lists, and the eventless ones. */
function declared(machine: AnyStateMachine): readonly Declared[] {
  const listed = directed(toDirectedGraph(machine));
  const always = statesOf(machine).flatMap((node) => node.always ?? []);
  return [...listed, ...always].map((definition) => ({ definition, transition: describe(definition) }));
}

interface DirectedNode {
  readonly edges: readonly { readonly transition: unknown }[];
  readonly children: readonly DirectedNode[];
}

function directed(node: DirectedNode): AnyTransitionDefinition[] {
  const own = new Set(node.edges.map((edge) => edge.transition as AnyTransitionDefinition));
  return [...own, ...node.children.flatMap(directed)];
}

/** The transitions that a chart declares. */
export function transitionsOf(machine: AnyStateMachine): readonly Transition[] {
  return declared(machine).map(({ transition }) => transition);
}

function describe(definition: AnyTransitionDefinition): Transition {
  const source = pathOf(definition.source as AnyStateNode);
  const trigger = triggerOf(definition.eventType);
  const guard = guardOf(definition.guard);
  const targets = (definition.target ?? []).map((node) => pathOf(node as AnyStateNode));
  const actions = definition.actions.map((action) => nameOf(action));
  const id = `${source} · ${trigger}${guard === null ? '' : ` [${guard}]`} → ${targets.join(', ') || '(stays)'}`;
  return { id, source, trigger, guard, targets, actions };
}

/** A state's place in the chart as a dotted path; the root itself is `(any)`. */
export function pathOf(node: AnyStateNode): string {
  return node.path.join('.') || '(any)';
}

/** What triggers a transition, as displayed. */
function triggerOf(eventType: string): string {
  if (eventType === '') return 'always';
  const [, kind, ...rest] = /^xstate\.(done\.actor|error\.actor|done\.state|after)\.(.*)$/.exec(eventType) ?? [];
  const what = rest.join('.');
  if (kind === 'done.actor') return `✓ ${what}`;
  if (kind === 'error.actor') return `✗ ${what}`;
  if (kind === 'after') return `after ${what.split('.')[0]}`;
  if (kind === 'done.state') return `done ${what}`;
  return eventType;
}

function guardOf(guard: unknown): string | null {
  if (guard === undefined) return null;
  if (typeof guard === 'object' && guard !== null && 'params' in guard && 'type' in guard) {
    const params = guard.params as Record<string, unknown>;
    return guard.type === 'outcomeIs'
      ? String(params['kind'])
      : `${String(guard.type)}: ${Object.values(params).join(', ')}`;
  }
  return nameOf(guard);
}

function nameOf(named: unknown): string {
  if (typeof named === 'string') return named;
  if (typeof named === 'object' && named !== null && 'type' in named) return String(named.type);
  return typeof named === 'function' ? named.name || '(inline)' : '(inline)';
}

/** All states of a chart, without the root, in document order. */
export function statesOf(machine: AnyStateMachine): readonly AnyStateNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] =>
    Object.values(node.states).flatMap((child) => [child, ...below(child)]);
  return below(machine.root as AnyStateNode);
}

/** The states that are active in `snapshot`, outermost first. */
export function activeStates(snapshot: AnyMachineSnapshot): readonly AnyStateNode[] {
  const nodes = (snapshot as AnyMachineSnapshot & { readonly _nodes: readonly AnyStateNode[] })._nodes;
  return [...nodes].sort((a, b) => a.path.length - b.path.length);
}

/** A timer that runs in a state: its name in the chart, and the event that it fires. */
export interface Timer {
  readonly delay: string;
  readonly event: AnyEventObject;
}

/** The timers that run in `snapshot`. */
export function timersOf(snapshot: AnyMachineSnapshot): readonly Timer[] {
  const events = new Map<string, Timer>();
  for (const { after } of activeStates(snapshot)) {
    for (const { delay, eventType } of after)
      events.set(eventType, { delay: String(delay), event: { type: eventType } });
  }
  return [...events.values()];
}

/** A call or child flow that runs in a state. */
export interface Running {
  readonly id: string;
  /** The name in `setup.actors`: the operationId of a call. */
  readonly src: string;
}

/** What runs in `snapshot`. */
export function runningIn(snapshot: AnyMachineSnapshot): readonly Running[] {
  return Object.entries(snapshot.children as Record<string, { readonly src?: unknown } | undefined>).flatMap(
    ([id, child]) => (child === undefined ? [] : [{ id, src: String(child.src) }]),
  );
}

/** The event by which the call or child flow `id` answers. */
export function doneEvent(id: string, output: unknown): AnyEventObject {
  return { type: `xstate.done.actor.${id}`, output, actorId: id };
}

/** The event by which the call or child flow `id` fails. */
export function errorEvent(id: string, error: unknown): AnyEventObject {
  return { type: `xstate.error.actor.${id}`, error, actorId: id };
}

/** What the graph package needs to traverse a flow. */
export interface Traversal {
  readonly input: unknown;
  readonly events: (snapshot: AnyMachineSnapshot) => readonly AnyEventObject[];
  readonly key: (snapshot: AnyMachineSnapshot) => string;
}

type LibraryOptions = NonNullable<
  Parameters<typeof getShortestPaths<ActorLogic<AnyMachineSnapshot, AnyEventObject>>>[1]
>;

/** The graph package's own traversals: the independent judge of the explorer, and the planner's benchmark. */
export const library = {
  /** The keys of all situations that it reaches. */
  reached: (machine: AnyStateMachine, traversal: Traversal): ReadonlySet<string> =>
    new Set(Object.keys(getAdjacencyMap(machine, optionsOf(traversal)))),
  /** The events of one shortest path to each situation. */
  shortestPaths: (machine: AnyStateMachine, traversal: Traversal): readonly AnyEventObject[][] =>
    eventsOf(getShortestPaths(machine, optionsOf(traversal))),
  /** The events of every path that visits no situation twice. It grows exponentially, so keep the machine small. */
  simplePaths: (machine: AnyStateMachine, traversal: Traversal): readonly AnyEventObject[][] =>
    eventsOf(getSimplePaths(machine, optionsOf(traversal))),
};

function optionsOf({ input, events, key }: Traversal): LibraryOptions {
  return { input, events, serializeState: key } as LibraryOptions;
}

function eventsOf(
  paths: readonly { readonly steps: readonly { readonly event: AnyEventObject }[] }[],
): AnyEventObject[][] {
  return paths.map(({ steps }) => steps.map(({ event }) => event).filter(({ type }) => type !== 'xstate.init'));
}
