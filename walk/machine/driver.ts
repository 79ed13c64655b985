import {
  createActor,
  fromPromise,
  SimulatedClock,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
} from 'xstate';
import { goldenLine, goldenSteps } from '#machines/graph/document.ts';
import {
  failures,
  nodeOf,
  stepLabel,
  type AnyCases,
  type Edge,
  type Graph,
  type Step,
} from '#machines/graph/explore.ts';
import { transitionNames } from '#machines/graph/internals.ts';
import { resumeOf } from '#machines/graph/ways.ts';
import { committedDocument } from '#walk/documents/documents.ts';

/** A call that waits until the path answers it. */
interface Parked {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A running flow whose calls and clock the path controls. */
export interface Rig {
  readonly actor: AnyActorRef & { getSnapshot(): AnyMachineSnapshot; start(): unknown; stop(): unknown };
  readonly clock: SimulatedClock;
  readonly parked: Map<string, Parked>;
  /** The calls and child flows that were started, by name, in order. */
  readonly started: string[];
  /** The checkpoint that the flow has stored. */
  stored: unknown;
  /** Returns the transitions that fired since the last call. */
  readonly fired: () => readonly string[];
}

/** A walk that failed, and at which of its edges: 0 is the start. */
export class WalkFailure extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

/** The step of a walk at which an error was thrown. */
export function stepOf(error: unknown): number {
  return error instanceof WalkFailure ? error.at : 0;
}

export interface WalkOptions {
  /** Another chart instead of the flow's own, to see whether the walk notices. */
  readonly machine?: AnyStateMachine;
  /** The golden lines to compare with; by default those of the committed page. */
  readonly golden?: ReadonlySet<string>;
}

/**
 * Walks edges on the real machine, with parked promises for calls and a simulated clock. After every step the state,
 * the context, the tags and the calls that run must be those that the explored graph promises, and the transitions that
 * fired those of the committed golden table. Returns the rig at the last step, for further checks; stop it afterwards.
 */
export async function walkEdges(
  graph: Graph,
  edges: readonly Edge[],
  place: string,
  options: WalkOptions = {},
): Promise<Rig> {
  const [start, ...steps] = edges;
  if (start?.step.kind !== 'start') throw new Error(`${place} has no start.`);
  const rig = build(graph.cases, graph.cases.starts[start.step.name]?.input, options.machine);
  const golden = options.golden ?? goldenLines(graph.id);
  try {
    rig.actor.start();
    expectNode(graph, rig, start, `${place} at the start`, 0);
    expectGolden(golden, rig, '', start.step, `${place} at the start`, 0);
    for (const [index, edge] of steps.entries()) {
      const before = stateOf(rig);
      const where = `${place}, step ${index + 1} (${stepLabel(edge.step)})`;
      await take(graph.cases, rig, edge.step, where, index + 1);
      expectNode(graph, rig, edge, where, index + 1);
      expectGolden(golden, rig, before, edge.step, where, index + 1);
    }
    return rig;
  } catch (error) {
    rig.actor.stop();
    throw error;
  }
}

/**
 * Walks a path and ends it; returns how many steps it had. Throws a `WalkFailure` at the first step that goes wrong.
 */
export async function walkMachine(
  graph: Graph,
  path: { readonly id: string; readonly edges: readonly Edge[] },
  options: WalkOptions = {},
): Promise<number> {
  const rig = await walkEdges(graph, path.edges, path.id, options);
  rig.actor.stop();
  return path.edges.length - 1;
}

const known = new Map<string, ReadonlySet<string>>();

/** The lines of a flow's committed golden table. */
export function goldenLines(flow: string): ReadonlySet<string> {
  const lines = known.get(flow) ?? new Set(goldenSteps(committedDocument(flow).golden).map(goldenLine));
  known.set(flow, lines);
  return lines;
}

function build(cases: AnyCases, input: unknown, chart: AnyStateMachine = cases.machine): Rig {
  const parked = new Map<string, Parked>();
  const started: string[] = [];
  const clock = new SimulatedClock();
  const actors = Object.fromEntries(
    Object.keys(chart.implementations.actors).map((src) => [
      src,
      fromPromise(({ self }) => {
        started.push(self.id);
        return new Promise((resolve, reject) => parked.set(self.id, { resolve, reject }));
      }),
    ]),
  );
  const fired: string[] = [];
  const actions = {
    saveCheckpoint: (_: unknown, checkpoint: unknown) => void (rig.stored = checkpoint),
    forgetCheckpoint: () => void (rig.stored = null),
  };
  const machine = chart.provide({ actors, actions } as never);
  const heard = transitionNames(machine);
  const inspect = (event: InspectionEvent): void => void fired.push(...heard(event));
  const actor = createActor(machine, { input, clock, inspect } as never) as unknown as Rig['actor'];
  // Without a listener xstate reports an unhandled rejection globally; the comparison reports it better.
  (actor as unknown as { subscribe(observer: { error: () => void }): void }).subscribe({ error: () => {} });
  const rig: Rig = { actor, clock, parked, started, stored: resumeOf(input), fired: () => fired.splice(0) };
  return rig;
}

/** Does one step: sends the event, answers the call, lets time pass. */
export async function take(
  cases: AnyCases,
  { actor, clock, parked }: Rig,
  step: Step,
  place: string,
  at: number,
): Promise<void> {
  if (step.kind === 'event') actor.send(eventOf(cases, step.event, step.sample));
  if (step.kind === 'timer') clock.increment(delayOf(cases, step.delay, actor.getSnapshot()));
  if (step.kind === 'outcome') {
    const call = parked.get(step.actor);
    if (call === undefined) throw new WalkFailure(`${place}: ${step.actor} was never called.`, at);
    parked.delete(step.actor);
    const documented = cases.outcomes[step.actor]?.[step.outcome];
    if (documented !== undefined) call.resolve(documented.output);
    else call.reject(failures[step.outcome]);
    await settled();
  }
}

/** The event of a sample in the case tables. */
export function eventOf(cases: AnyCases, event: string, sample: string): AnyEventObject {
  return { ...cases.events[event]?.[sample], type: event };
}

/** Waits until the promise of an answered call reaches its actor. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
}

/** The milliseconds of a named delay. */
export function delayOf({ machine }: AnyCases, name: string, snapshot: AnyMachineSnapshot): number {
  const delay: unknown = machine.implementations.delays[name];
  if (typeof delay === 'function')
    return (delay as (args: unknown, params: unknown) => number)(
      { context: snapshot.context as object, event: { type: 'none' } },
      undefined,
    );
  return Number(delay ?? name);
}

function stateOf({ actor }: Rig): string {
  return nodeOf(actor.getSnapshot()).state;
}

/** Compares the actor's snapshot with what the graph promises. */
export function expectNode(graph: Graph, { actor }: Rig, { to }: Pick<Edge, 'to'>, place: string, at: number): void {
  const promised = graph.nodes.get(to);
  const snapshot = actor.getSnapshot();
  // The snapshot of a real actor keeps the last children of an ended flow.
  const seen = nodeOf(snapshot);
  const facts = (node: typeof seen | undefined): string =>
    JSON.stringify([
      node?.snapshot.value,
      node?.snapshot.context,
      node?.status,
      node?.tags,
      node?.status === 'active' ? node.running.toSorted() : [],
    ]);
  if (facts(seen) !== facts(promised))
    throw new WalkFailure(`${place}: the machine is in ${facts(seen)}, the graph promises ${facts(promised)}.`, at);
}

function expectGolden(
  golden: ReadonlySet<string>,
  rig: Rig,
  before: string,
  step: Step,
  place: string,
  at: number,
): void {
  const line = goldenLine({ in: before, step: stepLabel(step), fired: rig.fired(), to: stateOf(rig) });
  if (golden.has(line)) return;
  throw new WalkFailure(
    `${place}: "${line}" is not in the golden table. Where the change is wanted, run npm run flows, look at the difference, and commit it.`,
    at,
  );
}
