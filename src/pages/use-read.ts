import { useCallback, useEffect, useState } from 'react';
import type { Problem } from '#machines/chart/problem.ts';
import { problemOfFailure } from './answers.ts';
import { useComeback } from './use-comeback.ts';

/** A single read, as a page shows it. */
export type Read<T> = { state: 'loading' } | { state: 'failed'; problem: Problem } | { state: 'ready'; value: T };

export interface Reading<T> {
  readonly result: Read<T>;
  /** Reads again from the beginning, after a failure. */
  readonly retry: () => void;
  /** Reads again while what was read is still shown, after a change. */
  readonly refresh: () => void;
}

const MS_PER_SECOND = 1000;

/**
 * Runs `read` when the page opens, again when it is asked to, and by itself when the network or the club comes back after a failure.
 * `read` must be the same function from render to render. A read is no flow: it has no machine.
 *
 * @param againAfter seconds after which what was read is looked at once more while the page is in view, or null where it is final;
 *   a look that fails changes nothing that is shown
 */
export function useRead<T>(read: (signal: AbortSignal) => Promise<T>, againAfter?: (value: T) => number | null): Reading<T> {
  const [result, setResult] = useState<Read<T>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const refresh = useCallback(() => setAttempt((count) => count + 1), []);
  const retry = useCallback(() => {
    setResult({ state: 'loading' });
    refresh();
  }, [refresh]);

  useEffect(() => {
    const stop = new AbortController();
    read(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setResult({ state: 'ready', value });
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setResult({ state: 'failed', problem: problemOfFailure(error) });
      },
    );
    return () => stop.abort();
  }, [read, attempt]);

  useComeback(result.state === 'failed', retry);

  const seconds = result.state === 'ready' ? (againAfter?.(result.value) ?? null) : null;
  useEffect(() => {
    if (seconds === null) return;
    const stop = new AbortController();
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      read(stop.signal).then((value) => !stop.signal.aborted && setResult({ state: 'ready', value }), () => undefined);
    };
    const timer = setInterval(look, seconds * MS_PER_SECOND);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [read, attempt, seconds]);

  return { result, retry, refresh };
}
