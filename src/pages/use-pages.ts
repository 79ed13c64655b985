import { useEffect, useRef, useState } from 'react';
import type { Problem } from '#machines/chart/problem.ts';
import { problemOfFailure } from './answers.ts';
import { useComeback } from './use-comeback.ts';

/** One page of a list, as the contract has it. */
interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** A list that is read page by page. */
export interface Pages<T> {
  readonly items: readonly T[];
  readonly state: 'loading' | 'ready' | 'failed';
  /** Why the last page could not be read; what was read before stays. */
  readonly problem: Problem | null;
  /** Whether there is another page. */
  readonly more: boolean;
  /** Reads the next page, or once more the one that failed. */
  readonly readOn: () => void;
}

interface Known<T> {
  readonly items: readonly T[];
  /** Where the next page begins; undefined before the first, null after the last. */
  readonly next: string | null | undefined;
  readonly state: Pages<T>['state'];
  readonly problem: Problem | null;
}

/** Reads a list page by page: the first when it appears, each further one when it is asked for, a failed one again when what it failed by is over. */
export function usePages<T>(read: (cursor: string | null, signal: AbortSignal) => Promise<Page<T>>): Pages<T> {
  const [known, setKnown] = useState<Known<T>>({ items: [], next: undefined, state: 'loading', problem: null });
  const latest = useRef(read);
  const stop = useRef<AbortController | null>(null);

  const load = (cursor: string | null): void => {
    const { signal } = (stop.current = new AbortController());
    latest.current(cursor, signal).then(
      ({ items, nextCursor }) => {
        if (!signal.aborted) setKnown((before) => ({ items: cursor === null ? items : [...before.items, ...items], next: nextCursor, state: 'ready', problem: null }));
      },
      (error: unknown) => {
        if (!signal.aborted) setKnown((before) => ({ ...before, state: 'failed', problem: problemOfFailure(error) }));
      },
    );
  };

  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    load(null);
    return () => stop.current?.abort();
  }, []);

  const readOn = (): void => {
    if (known.state === 'loading') return;
    setKnown((before) => ({ ...before, state: 'loading', problem: null }));
    load(known.next ?? null);
  };
  useComeback(known.state === 'failed', readOn);
  return { items: known.items, state: known.state, problem: known.problem, more: typeof known.next === 'string', readOn };
}
