// Records what the flows of a page do: every event that took a transition, with the transitions' names and where they
// led.
import type { AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from 'xstate';
import { transitionNames } from '#machines/graph/internals.ts';
import { createRecorder, type Recorder } from '#src/recorder/recorder.ts';

/** One event that a flow took. */
export interface Taken {
  readonly flow: string;
  readonly event: string;
  readonly fired: readonly string[];
  readonly snapshot: AnyMachineSnapshot;
}

/** The recorder of a walk. */
export interface Watch {
  readonly recorder: Recorder;
  /** What a flow has done since the last check. */
  readonly news: (flow: string) => readonly Taken[];
  /** Marks the first `count` of a flow's news as checked. */
  readonly read: (flow: string, count: number) => void;
  /** The flow's current snapshot; undefined before it begins. */
  readonly last: (flow: string) => AnyMachineSnapshot | undefined;
  /** Forgets everything, on a reload. */
  readonly clear: () => void;
}

type Heard = (event: InspectionEvent) => readonly string[];

/** Listens to all flows of a page. */
export function createWatch(now: () => number): Watch {
  const recorder = createRecorder(now);
  const names = new WeakMap<object, Heard>();
  const pending = new WeakMap<object, string[]>();
  const begun = new WeakSet<object>();
  const last = new Map<string, AnyMachineSnapshot>();
  let taken: Taken[] = [];

  const inspect = (event: InspectionEvent): void => {
    recorder.inspect(event);
    const { actorRef } = event;
    if (event.type === '@xstate.microstep')
      pending.set(actorRef, [...(pending.get(actorRef) ?? []), ...heardOf(names, actorRef)(event)]);
    if (event.type !== '@xstate.snapshot' || !('machine' in event.snapshot)) return;
    const snapshot = event.snapshot as AnyMachineSnapshot;
    const fired = pending.get(actorRef) ?? [];
    pending.delete(actorRef);
    // In strict mode React starts an actor twice, and an event that the chart does not handle leads nowhere.
    const first = event.event.type === 'xstate.init' && !begun.has(actorRef);
    begun.add(actorRef);
    if (!first && fired.length === 0) return;
    last.set(snapshot.machine.id, snapshot);
    taken.push({ flow: snapshot.machine.id, event: event.event.type, fired, snapshot });
  };

  return {
    recorder: { ...recorder, inspect },
    news: (flow) => taken.filter((each) => each.flow === flow),
    read: (flow, count) => {
      const known = new Set(taken.filter((each) => each.flow === flow).slice(0, count));
      taken = taken.filter((each) => !known.has(each));
    },
    last: (flow) => last.get(flow),
    clear: () => {
      taken = [];
      last.clear();
    },
  };
}

/** The transition names of an actor's own chart: providing ports makes a new chart object. */
function heardOf(names: WeakMap<object, Heard>, actorRef: object): Heard {
  const { logic } = actorRef as { readonly logic?: AnyStateMachine };
  if (logic === undefined || !('states' in logic)) return () => [];
  const known = names.get(logic) ?? transitionNames(logic);
  names.set(logic, known);
  return known;
}
