import { useEffect, useRef, useState } from 'react';

/**
 * The shortest time between two announcements to a screen reader: prices that move every second must not drown out
 * everything else.
 */
const QUIET_MS = 60_000;

/**
 * The announcement of changes to `state`: nothing for the first state, then `words` for what has changed since the last
 * announcement, not before the quiet time since then is over.
 */
export function useCalmNews<T>(state: T | null, words: (before: T, now: T) => string | null, quiet = QUIET_MS): string {
  const [said, setSaid] = useState('');
  const latest = useRef({ state, words });
  const last = useRef<T | null>(null);
  useEffect(() => {
    latest.current = { state, words };
    last.current ??= state;
  });
  useEffect(() => {
    const timer = setInterval(() => {
      const { state: now, words: wordsOf } = latest.current;
      if (last.current === null || now === null) return;
      const news = wordsOf(last.current, now);
      if (news === null) return;
      last.current = now;
      setSaid(news);
    }, quiet);
    return () => clearInterval(timer);
  }, [quiet]);
  return said;
}
