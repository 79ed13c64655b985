// Limits how many calls run at a time of those that share a key, such as a member. Otherwise calls that wait for a row
// of their member would take every connection and block everybody else's calls.
import { Problem } from '#server/platform/contract/problems.ts';
import { RETRY_SECONDS } from './errors.ts';

export interface Turns {
  /**
   * Runs a call once it is its turn.
   *
   * @param key whose turns they are, such as a member's id; null for a call that waits for no others
   * @param options.over aborted when the caller has gone, who waits no longer then; work may end with its reason
   * @throws Problem unavailable if that takes too long or the caller has gone, too_many_requests if no more may wait;
   * each says when to try again
   */
  take<T>(key: string | null, work: () => Promise<T>, options?: { readonly over?: AbortSignal }): Promise<T>;
}

/** As long as a call waits for a connection. */
const LONGEST_WAIT_MS = 10_000;

interface Waiting {
  readonly go: () => void;
}

/**
 * @param options.atMost calls of a key at a time; the others wait in their order
 * @param options.longestMs how long they wait
 * @param options.mostWaiting how many wait; none where a call is refused at once unless it can run
 */
export function createTurns({
  atMost,
  longestMs = LONGEST_WAIT_MS,
  mostWaiting = Number.POSITIVE_INFINITY,
}: {
  atMost: number;
  longestMs?: number;
  mostWaiting?: number;
}): Turns {
  const queues = new Map<string, { working: number; waiting: Waiting[] }>();
  const enter = (key: string, over: AbortSignal | undefined): Promise<void> => {
    if (over?.aborted === true) return Promise.reject(unavailable());
    const queue = queues.get(key) ?? { working: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.working < atMost) {
      queue.working += 1;
      return Promise.resolve();
    }
    if (queue.waiting.length >= mostWaiting)
      return Promise.reject(new Problem('too_many_requests', { retryAfterSeconds: RETRY_SECONDS }));
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        over?.removeEventListener('abort', giveUp);
      };
      const waiting: Waiting = {
        go: () => {
          settle();
          resolve();
        },
      };
      const giveUp = () => {
        settle();
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
        reject(unavailable());
      };
      const timer = setTimeout(giveUp, longestMs);
      over?.addEventListener('abort', giveUp);
      queue.waiting.push(waiting);
    });
  };
  const leave = (key: string) => {
    const queue = queues.get(key);
    if (queue === undefined) return;
    const next = queue.waiting.shift();
    // The place passes directly to the next call.
    if (next !== undefined) return next.go();
    queue.working -= 1;
    if (queue.working === 0) queues.delete(key);
  };
  return {
    take: async (key, work, { over } = {}) => {
      if (key === null) return work();
      await enter(key, over);
      try {
        return await work();
      } catch (error) {
        throw over?.aborted === true && error === over.reason ? unavailable() : error;
      } finally {
        leave(key);
      }
    },
  };
}

const unavailable = () => new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS });
