// Looks at something that may not answer, for watchers who ask often and must have an answer in time.

export type Look<T> =
  | { readonly kind: 'seen'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'late' };

export interface LookOptions {
  /** How long a watcher waits; who asks later waits for the same answer, since there is only one reading at a time. */
  readonly longestMs: number;
  /** How long an answer is given to others who ask. */
  readonly keptMs: number;
}

/** However many watchers ask, and however long an answer takes: one reading at a time, no more often than asked. */
export function createLooks<T>(read: () => Promise<T>, { longestMs, keptMs }: LookOptions): () => Promise<Look<T>> {
  let running: Promise<Look<T>> | null = null;
  let last: { readonly at: number; readonly look: Look<T> } | null = null;
  const begin = () =>
    read()
      .then(
        (value): Look<T> => ({ kind: 'seen', value }),
        (error: unknown): Look<T> => ({ kind: 'failed', error }),
      )
      .then((look) => {
        last = { at: performance.now(), look };
        running = null;
        return look;
      });
  return async () => {
    if (last !== null && performance.now() - last.at < keptMs) return last.look;
    running ??= begin();
    return inTime(running, longestMs);
  };
}

async function inTime<T>(running: Promise<Look<T>>, longestMs: number): Promise<Look<T>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Look<T>>((resolve) => (timer = setTimeout(() => resolve({ kind: 'late' }), longestMs)));
  return Promise.race([running, late]).finally(() => clearTimeout(timer));
}
