// What the members' frame knows for the pages in it: what the server tells this tab of the member's own, which is that
// something has changed and never what, and how much is unread. One file, since the first page would have to name
// another chunk.
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { useServices } from '#src/services/services.ts';
import { dataOf } from './answers.ts';

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
 * that is shown is made again. A list without any changes only with an act of the member, slowly, or for everybody.
 */
export const TOLD_OF: Readonly<Record<string, readonly Told[]>> = {
  wallet: ['balances', 'statuses'],
  days: ['balances'],
  stakes: ['balances', 'statuses'],
  'last activity': ['balances', 'statuses'],
  history: ['balances', 'statuses'],
  receipt: ['balances', 'statuses'],
  member: ['statuses'],
  'referral earnings': ['balances'],
  inquiries: ['inquiries'],
  inquiry: ['inquiries'],
  activity: [],
  contents: [],
  addresses: [],
  'down lines': [],
  'email phrase': [],
  news: [],
  'no rates': [],
  notices: ['notices'],
  organization: [],
  'rates of home': [],
  rules: [],
  sales: [],
  search: [],
  sessions: [],
  'way up': [],
  'withdrawal options': [],
};

const NOTHING: readonly Told[] = [];

/** The parts of the member's own that a reading with this key shows. */
export function toldOf(key: string): readonly Told[] {
  const begins = Object.keys(TOLD_OF).filter((each) => key === each || key.startsWith(`${each} `));
  return TOLD_OF[begins.toSorted((one, other) => other.length - one.length)[0] ?? ''] ?? NOTHING;
}

/** How many notices are unread, according to the last response. */
export interface Unread {
  readonly count: number;
  readonly keep: (count: number) => void;
}

export const UnreadContext = createContext<Unread>({ count: 0, keep: () => undefined });

/** The count that the frame shows, for pages whose calls return a newer one. */
export function useUnread(): Unread {
  return useContext(UnreadContext);
}

/**
 * Loads the count once, when the frame appears around a member's page; a page that outlives its session has none. A
 * count that cannot be loaded is not shown: it is a hint, and no page waits for it.
 */
export function useUnreadCount(): Unread {
  const { api, session } = useServices();
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (session.tokens() === null) return undefined;
    const stop = new AbortController();
    dataOf(api.GET('/news', { signal: stop.signal })).then(
      ({ unread }) => {
        if (!stop.signal.aborted) setCount(unread);
      },
      () => undefined,
    );
    return () => stop.abort();
  }, [api, session]);
  const keep = useCallback((next: number) => setCount(next), []);
  return { count, keep };
}

/** How often the count is asked for while no stream tells of it, in milliseconds. */
const COUNT_EVERY_MS = 60_000;

/**
 * How many notices the member has not read, for the bell: asked for when the frame appears, when the server tells of a
 * change, and now and then without a stream. Like the count of the news, it is a hint.
 */
export function useNoticeCount(live: Live): Unread {
  const { api, session, now } = useServices();
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (session.tokens() === null) return undefined;
    const stop = new AbortController();
    let askedAt = 0;
    const ask = () => {
      askedAt = now();
      dataOf(api.GET('/notices/unread', { signal: stop.signal })).then(
        ({ unread }) => {
          if (!stop.signal.aborted) setCount(unread);
        },
        () => undefined,
      );
    };
    ask();
    const stopTold = live.subscribe((changed) => changed.has('notices') && ask());
    const timer = setInterval(() => {
      const isDue = document.visibilityState !== 'hidden' && session.tokens() !== null && !live.covers(askedAt);
      if (isDue) ask();
    }, COUNT_EVERY_MS);
    return () => {
      stop.abort();
      stopTold();
      clearInterval(timer);
    };
  }, [api, session, now, live]);
  const keep = useCallback((next: number) => setCount(next), []);
  return { count, keep };
}

export const NoticesContext = createContext<Unread>({ count: 0, keep: () => undefined });

/** The count of the bell, for the list, whose calls return a newer one. */
export function useUnreadNotices(): Unread {
  return useContext(NoticesContext);
}
