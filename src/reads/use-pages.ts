import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isAway, type Problem } from '#machines/chart/problem.ts';
import type { LastReading } from '#src/services/readings.ts';
import { useServices } from '#src/services/services.ts';
import { problemOfFailure } from './answers.ts';
import { useRetryOnReturn } from './use-retry-on-return.ts';
import { toldOf, useCurrent, useUpToDate } from './live.ts';

/** One page of a list, as in the contract. */
interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** A list that is read page by page. */
export interface Pages<T, TPage extends Page<T> = Page<T>> {
  readonly items: readonly T[];
  readonly state: 'loading' | 'ready' | 'failed';
  /** Why the last page could not be read; earlier pages stay. */
  readonly problem: Problem | null;
  /** Whether there is another page. */
  readonly more: boolean;
  /** The page that was read last, with its fields besides the items; null before the first. */
  readonly page: TPage | null;
  /** Reads the next page, or repeats the read that failed. */
  readonly readOn: () => void;
}

interface Known<T, TPage> {
  readonly items: readonly T[];
  /** The cursor of the next page; undefined before the first, null after the last. */
  readonly next: string | null | undefined;
  readonly state: Pages<T>['state'];
  readonly problem: Problem | null;
  readonly page: TPage | null;
  /** When the first page was read; null if nothing was. */
  readonly readAt: number | null;
  readonly isOld: boolean;
  /** Whether the first page is still to be read; items there are until then are what an earlier page has read. */
  readonly isFirst: boolean;
}

const NOTHING = {
  items: [],
  next: undefined,
  state: 'loading',
  problem: null,
  page: null,
  readAt: null,
  isOld: false,
  isFirst: true,
} as const;

/**
 * Reads a list page by page: the first page when it appears, each further one on request, and a failed one again when
 * the cause of the failure is over. It begins as `useRead` does. A list of one page is refreshed like a single reading;
 * a longer list stays as it was read.
 *
 * @param key a name of the list, including everything that it depends on; `useRead` with the same key reads its first
 * page
 * @param againAfter seconds after which a list with these items is refreshed while the page is in view, or null if it
 * is final
 * @param options `isKept`: whether its first page is kept for the next opening and for times without a network. What is
 * searched for with each letter is not: it would push out everything else.
 */
export function usePages<T, TPage extends Page<T> = Page<T>>(
  key: string,
  read: (cursor: string | null, signal: AbortSignal) => Promise<TPage>,
  againAfter: (items: readonly T[]) => number | null = () => null,
  { isKept = true }: { readonly isKept?: boolean } = {},
): Pages<T, TPage> {
  const { readings } = useServices();
  const current = useCurrent<TPage>();
  const [known, setKnown] = useState(() => firstState<T, TPage>(isKept ? current(key) : null));
  const latest = useRef(read);
  const stop = useRef<AbortController | null>(null);

  const load = (cursor: string | null): void => {
    stop.current?.abort();
    const { signal } = (stop.current = new AbortController());
    const began = readings.begin();
    latest.current(cursor, signal).then(
      (page) => {
        if (signal.aborted) return;
        if (cursor === null && isKept) readings.keep(key, page, began);
        // As a single reading: in short tasks.
        startTransition(() =>
          setKnown((before) => (cursor === null ? firstOf(before, page, began.at) : withNext(before, page))),
        );
      },
      (error: unknown) => {
        if (!signal.aborted)
          setKnown((before) =>
            afterFailure(before, problemOfFailure(error), cursor === null ? () => readings.last(key) : () => null),
          );
      },
    );
  };

  useEffect(() => {
    latest.current = read;
  });
  // Once: another list is another component, since pages give it a `key`.
  const begin = useEffectEvent(() => load(null));
  useEffect(() => {
    begin();
    return () => stop.current?.abort();
  }, []);

  const readOn = (): void => {
    if (known.state === 'loading') return;
    setKnown((before) => ({ ...before, state: 'loading', problem: null }));
    load(known.isFirst ? null : (known.next ?? null));
  };
  useRetryOnReturn(known.state === 'failed', readOn);
  const isOnePage = known.state === 'ready' && known.items.length === (known.page?.items.length ?? 0);
  useUpToDate(
    {
      readAt: isOnePage ? known.readAt : null,
      isAwaited: known.isFirst && known.state === 'loading',
      isOld: known.isOld,
      againAfter: againAfter(known.items),
      told: toldOf(key),
    },
    () => load(null),
  );
  return {
    items: known.items,
    state: known.state,
    problem: known.problem,
    more: typeof known.next === 'string',
    page: known.page,
    readOn,
  };
}

/**
 * The state that a list begins in: the first page that an earlier one has just read under its key, or nothing. Both are
 * loading, so that nobody reads on from a page that is about to be replaced.
 */
const firstState = <T, TPage extends Page<T>>(
  earlier: { readonly value: TPage; readonly at: number } | null,
): Known<T, TPage> =>
  earlier === null
    ? NOTHING
    : { ...firstOf<T, TPage>(NOTHING, earlier.value, earlier.at), state: 'loading', isFirst: true };

/** The same items if nothing has changed, so that nothing renders again. */
function firstOf<T, TPage extends Page<T>>(before: Known<T, TPage>, page: TPage, at: number): Known<T, TPage> {
  const isSame = JSON.stringify(before.page) === JSON.stringify(page);
  return {
    items: isSame ? before.items : page.items,
    next: page.nextCursor,
    state: 'ready',
    problem: null,
    page: isSame ? before.page : page,
    readAt: at,
    isOld: false,
    isFirst: false,
  };
}

function withNext<T, TPage extends Page<T>>(before: Known<T, TPage>, page: TPage): Known<T, TPage> {
  return {
    ...before,
    items: [...before.items, ...page.items],
    next: page.nextCursor,
    state: 'ready',
    problem: null,
    page,
  };
}

function afterFailure<T, TPage extends Page<T>>(
  before: Known<T, TPage>,
  problem: Problem,
  last: () => LastReading | null,
): Known<T, TPage> {
  // A list that is already shown and was only being refreshed.
  if (before.state === 'ready') return { ...before, isOld: true };
  const kept = isAway(problem) ? last() : null;
  if (kept === null) return { ...before, state: 'failed', problem };
  const page = kept.value as TPage;
  return { ...firstOf(before, page, kept.at), isOld: true };
}
