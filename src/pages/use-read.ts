import { useCallback, useEffect, useState } from 'react';

/** A single read, as a page shows it. */
export type Read<T> = { state: 'loading' } | { state: 'failed' } | { state: 'ready'; value: T };

/**
 * Runs `read` when the page opens, again when it is asked to, and by itself when the network comes back after a failure.
 * `read` must be the same function from render to render. A read is no flow: it has no machine.
 */
export function useRead<T>(read: (signal: AbortSignal) => Promise<T>): { result: Read<T>; retry: () => void } {
  const [result, setResult] = useState<Read<T>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => {
    setResult({ state: 'loading' });
    setAttempt((count) => count + 1);
  }, []);

  useEffect(() => {
    const stop = new AbortController();
    read(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setResult({ state: 'ready', value });
      },
      () => {
        if (!stop.signal.aborted) setResult({ state: 'failed' });
      },
    );
    return () => stop.abort();
  }, [read, attempt]);

  const failed = result.state === 'failed';
  useEffect(() => {
    if (!failed) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [failed, retry]);

  return { result, retry };
}
