/** How often members were led back because the club was found open. */
export interface Openings {
  /** The club was found open. */
  readonly note: () => void;
  /** Whether that happened so often lately that it can't be true for every call. */
  readonly areMany: () => boolean;
}

/** A member who presses again at once meets fewer than these. */
const MANY = 3;
const LATELY_MS = 60_000;

/**
 * Servers may disagree about maintenance, as while it begins or ends: one refuses a call, another says that the club is
 * open. What repeats itself when it is open again, such as a read, would lead the member to and fro as fast as the
 * network is.
 *
 * @param now the device's clock, in milliseconds since 1970; it may be set back
 */
export function createOpenings(now: () => number): Openings {
  let times: readonly number[] = [];
  return {
    note: () => void (times = [...times, now()].slice(-MANY)),
    areMany() {
      const at = now();
      return times.filter((time) => time <= at && at - time < LATELY_MS).length >= MANY;
    },
  };
}
