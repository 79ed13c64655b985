import { createNews } from './news.ts';

/** Something that was read from the server, and when, in milliseconds since 1970 by this device's clock. */
export interface LastReading {
  readonly value: unknown;
  readonly at: number;
}

/**
 * What the pages have read, in memory and only as long as the session lasts: what a page shows while the server is
 * unreachable, and which of it is stale.
 */
export interface Readings {
  /** Stores a reading under a key that includes everything it depends on. */
  readonly keep: (key: string, reading: LastReading) => void;
  readonly last: (key: string) => LastReading | null;
  /** The last reading under a key if it began after everything that the member did since; null otherwise. */
  readonly current: (key: string) => LastReading | null;
  /** Notes that the member did something, which may have changed whatever was read before. */
  readonly outdate: (at: number) => void;
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
export function createReadings(): Readings {
  const known = new Map<string, LastReading>();
  const old = new Map<object, number>();
  let actedAt = -Infinity;
  const changes = createNews<void>();
  const requests = createNews<void>();
  return {
    keep(key, reading) {
      known.delete(key);
      known.set(key, reading);
      const [first] = known.keys();
      if (known.size > MOST && first !== undefined) known.delete(first);
    },
    last: (key) => known.get(key) ?? null,
    current(key) {
      const reading = known.get(key);
      return reading !== undefined && reading.at > actedAt ? reading : null;
    },
    outdate: (at) => void (actedAt = Math.max(actedAt, at)),
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
    forgetAll: () => known.clear(),
  };
}
