// Limits how many calls of one member run at a time. Otherwise calls that wait for a row of their member would take
// every connection and block everybody else's calls.
import { Problem } from '#server/platform/contract/problems.ts';
import { RETRY_SECONDS } from './errors.ts';

export interface MemberTurns {
  /**
   * Runs a call once it is its turn.
   *
   * @throws Problem unavailable if that takes too long, too_many_requests if no more may wait; both say when to try
   * again
   */
  take<T>(memberId: string | null, work: () => Promise<T>): Promise<T>;
}

/** As long as a call waits for a connection. */
const LONGEST_WAIT_MS = 10_000;

interface Waiting {
  readonly go: () => void;
}

/**
 * @param options.atMost calls of a member at a time; the others wait in their order
 * @param options.longestMs how long they wait
 * @param options.mostWaiting how many wait; none where a call is refused at once unless it can run
 */
export function createMemberTurns({
  atMost,
  longestMs = LONGEST_WAIT_MS,
  mostWaiting = Number.POSITIVE_INFINITY,
}: {
  atMost: number;
  longestMs?: number;
  mostWaiting?: number;
}): MemberTurns {
  const members = new Map<string, { working: number; waiting: Waiting[] }>();
  const enter = (memberId: string): Promise<void> => {
    const member = members.get(memberId) ?? { working: 0, waiting: [] };
    members.set(memberId, member);
    if (member.working < atMost) {
      member.working += 1;
      return Promise.resolve();
    }
    if (member.waiting.length >= mostWaiting)
      return Promise.reject(new Problem('too_many_requests', { retryAfterSeconds: RETRY_SECONDS }));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        member.waiting.splice(member.waiting.indexOf(waiting), 1);
        reject(new Problem('unavailable', { retryAfterSeconds: RETRY_SECONDS }));
      }, longestMs);
      member.waiting.push(waiting);
    });
  };
  const leave = (memberId: string) => {
    const member = members.get(memberId);
    if (member === undefined) return;
    const next = member.waiting.shift();
    // The place passes directly to the next call.
    if (next !== undefined) return next.go();
    member.working -= 1;
    if (member.working === 0) members.delete(memberId);
  };
  return {
    take: async (memberId, work) => {
      if (memberId === null) return work();
      await enter(memberId);
      try {
        return await work();
      } finally {
        leave(memberId);
      }
    },
  };
}
