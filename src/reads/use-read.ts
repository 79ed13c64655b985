import { useCallback, useEffect, useRef, useState } from 'react';
import { isAway, type Problem } from '#machines/chart/problem.ts';
import type { LastReading } from '#src/services/readings.ts';
import { useServices } from '#src/services/services.ts';
import { problemOfFailure } from './answers.ts';
import { useRetryOnReturn } from './use-retry-on-return.ts';
import { toldOf, useCurrent, useUpToDate } from './live.ts';

/** A single read, as a page shows it. */
export type Read<T> = { state: 'loading' } | { state: 'failed'; problem: Problem } | { state: 'ready'; value: T };

export interface Reading<T> {
  readonly result: Read<T>;
  /** Reads again from the beginning, after a failure. */
  readonly retry: () => void;
  /** Reads again after a change, while the old value is still shown. */
  readonly refresh: () => void;
  /** Replaces the value with the newer one that an act of the page returned. */
  readonly put: (value: T) => void;
}

interface State<T> {
  /** The key of the value; a value read for another key is never shown for this one. */
  readonly key: string;
  readonly result: Read<T>;
  readonly readAt: number | null;
  readonly isOld: boolean;
}

const unread = (key: string) => ({ key, result: { state: 'loading' }, readAt: null, isOld: false }) as const;

/** As it begins: with what an earlier page has just read under the key, which is of the same type, or with nothing. */
const begun = <T>(key: string, current: LastReading | null): State<T> =>
  current === null
    ? unread(key)
    : { key, result: { state: 'ready', value: current.value as T }, readAt: current.at, isOld: false };

/**
 * Runs `read` when the page opens, again on request, and automatically as `useUpToDate` says. A value stays until a
 * newer one replaces it: a failed refresh only makes the frame show its age, a page that is opened again begins with
 * what it would still show (`useCurrent`), and one that is opened without a network with what was last read under its
 * key. `read` must be the same function from render to render. A read is not
 * a flow: it has no machine.
 *
 * @param key a name of what is read, including everything that it depends on
 * @param againAfter seconds after which the value is refreshed while the page is in view, or null if it is final
 */
export function useRead<T>(
  key: string,
  read: (signal: AbortSignal) => Promise<T>,
  againAfter?: (value: T) => number | null,
): Reading<T> {
  const { readings, now } = useServices();
  const current = useCurrent();
  const [state, setState] = useState(() => begun<T>(key, current(key)));
  const running = useRef<AbortController | null>(null);

  const keep = useCallback(
    (value: T, at: number) => {
      running.current?.abort();
      readings.keep(key, { value, at });
      setState((before) => ({ key, result: sameOr(before.result, value), readAt: at, isOld: false }));
    },
    [key, readings],
  );
  const put = useCallback((value: T) => keep(value, now()), [keep, now]);
  const refresh = useCallback(() => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    // What changes while it is read may not be in it.
    const at = now();
    read(signal).then(
      (value) => {
        if (!signal.aborted) keep(value, at);
      },
      (error: unknown) => {
        if (!signal.aborted)
          setState((before) =>
            afterFailure(before.key === key ? before : begun(key, current(key)), problemOfFailure(error), () =>
              readings.last(key),
            ),
          );
      },
    );
  }, [key, read, keep, now, readings, current]);
  const retry = useCallback(() => {
    setState(unread(key));
    refresh();
  }, [key, refresh]);

  useEffect(() => {
    refresh();
    return () => running.current?.abort();
  }, [refresh]);

  const { result, readAt, isOld } = state.key === key ? state : begun<T>(key, current(key));
  useRetryOnReturn(result.state === 'failed', retry);
  useUpToDate(
    {
      readAt,
      isOld,
      againAfter: result.state === 'ready' ? (againAfter?.(result.value) ?? null) : null,
      told: toldOf(key),
    },
    refresh,
  );
  return { result, retry, refresh, put };
}

/** The same object if nothing has changed, so that nothing renders again. */
function sameOr<T>(before: Read<T>, value: T): Read<T> {
  return before.state === 'ready' && JSON.stringify(before.value) === JSON.stringify(value)
    ? before
    : { state: 'ready', value };
}

function afterFailure<T>(before: State<T>, problem: Problem, last: () => LastReading | null): State<T> {
  const { key, result } = before;
  if (result.state === 'ready') return { ...before, isOld: true };
  const known = isAway(problem) ? last() : null;
  // What is stored under a key is what `read` of that key returned.
  if (known !== null)
    return { key, result: { state: 'ready', value: known.value as T }, readAt: known.at, isOld: true };
  return { key, result: { state: 'failed', problem }, readAt: null, isOld: false };
}
