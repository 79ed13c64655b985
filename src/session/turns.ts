import type { NotedTurnsOptions } from './noted-turns.ts';

/** What of the browser's locks is used. */
export type Locks = Pick<LockManager, 'request'>;

/** Runs a task in one tab at a time. */
export type InOneTab = <T>(task: () => Promise<T>) => Promise<T>;

/** Turns by the browser's locks; without them by a note that the tabs share, whose code is fetched when the first turn is asked for. */
export function createTurns(locks: Locks | null, options: NotedTurnsOptions): InOneTab {
  if (locks !== null) return (task) => locks.request('perch.session', task) as ReturnType<typeof task>;
  return async (task) => (await import('./noted-turns.ts')).createNotedTurns(options)(task);
}
