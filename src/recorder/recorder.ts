import type { AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { stateName } from '#machines/chart/step.ts';

/** One line of a session's log: the event that a flow took, and where it led. No payload, so nothing that was typed. */
export interface LogEntry {
  readonly flow: string;
  /** The event as the chart names it: `CONFIRM`, `xstate.done.actor.createToken`, … */
  readonly event: string;
  /** The kind of outcome, if the event carries one. */
  readonly outcome: string | null;
  /** The state that it led to. */
  readonly state: string;
  readonly at: number;
}

/** Records what the flows of a page do, for testers who replay it and for analysts who watch it. */
export interface Recorder {
  readonly inspect: (event: InspectionEvent) => void;
  /** The lines since the page was loaded. */
  readonly log: readonly LogEntry[];
  /** Calls the listener after every change of the log; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Forgets every line. */
  readonly clear: () => void;
}

/** As much as a long test session needs; older lines are dropped. */
export const LOG_CAPACITY = 5_000;

/** A recorder with an empty log. */
export function createRecorder(now: () => number): Recorder {
  const log: LogEntry[] = [];
  const listeners = new Set<() => void>();
  const tell = (): void => listeners.forEach((listener) => listener());
  return {
    log,
    inspect(inspected) {
      if (inspected.type !== '@xstate.snapshot' || !('machine' in inspected.snapshot)) return;
      const { event } = inspected;
      // Leaving a page stops its flow; that is not a step of the flow.
      if (event.type === 'xstate.stop') return;
      const snapshot = inspected.snapshot as AnyMachineSnapshot;
      if (
        log.push({
          flow: snapshot.machine.id,
          event: event.type,
          outcome: outcomeKind(event),
          state: stateName(snapshot),
          at: now(),
        }) > LOG_CAPACITY
      )
        log.shift();
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear() {
      log.length = 0;
      tell();
    },
  };
}

function outcomeKind(event: object): string | null {
  const output = (event as { output?: { kind?: unknown } }).output;
  if (typeof output?.kind === 'string') return output.kind;
  if (!('error' in event)) return null;
  return typeof event.error === 'object' && event.error !== null && 'undocumented' in event.error
    ? 'undocumentedReply'
    : 'networkError';
}
