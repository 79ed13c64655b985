import { createNews } from './news.ts';

/** Something that was read from the server, and when, in milliseconds since 1970 by the clock of this device. */
export interface LastReading {
  readonly value: unknown;
  readonly at: number;
}

/**
 * What the pages have read, for as long as the session lasts and in memory only: what a page shows when the server
 * can't be reached, and which of it is old.
 */
export interface Readings {
  /** Remembers what was read under a name, which says all that it depends on. */
  readonly keep: (key: string, reading: LastReading) => void;
  readonly last: (key: string) => LastReading | null;
  /** A part of the page shows something old, read then; null if it is up to date or gone. */
  readonly mark: (part: object, at: number | null) => void;
  /** When the oldest of what is shown and could not be read again was read; null if all is up to date. */
  readonly oldest: () => number | null;
  /** Told when `oldest` may have changed. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks every part that shows something old to read it again. */
  readonly readAgain: () => void;
  readonly onReadAgain: (listener: () => void) => () => void;
  /** The next member must not see what this one has read. */
  readonly forgetAll: () => void;
}

/** More than a member looks at in one go; the oldest gives way. */
const MOST = 60;

/** Nothing read yet. */
export function createReadings(): Readings {
  const known = new Map<string, LastReading>();
  const old = new Map<object, number>();
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
