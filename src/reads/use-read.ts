import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { isAway, type Problem } from '#machines/chart/problem.ts';
import type { Beginning, LastReading } from '#src/services/readings.ts';
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
  /** Whether the value is what an earlier page has read: this one has not been answered yet. */
  readonly isEarlier: boolean;
}

const unread = <T>(key: string): State<T> => ({
  key,
  result: { state: 'loading' },
  readAt: null,
  isOld: false,
  isEarlier: false,
});

/** The state that a reading begins in: what an earlier page has just read under its key, or nothing. */
const firstState = <T>(key: string, earlier: { readonly value: T; readonly at: number } | null): State<T> =>
  earlier === null
    ? unread(key)
    : { key, result: { state: 'ready', value: earlier.value }, readAt: earlier.at, isOld: false, isEarlier: true };

/**
 * Runs `read` when the page opens, again on request, and automatically as `useUpToDate` says. A value stays until a
 * newer one replaces it: a failed refresh only makes the frame show its age. A page that is opened again begins with
 * what it would still show (`useCurrent`), and one that is opened without a network shows what was last read under its
 * key. `read` must be the same function from render to render. A read is not a flow: it has no machine.
 *
 * @param key a name of what is read, including everything that it depends on, such as the language of a text
 * @param againAfter seconds after which the value is refreshed while the page is in view, or null if it is final
 */
export function useRead<T>(
  key: string,
  read: (signal: AbortSignal) => Promise<T>,
  againAfter?: (value: T) => number | null,
): Reading<T> {
  const { readings } = useServices();
  const current = useCurrent<T>(againAfter);
  const [state, setState] = useState(() => firstState(key, current(key)));
  const running = useRef<AbortController | null>(null);
  let shown = state;
  if (state.key !== key) {
    shown = firstState(key, current(key));
    setState(shown);
  }

  const keep = useCallback(
    (value: T, began: Beginning) => {
      running.current?.abort();
      readings.keep(key, value, began);
      setState((before) => ({
        ...unread(key),
        result: sameOr(before.result, value),
        readAt: began.at,
      }));
    },
    [key, readings],
  );
  const put = useCallback((value: T) => keep(value, readings.begin()), [keep, readings]);
  const refresh = useCallback(() => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    // What changes while it is read may not be in it.
    const began = readings.begin();
    read(signal).then(
      (value) => {
        // Rendered in short tasks, between which presses and keys are served.
        if (!signal.aborted) startTransition(() => keep(value, began));
      },
      (error: unknown) => {
        if (!signal.aborted)
          setState((before) => afterFailure(before, problemOfFailure(error), () => readings.last(key)));
      },
    );
  }, [key, read, keep, readings]);
  const retry = useCallback(() => {
    setState(unread(key));
    refresh();
  }, [key, refresh]);

  useEffect(() => {
    refresh();
    return () => running.current?.abort();
  }, [refresh]);

  const { result, readAt, isOld } = shown;
  useRetryOnReturn(result.state === 'failed', retry);
  useUpToDate(
    {
      readAt,
      isAwaited: result.state === 'loading',
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
  const { key, result, isEarlier } = before;
  // What an earlier page has read says nothing against a refusal of this one.
  const isKept = !isEarlier || isAway(problem) || problem.code === 'internal';
  if (result.state === 'ready' && isKept) return { ...before, isOld: true };
  const known = isAway(problem) ? last() : null;
  // What is stored under a key is what `read` of that key returned.
  if (known !== null)
    return {
      ...unread(key),
      result: { state: 'ready', value: known.value as T },
      readAt: known.at,
      isOld: true,
    };
  return { ...unread(key), result: { state: 'failed', problem } };
}
