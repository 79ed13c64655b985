import { transition, type AnyStateMachine } from 'xstate';

/** What every status of a record declares about itself. */
export interface StatusMeta {
  /** Ids of the rules that the status fulfills, such as `D-05`. */
  readonly requirements: readonly string[];
}

/** What moves a record from one status to another. It carries no data, so that the chart alone decides. */
export interface StatusEvent {
  readonly type: string;
}

/**
 * The status of a record after `event`, by its lifecycle; null if the lifecycle has no such step from there. The server
 * stores only a status that this returns, so a record moves only as the chart allows.
 *
 * @throws RangeError if `status` is not one of the lifecycle's
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
