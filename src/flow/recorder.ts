import type { AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { stateName } from './step.ts';

/** One line of a session's log: which event a flow took, and where it led. No payload, so nothing that was typed. */
export interface LogEntry {
  readonly flow: string;
  /** The event as the chart names it: `CONFIRM`, `xstate.done.actor.createToken`, … */
  readonly event: string;
  /** The kind of answer, where the event carries one. */
  readonly outcome: string | null;
  /** The state that it led to. */
  readonly state: string;
  readonly at: number;
}

/** Writes down what the flows of a page do, for testers who replay it and for analysts who watch it. */
export interface Recorder {
  readonly inspect: (event: InspectionEvent) => void;
  readonly log: readonly LogEntry[];
}

/** As much as a long test session needs; older lines are dropped. */
const capacity = 5_000;

/** A recorder; `onEntry` is told of every line as it is written. */
export function createRecorder(now: () => number, onEntry: (entry: LogEntry) => void = () => {}): Recorder {
  const log: LogEntry[] = [];
  return {
    log,
    inspect(inspected) {
      if (inspected.type !== '@xstate.snapshot' || !('machine' in inspected.snapshot)) return;
      const snapshot = inspected.snapshot as AnyMachineSnapshot;
      const entry: LogEntry = {
        flow: snapshot.machine.id,
        event: inspected.event.type,
        outcome: outcomeKind(inspected.event),
        state: stateName(snapshot),
        at: now(),
      };
      if (log.push(entry) > capacity) log.shift();
      onEntry(entry);
    },
  };
}

function outcomeKind(event: object): string | null {
  const output = (event as { output?: { kind?: unknown } }).output;
  if (typeof output?.kind === 'string') return output.kind;
  if (!('error' in event)) return null;
  return typeof event.error === 'object' && event.error !== null && 'undocumented' in event.error ? 'undocumentedReply' : 'networkError';
}
