import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Control, FlowWords, GoodCase, Host, OutcomeCase, Start, Translation } from '../chart/cases.ts';
import type { EndReceipts, Shows } from '../chart/facts.ts';
import type { StepMeta } from '../chart/meta.ts';
import type { ProductArea } from '../chart/product-areas.ts';
import {
  activeStates,
  doneEvent,
  errorEvent,
  pathOf,
  probe,
  runningIn,
  timersOf,
  type Effect,
  type Landing,
} from './internals.ts';

/** A flow's case tables, as the explorer reads them; `FlowCases` keeps them complete for each chart. */
export interface AnyCases {
  readonly machine: AnyStateMachine;
  readonly area: ProductArea;
  readonly purpose: string;
  readonly words?: Readonly<Record<Translation, FlowWords>>;
  readonly starts: Readonly<Record<string, Start<unknown>>>;
  readonly host?: Host;
  readonly elsewhere?: readonly Host[];
  readonly good?: GoodCase;
  readonly controls: Readonly<Record<string, Control | null>>;
  readonly world: readonly string[];
  readonly shows?: Shows<never>;
  readonly endReceipts?: EndReceipts<never>;
  readonly messages?: Readonly<Record<string, string>>;
  readonly events: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, OutcomeCase<object>>>>>;
}

/** One step of a path: what the walker does to a flow. */
export type Step =
  | { readonly kind: 'start'; readonly name: string }
  /** The member uses a control. */
  | { readonly kind: 'event'; readonly event: string; readonly sample: string }
  /** A call or child flow answers. */
  | { readonly kind: 'outcome'; readonly actor: string; readonly outcome: string }
  /** Time passes until a timer fires. */
  | { readonly kind: 'timer'; readonly delay: string };

/** A situation that a flow can be in: a state together with what is remembered and what runs. */
export interface Node {
  readonly key: string;
  /** The innermost active state as a dotted path. */
  readonly state: string;
  /** All active states, outermost first. */
  readonly active: readonly string[];
  readonly snapshot: AnyMachineSnapshot;
  readonly tags: readonly string[];
  readonly meta: StepMeta | null;
  /** The calls and child flows that run, by their names in the chart. */
  readonly running: readonly string[];
  readonly timers: readonly string[];
  readonly status: AnyMachineSnapshot['status'];
}

export interface Edge {
  /** Key of the node that it leaves; null for a start. */
  readonly from: string | null;
  readonly to: string;
  readonly step: Step;
  /** The transitions of the chart that it takes, eventless ones included. */
  readonly fired: readonly string[];
  /** What it asks the app to do, such as storing a checkpoint. */
  readonly effects: readonly Effect[];
  /** The calls and child flows that it starts; one that was already running and is listed here starts over. */
  readonly started: readonly string[];
  /** What each of those was given. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** The graph of everything that can happen to a flow, given its cases. */
export interface Graph {
  readonly id: string;
  readonly cases: AnyCases;
  readonly nodes: ReadonlyMap<string, Node>;
  readonly edges: readonly Edge[];
}

/** What a port rejects with: no answer, or an undocumented one. Each is an outcome of every call. */
export const failures: Readonly<Record<string, object>> = {
  networkError: { unreachable: true },
  undocumentedReply: { undocumented: true },
};

/** Explores a flow breadth first from all its starts. Pure: nothing runs, no time passes. */
export function explore(cases: AnyCases): Graph {
  const { machine } = cases;
  const probing = probe(machine);
  const nodes = new Map<string, Node>();
  const edges: Edge[] = [];
  const queue: Node[] = [];
  const arrive = (from: string | null, step: Step, { snapshot, ...rest }: Landing): void => {
    const node = nodeOf(snapshot);
    if (!nodes.has(node.key)) {
      nodes.set(node.key, node);
      queue.push(node);
    }
    edges.push({ from, to: node.key, step, ...rest });
  };

  for (const [name, { input }] of Object.entries(cases.starts))
    arrive(null, { kind: 'start', name }, probing.start(input));
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const [step, event] of stepsFrom(node.snapshot, cases))
      arrive(node.key, step, probing.step(node.snapshot, event));
  }
  return { id: machine.id, cases, nodes, edges };
}

/** What can happen in `snapshot`, with the event that makes it happen. */
export function stepsFrom(snapshot: AnyMachineSnapshot, cases: AnyCases): readonly (readonly [Step, AnyEventObject])[] {
  if (snapshot.status !== 'active') return [];
  const pressed = Object.entries(cases.events).flatMap(([type, samples]) =>
    Object.entries(samples).map(
      ([sample, payload]) =>
        [
          { kind: 'event', event: type, sample },
          { ...payload, type },
        ] as const,
    ),
  );
  const answered = runningIn(snapshot).flatMap(({ id, src }) => {
    const documented = Object.entries(cases.outcomes[src] ?? {}).filter(
      ([, answer]) => answer.when?.(snapshot.context as never) ?? true,
    );
    const done = documented.map(
      ([outcome, { output }]) => [{ kind: 'outcome', actor: id, outcome }, doneEvent(id, output)] as const,
    );
    // A child flow ends with an output and never rejects.
    const failed = isCall(cases.machine, src) ? Object.entries(failures) : [];
    return [
      ...done,
      ...failed.map(([outcome, error]) => [{ kind: 'outcome', actor: id, outcome }, errorEvent(id, error)] as const),
    ];
  });
  const timed = timersOf(snapshot).map(({ delay, event }) => [{ kind: 'timer', delay }, event] as const);
  return [...pressed.filter(([, event]) => snapshot.can(event as AnyEventObject)), ...answered, ...timed];
}

/** Whether the actor `src` of a chart is a call, not a child flow. */
export function isCall(machine: AnyStateMachine, src: string): boolean {
  const logic = machine.implementations.actors[src];
  return !(typeof logic === 'object' && logic !== null && 'states' in logic);
}

/** The node for `snapshot`. */
export function nodeOf(snapshot: AnyMachineSnapshot): Node {
  const active = activeStates(snapshot);
  const running = runningIn(snapshot).map(({ id }) => id);
  const metas = snapshot.getMeta() as Record<string, StepMeta | undefined>;
  const described = active.findLast(({ id }) => metas[id] !== undefined);
  const path = active.map(pathOf).slice(1);
  return {
    key: keyOf(snapshot),
    state: path.at(-1) ?? '(any)',
    active: path,
    snapshot,
    tags: [...snapshot.tags].toSorted(),
    meta: described === undefined ? null : (metas[described.id] ?? null),
    running,
    timers: timersOf(snapshot).map(({ delay }) => delay),
    status: snapshot.status,
  };
}

/** The identity of a situation: state, context, history, what runs, and how it ended. */
export function keyOf(snapshot: AnyMachineSnapshot): string {
  const running = runningIn(snapshot).map(({ id }) => id);
  const history = Object.entries(snapshot.historyValue ?? {}).map(([id, nodes]) => [id, nodes.map(pathOf)]);
  return JSON.stringify([
    snapshot.value,
    snapshot.context,
    running.toSorted(),
    history,
    snapshot.status,
    snapshot.output ?? null,
  ]);
}

/** A step in a few words, the same in path listings, tables and failure messages. */
export function stepLabel(step: Step): string {
  if (step.kind === 'start') return `start ${step.name}`;
  if (step.kind === 'event')
    return ['press', 'filled', 'here'].includes(step.sample) ? step.event : `${step.event} (${step.sample})`;
  if (step.kind === 'timer') return `after ${step.delay}`;
  return `${step.outcome in failures ? '✗' : '✓'} ${step.actor} [${step.outcome}]`;
}
