import { createNews } from './news.ts';

/** Something that was read from the server, and when, in milliseconds since 1970 by this device's clock. */
export interface LastReading {
  readonly value: unknown;
  readonly at: number;
}

/** When a reading began, and how much had happened in this tab by then. */
export interface Beginning {
  /** In milliseconds since 1970, by this device's clock, which may be set back. */
  readonly at: number;
  /** How many acts and changes there had been, which the clock cannot tell. */
  readonly acts: number;
  /** How many members had been forgotten. */
  readonly members: number;
}

/**
 * What the pages have read, in memory and only as long as the session lasts: what a page begins with when it is opened
 * again, what it shows while the server is unreachable, and which of it is stale.
 */
export interface Readings {
  /** Called when a reading begins. */
  readonly begin: () => Beginning;
  /**
   * Stores what was read under a key that includes everything it depends on. What was read for a member who has been
   * forgotten meanwhile is not kept.
   */
  readonly keep: (key: string, value: unknown, began: Beginning) => void;
  readonly last: (key: string) => LastReading | null;
  /** The last reading under a key if it began after everything that may have changed it; null otherwise. */
  readonly current: (key: string) => LastReading | null;
  /** Notes that the member did or learned something: whatever began to be read before may have changed. */
  readonly outdate: () => void;
  /** Notes that a part of the page shows something stale, read at that time; null if it is up to date or gone. */
  readonly mark: (part: object, at: number | null) => void;
  /** When the oldest stale part was read; null if everything is up to date. */
  readonly oldest: () => number | null;
  /** Calls the listener when `oldest` may have changed. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks every part that shows something stale to read again. */
  readonly readAgain: () => void;
  readonly onReadAgain: (listener: () => void) => () => void;
  /** The next member must not see what this one has read. */
  readonly forgetAll: () => void;
}

/** More than a member opens in one visit; beyond it the oldest is dropped. */
const MOST = 60;

/** Nothing read yet. */
export function createReadings(now: () => number): Readings {
  const known = new Map<string, LastReading & Pick<Beginning, 'acts'>>();
  const old = new Map<object, number>();
  let acts = 0;
  let members = 0;
  const changes = createNews<void>();
  const requests = createNews<void>();
  return {
    begin: () => ({ at: now(), acts, members }),
    keep(key, value, began) {
      if (began.members !== members) return;
      known.delete(key);
      known.set(key, { value, at: began.at, acts: began.acts });
      const [first] = known.keys();
      if (known.size > MOST && first !== undefined) known.delete(first);
    },
    last: (key) => known.get(key) ?? null,
    current(key) {
      const reading = known.get(key);
      return reading?.acts === acts ? reading : null;
    },
    outdate: () => void (acts += 1),
    mark(part, at) {
      if ((old.get(part) ?? null) === at) return;
      if (at === null) old.delete(part);
      else old.set(part, at);
      changes.tell();
    },
    oldest: () => (old.size === 0 ? null : Math.min(...old.values())),
    subscribe: changes.subscribe,
    readAgain: () => requests.tell(),
    onReadAgain: requests.subscribe,
    forgetAll() {
      known.clear();
      members += 1;
    },
  };
}
