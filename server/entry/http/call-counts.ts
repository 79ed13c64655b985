// Counts calls within a minute, in this process or together with others (decision 0060).
import { isUnavailable } from '#server/platform/db/unavailable.ts';

export const WINDOW_MS = 60_000;

/** Counts that several processes share. */
export interface SharedCounts {
  /** Adds calls to a count and returns what it is now. The count starts over when its minute is. */
  add(name: string, calls: number): Promise<Counted>;
}

/** The calls of all processes within a minute, and how much of it is left. */
export interface Counted {
  calls: number;
  leftMs: number;
}

/** If there are more callers within a minute, those whose window began first are forgotten. */
const MOST_CALLERS = 50_000;
/** Up to this limit, each call is counted among all processes before it is admitted. */
const LARGEST_EXACT_LIMIT = 60;
/** Of a larger limit, a process admits this part by itself before it counts it among all. */
const PARTS = 20;
/** How long a call waits for the shared count of a large limit. */
const LONGEST_WAIT_MS = 2_000;
/** How long a process counts large limits alone once the database has not answered in time, or could not be reached. */
const ALONE_MS = 5_000;
/**
 * Two ends of a window further apart than this belong to different windows; closer ones differ by the network's delay.
 */
const SAME_WINDOW_MS = 1_000;

/** A minute of a caller, as far as this process knows. Its clock is the process's own running time. */
interface Window {
  endsAt: number;
  /** Calls that were counted, of all processes. */
  known: number;
  /** Calls that were admitted here and not counted yet. */
  unsent: number;
  /** Calls that are being counted. */
  sending: number;
  /** Ends when they are. */
  underWay: Promise<void> | null;
  /** Of a small limit, each that is being counted by itself. */
  readonly each: Set<Promise<void>>;
}

/** How many calls a process may admit before it counts them: one of a small limit, a twentieth of a large one. */
export function batchOf(limit: number): number {
  return limit <= LARGEST_EXACT_LIMIT ? 1 : Math.floor(limit / PARTS);
}

/**
 * Counts calls within fixed windows that begin with the first of them. Small limits are exact among all processes. A
 * large limit is exact for one process; of several, each may let up to a twentieth more through, and only one call in
 * fifteen or more costs a statement. A caller who has reached a limit is refused until the minute is over, at no cost.
 */
export class CallCounts {
  private readonly shared: SharedCounts | null;
  private readonly windows = new Map<string, Window>();
  private aloneUntil = 0;

  /** @param shared null: counts in this process alone */
  constructor(shared: SharedCounts | null) {
    this.shared = shared;
  }

  /**
   * Counts one call.
   *
   * @returns null if it is within the limit, else how many milliseconds are left until the next window
   * @throws whatever the database throws, if a small limit can't be counted: the call could not have worked either
   */
  async count(name: string, limit: number): Promise<number | null> {
    const { shared } = this;
    const batch = batchOf(limit);
    for (;;) {
      const now = performance.now();
      const window = this.windowOf(name, now);
      const uncounted = window.sending + window.unsent + 1;
      const calls = window.known + uncounted;
      // Of a small limit several counts are under way at once, and what one of them has answered may include others.
      if (window.known + (batch === 1 ? 1 : uncounted) > limit) return window.endsAt - now;
      if (batch === 1 && calls > limit) {
        await Promise.race(window.each);
        continue;
      }
      if (shared === null || (batch > 1 && now < this.aloneUntil)) {
        window.known += window.unsent + 1;
        window.unsent = 0;
        return null;
      }
      if (uncounted < batch && calls < limit) {
        window.unsent += 1;
        return null;
      }
      // One batch after the other, so that no more than one is admitted and not counted.
      if (batch > 1 && window.underWay !== null) {
        if (!(await inTime(window.underWay))) this.countAlone();
        continue;
      }
      const counting = this.send(shared, { name, window, calls: window.unsent + 1 });
      const ended = counting.then(
        () => undefined,
        () => undefined,
      );
      if (batch === 1) {
        window.each.add(ended);
        return waitOf(await counting.finally(() => window.each.delete(ended)), limit);
      }
      window.underWay = ended;
      return this.withPatience(counting, limit);
    }
  }

  /** Whether a caller has reached a limit, as far as this process knows. Counts nothing. */
  isReached(name: string, limit: number): boolean {
    const window = this.windows.get(name);
    return window !== undefined && window.endsAt > performance.now() && window.known >= limit;
  }

  /** Reading must go on while the database is away or slow, if only to say so (`getStatus`). */
  private async withPatience(counting: Promise<Counted>, limit: number): Promise<number | null> {
    try {
      if (await inTime(counting)) return waitOf(await counting, limit);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
    this.countAlone();
    return null;
  }

  private countAlone(): void {
    this.aloneUntil = performance.now() + ALONE_MS;
  }

  /** Counts calls among all processes, and keeps what it learns. */
  private async send(
    shared: SharedCounts,
    { name, window, calls }: { name: string; window: Window; calls: number },
  ): Promise<Counted> {
    window.unsent = 0;
    window.sending += calls;
    try {
      const counted = await shared.add(name, calls);
      const endsAt = performance.now() + counted.leftMs;
      const isSame = Math.abs(endsAt - window.endsAt) < SAME_WINDOW_MS;
      window.known = isSame ? Math.max(window.known, counted.calls) : counted.calls;
      window.endsAt = endsAt;
      return counted;
    } catch (error) {
      window.known += calls;
      throw error;
    } finally {
      window.sending -= calls;
      window.underWay = null;
    }
  }

  private windowOf(name: string, now: number): Window {
    const running = this.windows.get(name);
    if (running !== undefined && running.endsAt > now) return running;
    const begun = {
      endsAt: now + WINDOW_MS,
      known: 0,
      unsent: 0,
      sending: 0,
      underWay: null,
      each: new Set<Promise<void>>(),
    };
    // Inserted last, so that the first entry of the map is always the oldest.
    this.windows.delete(name);
    this.windows.set(name, begun);
    const [oldest] = this.windows.keys();
    if (this.windows.size > MOST_CALLERS && oldest !== undefined) this.windows.delete(oldest);
    return begun;
  }
}

function waitOf({ calls, leftMs }: Counted, limit: number): number | null {
  return calls <= limit ? null : leftMs;
}

/** Whether something is over soon; if not, it goes on. Failures are passed on. */
async function inTime(work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), LONGEST_WAIT_MS)));
  // It may fail when nobody waits for it any more.
  work.catch(() => undefined);
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}
