// Watches the queries that run on behalf of some work, such as a call: which, and how long they took.
import { AsyncLocalStorage } from 'node:async_hooks';

/** What the database is asked for: a statement, or a connection out of the pool. */
export type WatchedQuery = { readonly statement: string } | 'connection';

/** Is told as something is asked for; the function that it returns is called when that is answered or has failed. */
export type QueryWatcher = (asked: WatchedQuery) => (failure: unknown) => void;

const watchers = new AsyncLocalStorage<QueryWatcher | null>();

/** Runs some work; the watcher learns of everything that it asks the database for. */
export function watchQueries<T>(watcher: QueryWatcher, work: () => T): T {
  return watchers.run(watcher, work);
}

/** Runs some work of which the watcher learns nothing, such as preparing a connection while it waits for one. */
export function unwatched<T>(work: () => T): T {
  return watchers.run(null, work);
}

/** The watcher of the present work; null if nobody watches it. */
export function presentWatcher(): QueryWatcher | null {
  return watchers.getStore() ?? null;
}

/** Tells the watcher of the present work when an answer is there. */
export function watchAnswer(asked: WatchedQuery, answer: Promise<unknown>): void {
  const watcher = presentWatcher();
  if (watcher === null) return;
  const done = watcher(asked);
  answer.then(() => done(null), done);
}
