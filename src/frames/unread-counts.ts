// How much is unread, as the frame asks for it: of the news, and of the notices behind the bell.
import { useCallback, useEffect, useRef, useState } from 'react';
import { dataOf } from '#src/reads/answers.ts';
import type { Live, Unread } from '#src/reads/live.ts';
import { useServices } from '#src/services/services.ts';

/**
 * Loads the count once, when the frame appears around a member's page; a page that outlives its session has none. A
 * count that cannot be loaded is not shown: it is a hint, and no page waits for it.
 *
 * @param isTold whether the open page reads the news, and so says the count by itself
 */
export function useUnreadCount(isTold: boolean): Unread {
  const { api, session } = useServices();
  const [count, setCount] = useState(0);
  const isKnown = useRef(false);
  const keep = useCallback((next: number) => {
    isKnown.current = true;
    setCount(next);
  }, []);
  useEffect(() => {
    if (isTold || isKnown.current || session.tokens() === null) return undefined;
    const stop = new AbortController();
    dataOf(api.GET('/news', { signal: stop.signal })).then(
      ({ unread }) => {
        if (!stop.signal.aborted) keep(unread);
      },
      () => undefined,
    );
    return () => stop.abort();
  }, [api, session, isTold, keep]);
  return { count, keep };
}

/** How often the count is asked for while no stream tells of it, in milliseconds. */
const COUNT_EVERY_MS = 60_000;

/**
 * How many notices the member has not read, for the bell: asked for when the frame appears, when the server tells of a
 * change, and now and then without a stream. Like the count of the news, it is a hint. `onMore` is called when there
 * are more than before, with how many there were.
 */
export function useNoticeCount(live: Live, onMore: (before: number, signal: AbortSignal) => void): Unread {
  const { api, session, now } = useServices();
  const [count, setCount] = useState(0);
  /** What the bell has shown last; null before the first response. */
  const known = useRef<number | null>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  const asking = useRef<AbortController | null>(null);
  /** What is known now is newer than whatever an earlier question may still be answered with. */
  const keep = useCallback((next: number) => {
    asking.current?.abort();
    known.current = next;
    setCount(next);
  }, []);
  useEffect(() => {
    if (session.tokens() === null) return undefined;
    const stop = new AbortController();
    let askedAt = 0;
    const ask = () => {
      askedAt = now();
      asking.current?.abort();
      const { signal } = (asking.current = new AbortController());
      dataOf(api.GET('/notices/unread', { signal })).then(
        ({ unread }) => {
          if (signal.aborted) return;
          const before = known.current;
          keep(unread);
          if (before !== null && unread > before) more.current(before, stop.signal);
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
      asking.current?.abort();
      stopTold();
      clearInterval(timer);
    };
  }, [api, session, now, live, keep]);
  return { count, keep };
}
