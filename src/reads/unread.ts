import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { useServices } from '#src/services/services.ts';
import { dataOf } from './answers.ts';

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
