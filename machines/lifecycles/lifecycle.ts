import { transition, type AnyStateMachine } from 'xstate';

/** What every status of a record says of itself. */
export interface StatusMeta {
  /** Ids of the rules that the status fulfils, such as `D-05`. */
  readonly requirements: readonly string[];
}

/** What moves a record from one status to another: plain, without data, so that the chart alone decides. */
export interface StatusEvent {
  readonly type: string;
}

/**
 * The status of a record after `event`, by its lifecycle; null if the lifecycle has no such step from there. The server
 * writes a status down only where this gives one, so a record never moves by another way than the chart's.
 *
 * @throws RangeError where `status` is not one of the lifecycle's
 */
export function statusAfter(lifecycle: AnyStateMachine, status: string, event: StatusEvent): string | null {
  if (!(status in lifecycle.states)) throw new RangeError(`${lifecycle.id} has no status ${status}.`);
  const now = lifecycle.resolveState({ value: status, context: {} });
  if (!now.can(event)) return null;
  const [next] = transition(lifecycle, now, event);
  return next.value as string;
}

/** The status that a record begins in. */
export function initialStatus(lifecycle: AnyStateMachine): string {
  return String(lifecycle.root.config.initial);
}

/** The statuses in which a record may still move. */
export function openStatuses(lifecycle: AnyStateMachine): readonly string[] {
  return Object.values(lifecycle.states).flatMap((state) => (state.type === 'final' ? [] : [state.key]));
}
