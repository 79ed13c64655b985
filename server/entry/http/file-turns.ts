// Whose file is made next: one at a time, since each takes some seconds of a core and the fonts that it is set in.
import { createTurns } from './turns.ts';

/** What a file is made of, and how. */
export interface FileWork<Content, Made> {
  /** What is asked of the database, which refuses what can't be made before anybody waits for it. */
  readonly read: () => Promise<Content>;
  readonly make: (content: Content) => Promise<Made>;
  /** Aborted when the caller has gone: the file is not begun then, and may end with the signal's reason. */
  readonly over: AbortSignal;
}

export interface FileTurns {
  /**
   * Makes a file of a member once it is their turn.
   *
   * @throws Problem too_many_requests if one of theirs is being made or waits, unavailable if the others take too long
   * or the caller has gone
   */
  take<Content, Made>(memberId: string, work: FileWork<Content, Made>): Promise<Made>;
}

/** As long as files take that others have asked for; with the caller's own, less than the 15 s that the app waits. */
const LONGEST_WAIT_MS = 10_000;
/** The one queue of all members, each of whom is in it once at most. */
const FILES = 'files';

/**
 * Turns among members, who follow one another in the order in which they asked. Whoever asks again and again gets every
 * second file at most and keeps another member waiting for one of theirs; what they ask for meanwhile is refused.
 *
 * @param options.longestMs how long a member waits for the others
 */
export function createFileTurns({ longestMs = LONGEST_WAIT_MS }: { longestMs?: number } = {}): FileTurns {
  const ofMember = createTurns({ atMost: 1, mostWaiting: 0 });
  const ofAll = createTurns({ atMost: 1, longestMs });
  return {
    take: (memberId, { read, make, over }) =>
      ofMember.take(memberId, async () => {
        const content = await read();
        return ofAll.take(FILES, () => make(content), { over });
      }),
  };
}
