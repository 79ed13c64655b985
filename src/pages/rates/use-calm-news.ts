import { useEffect, useRef, useState } from 'react';

/**
 * A screen reader is told of changes this often at most: prices that move every second must not talk over everything
 * else.
 */
const QUIET_MS = 60_000;

/**
 * What to say of `state` to somebody who listens: nothing of the first one, then `words` of what has changed since it
 * was last said, and not before the quiet time since then is over.
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
