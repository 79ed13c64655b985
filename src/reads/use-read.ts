import { useCallback, useEffect, useRef, useState } from 'react';
import { isAway, type Problem } from '#machines/chart/problem.ts';
import { useServices } from '#src/services/services.ts';
import { problemOfFailure } from './answers.ts';
import { useComeback } from './use-comeback.ts';
import { useUpToDate } from './use-reading.ts';

/** A single read, as a page shows it. */
export type Read<T> = { state: 'loading' } | { state: 'failed'; problem: Problem } | { state: 'ready'; value: T };

export interface Reading<T> {
  readonly result: Read<T>;
  /** Reads again from the beginning, after a failure. */
  readonly retry: () => void;
  /** Reads again while what was read is still shown, after a change. */
  readonly refresh: () => void;
  /** Puts what an act of the page has answered in place of what was read: it is newer. */
  readonly put: (value: T) => void;
}

interface State<T> {
  /** Of what this is; what was read for another key is never told as this one's. */
  readonly key: string;
  readonly result: Read<T>;
  readonly readAt: number | null;
  readonly isOld: boolean;
}

const unread = (key: string) => ({ key, result: { state: 'loading' }, readAt: null, isOld: false }) as const;

/**
 * Runs `read` when the page opens, again when it is asked to, and by itself as `useUpToDate` says. What was read stays
 * until something newer is there: a look that fails changes nothing but that the frame says how old it is, and a page
 * that is opened without a network shows what was last read under its key. `read` must be the same function from render
 * to render. A read is no flow: it has no machine.
 *
 * @param key a name of what is read, with all that it depends on
 * @param againAfter seconds after which what was read is looked at once more while the page is in view, or null if it
 *   is final
 */
export function useRead<T>(
  key: string,
  read: (signal: AbortSignal) => Promise<T>,
  againAfter?: (value: T) => number | null,
): Reading<T> {
  const { readings, now } = useServices();
  const [state, setState] = useState<State<T>>(unread(key));
  const running = useRef<AbortController | null>(null);

  const put = useCallback(
    (value: T) => {
      running.current?.abort();
      const at = now();
      readings.keep(key, { value, at });
      setState((before) => ({ key, result: sameOr(before.result, value), readAt: at, isOld: false }));
    },
    [key, readings, now],
  );
  const refresh = useCallback(() => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    read(signal).then(
      (value) => {
        if (!signal.aborted) put(value);
      },
      (error: unknown) => {
        if (!signal.aborted)
          setState((before) => afterFailure(before, key, problemOfFailure(error), () => readings.last(key)));
      },
    );
  }, [key, read, put, readings]);
  const retry = useCallback(() => {
    setState(unread(key));
    refresh();
  }, [key, refresh]);

  useEffect(() => {
    refresh();
    return () => running.current?.abort();
  }, [refresh]);

  const { result, readAt, isOld } = state.key === key ? state : unread(key);
  useComeback(result.state === 'failed', retry);
  useUpToDate(
    { readAt, isOld, againAfter: result.state === 'ready' ? (againAfter?.(result.value) ?? null) : null },
    refresh,
  );
  return { result, retry, refresh, put };
}

/** The same object where nothing has changed, so that nothing is drawn again. */
function sameOr<T>(before: Read<T>, value: T): Read<T> {
  return before.state === 'ready' && JSON.stringify(before.value) === JSON.stringify(value)
    ? before
    : { state: 'ready', value };
}

function afterFailure<T>(
  before: State<T>,
  key: string,
  problem: Problem,
  last: () => { readonly value: unknown; readonly at: number } | null,
): State<T> {
  if (before.result.state === 'ready' && before.key === key) return { ...before, isOld: true };
  const known = isAway(problem) ? last() : null;
  // What is kept under a key is what `read` of that key has brought.
  if (known !== null)
    return { key, result: { state: 'ready', value: known.value as T }, readAt: known.at, isOld: true };
  return { key, result: { state: 'failed', problem }, readAt: null, isOld: false };
}
