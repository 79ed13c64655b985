// When a page refreshes what it has read, and what it shows if that fails: one rule for single readings and for lists.
// What the members' frame knows for the pages in it is here as well, so that flows load no further file for it, and the
// first page names none.
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useServices } from '#src/services/services.ts';
import { useOnline } from '#src/ui/use-online.ts';
import { MS_PER_SECOND } from '#machines/chart/durations.ts';

/** A member who returns to the page sooner sees the value as it is. */
const FRESH_MS = 10 * MS_PER_SECOND;
/** After a failure the page retries automatically, as long as it is in view. */
const RETRY_SECONDS = 30;
/** How old what a page begins with may be, unless its changes are told. */
const KEPT_SECONDS = 30;
/**
 * While every change of the member's own is told, a value is refreshed so often for the rest of what it shows, such as
 * its worth in USD.
 */
const TOLD_SECONDS = 5 * 60;

/** A part of the member's own that changes without this tab. */
export type Told = 'balances' | 'statuses' | 'notices' | 'inquiries';

/** The stream of this tab, as the readings of a page see it. */
export interface Live {
  /** Whether every change since that moment, by the page's clock, is or will be told. */
  readonly covers: (moment: number) => boolean;
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: (changed: ReadonlySet<Told>) => void) => () => void;
}

/** Outside the members' frame nothing is told. */
export const LiveContext = createContext<Live>({ covers: () => false, subscribe: () => () => undefined });

/**
 * What each reading shows of the member's own, by the beginning of its key: as soon as one of these changes, a reading
 * that is shown is made again, and only what is told is kept for longer (`useCurrent`). What is not listed changes only
 * with an act of the member, slowly, or for everybody.
 */
export const TOLD_OF: Readonly<Record<string, readonly Told[]>> = {
  wallet: ['balances', 'statuses'],
  days: ['balances', 'statuses'],
  stakes: ['balances', 'statuses'],
  'last activity': ['balances', 'statuses'],
  history: ['balances', 'statuses'],
  receipt: ['balances', 'statuses'],
  member: ['statuses'],
  'referral earnings': ['balances'],
  inquiries: ['inquiries'],
  inquiry: ['inquiries'],
  notices: ['notices'],
  // Each of its changes is a notice.
  'allow-list': ['notices'],
};

const NOTHING: readonly Told[] = [];

/** The parts of the member's own that a reading with this key shows. */
export function toldOf(key: string): readonly Told[] {
  const entry = Object.entries(TOLD_OF).find(([begin]) => `${key} `.startsWith(`${begin} `));
  return entry?.[1] ?? NOTHING;
}

/** How much is unread, according to the last response. */
export interface Unread {
  readonly count: number;
  readonly keep: (count: number) => void;
}

const NONE: Unread = { count: 0, keep: () => undefined };

/** The unread news. */
export const UnreadContext = createContext(NONE);

/** The unread notices. */
export const NoticesContext = createContext(NONE);

/** The count of the news that the frame shows, for pages whose calls return a newer one. */
export function useUnread(): Unread {
  return useContext(UnreadContext);
}

/** The count of the bell, for the list, whose calls return a newer one. */
export function useUnreadNotices(): Unread {
  return useContext(NoticesContext);
}

export interface Shown {
  /** When what is shown was read; null while nothing is shown. */
  readonly readAt: number | null;
  /** Whether the first reading is on its way: what is told meanwhile may not be in it. */
  readonly isAwaited: boolean;
  /** Whether the last attempt to refresh it failed. */
  readonly isOld: boolean;
  /** Seconds after which it is refreshed, or null if it stays as it is until the member returns to the page. */
  readonly againAfter: number | null;
  /** What of the member's own it shows: when one of these changes, it is refreshed at once. */
  readonly told?: readonly Told[];
}

/**
 * Calls `look` whenever the value may have changed: when the member returns to the page, when the network or the club
 * is back, when the server tells of a change, `againAfter` seconds later while the page is in view, and after a failure
 * until it succeeds. While refreshing fails, it reports the age of the value to the page's frame. `look` is told
 * whether something has happened, or the value is only old.
 */
export function useUpToDate(
  { readAt, isAwaited, isOld, againAfter, told = NOTHING }: Shown,
  look: (hasChanged: boolean) => void,
): void {
  const { club, readings, now } = useServices();
  const live = useContext(LiveContext);
  const online = useOnline();
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });

  /** Something was told before the first reading arrived. */
  const isMissed = useRef(false);

  const isShown = readAt !== null;
  const old = isShown && (isOld || !online) ? readAt : null;
  const [mark] = useState(() => ({}));
  useEffect(() => {
    readings.mark(mark, old);
    return () => readings.mark(mark, null);
  }, [readings, mark, old]);

  useEffect(() => {
    if (readAt === null && !isAwaited) return;
    const again = () => latest.current(true);
    const stopTold = live.subscribe((changed) => {
      if (!told.some((each) => changed.has(each))) return;
      if (readAt === null) isMissed.current = true;
      else again();
    });
    if (readAt === null) return stopTold;
    if (isMissed.current) {
      isMissed.current = false;
      again();
    }
    const ifOlder = () => {
      if (document.visibilityState !== 'hidden' && now() - readAt >= FRESH_MS) latest.current(false);
    };
    const stops = [
      listen(window, 'online', again),
      listen(window, 'focus', ifOlder),
      listen(document, 'visibilitychange', ifOlder),
      club.subscribe((news) => (news === 'open' || (news === 'reached' && isOld)) && again()),
      readings.onReadAgain(again),
      stopTold,
    ];
    return () => stops.forEach((stop) => stop());
  }, [club, readings, now, live, told, readAt, isAwaited, isOld]);

  const seconds = !isShown ? null : isOld ? RETRY_SECONDS : againAfter;
  useEffect(() => {
    if (seconds === null) return;
    const isTold = () =>
      readAt !== null && !isOld && live.covers(readAt) && now() - readAt < TOLD_SECONDS * MS_PER_SECOND;
    const timer = setInterval(
      () => document.visibilityState !== 'hidden' && !isTold() && latest.current(false),
      seconds * MS_PER_SECOND,
    );
    return () => clearInterval(timer);
  }, [seconds, readAt, isOld, live, now]);
}

/**
 * Calls `look` every 30 seconds while the first reading of something has failed and the page is in view: for what shows
 * no failure and has no button, such as a rate. `look` must be the same function from render to render.
 */
export function useRetryOfFailed(isFailed: boolean, look: () => void): void {
  useEffect(() => {
    if (!isFailed) return;
    const timer = setInterval(() => document.visibilityState !== 'hidden' && look(), RETRY_SECONDS * MS_PER_SECOND);
    return () => clearInterval(timer);
  }, [isFailed, look]);
}

/**
 * What a page that is opened again shows at once, while it reads again: what it would show if it had stayed open. That
 * is no older than the next refresh, and nothing that the member did or learned since can have changed it.
 *
 * @param againAfter as in `useRead`
 */
export function useCurrent<T>(
  againAfter?: (value: T) => number | null,
): (key: string) => { readonly value: T; readonly at: number } | null {
  const { readings, now } = useServices();
  const live = useContext(LiveContext);
  return useCallback(
    (key) => {
      const reading = readings.current(key);
      if (reading === null) return null;
      // What is stored under a key is what was read under it.
      const value = reading.value as T;
      const isTold = toldOf(key).length > 0 && live.covers(reading.at);
      const seconds = isTold ? TOLD_SECONDS : Math.min(KEPT_SECONDS, againAfter?.(value) ?? KEPT_SECONDS);
      const age = now() - reading.at;
      return age >= 0 && age < seconds * MS_PER_SECOND ? { value, at: reading.at } : null;
    },
    [readings, now, live, againAfter],
  );
}

function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
