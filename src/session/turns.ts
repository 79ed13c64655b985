import { createNotedTurns, type InOneTab, type NotedTurnsOptions } from './noted-turns.ts';

/** What of the browser's locks is used. */
export type Locks = Pick<LockManager, 'request'>;

/** Turns by the browser's locks, or by a note that the tabs share where there are none. */
export function createTurns(locks: Locks | null, options: NotedTurnsOptions): InOneTab {
  return locks === null ? createNotedTurns(options) : (task) => locks.request('perch.session', task) as ReturnType<typeof task>;
}
