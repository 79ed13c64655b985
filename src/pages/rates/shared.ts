/** What a rate says of itself besides its figures. */
export interface Told {
  readonly at: string;
  readonly source: string;
  readonly stale: boolean;
}

/** What several rates have in common, and whether all of the list do. */
export interface Shared extends Pick<Told, 'at' | 'source'> {
  readonly byAll: boolean;
}

const MINUTE_MS = 60_000;
const FEWEST = 2;

const minuteOf = (at: string) => Math.floor(Date.parse(at) / MINUTE_MS);

/** Whether a rate needs no words of its own: it is in date, and has the source and, to the minute, the time. */
export function isShared({ at, source, stale }: Told, shared: Shared | null): boolean {
  return shared !== null && !stale && source === shared.source && minuteOf(at) === minuteOf(shared.at);
}

/**
 * The source and the time that most of the rates have in common, of which a list says them once; the time is the
 * earliest, so that none looks newer than it is. Null if no two of several agree, or all are out of date.
 */
export function sharedOf(rates: readonly Told[]): Shared | null {
  const current = rates.filter(({ stale }) => !stale);
  const likeOne = (one: Told) => current.filter((each) => isShared(each, { ...one, byAll: false }));
  const largest = current.map(likeOne).toSorted((one, other) => other.length - one.length)[0] ?? [];
  const [first] = largest.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  if (first === undefined) return null;
  const byAll = largest.length === rates.length;
  return byAll || largest.length >= FEWEST ? { at: first.at, source: first.source, byAll } : null;
}
