import { useLocation, useNavigationType } from 'react-router-dom';
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isAway, type Problem } from '#machines/chart/problem.ts';
import type { Beginning } from '#src/services/readings.ts';
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
  /** All that were read, of which the items are. */
  readonly pages: readonly TPage[];
  readonly state: Pages<T>['state'];
  readonly problem: Problem | null;
  /** When the first page was read; null if nothing was. */
  readonly readAt: number | null;
  readonly isOld: boolean;
  /** Whether the first page is still to be read; items there are until then are what an earlier page has read. */
  readonly isFirst: boolean;
}

const NOTHING = {
  items: [],
  pages: [],
  state: 'loading',
  problem: null,
  readAt: null,
  isOld: false,
  isFirst: true,
} as const;

/** How many pages are read before any is shown to who returns to a list that may have changed. */
const MOST_AT_ONCE = 5;

/** The name of all pages of a list that were read; what changes the list changes them. */
const wholeOf = (key: string): string => `${key} pages`;

/**
 * Reads a list page by page: the first page when it appears, each further one on request, and a failed one again when
 * the cause of the failure is over. It begins as `useRead` does, with all pages that were read, and is refreshed like a
 * single reading: as many pages as are shown are read again from the first, and take their place together, since rows
 * may have moved from one to another. A row that came pushes the last one behind "Show more".
 *
 * @param key a name of the list, including everything that it depends on; `useRead` with the same key reads its first
 * page
 * @param againAfter seconds after which a list with these items is refreshed while the page is in view, or null if it
 * is final
 * @param options `isKept`: whether its pages are kept for the next opening and for times without a network. What is
 * searched for with each letter is not: it would push out everything else.
 */
export function usePages<T, TPage extends Page<T> = Page<T>>(
  key: string,
  read: (cursor: string | null, signal: AbortSignal) => Promise<TPage>,
  againAfter: (items: readonly T[]) => number | null = () => null,
  { isKept = true }: { readonly isKept?: boolean } = {},
): Pages<T, TPage> {
  const current = useCurrent<unknown>();
  const [known, setKnown] = useState(() => firstState<T, TPage>(isKept ? anyOf(key, current) : null));
  const { readAgain, refresh, readNext } = useReadingOf<T, TPage>(key, { read, isKept, setKnown });
  const { readings } = useServices();
  const isBack = useNavigationType() === 'POP';
  // Once: another list is another component, since pages give it a `key`. Who returns to it finds
  // as much as they left, or its first pages.
  const wanted = useRef(known.pages.length);
  const begin = useEffectEvent(() => {
    const before = isBack && isKept ? anyOf(key, (each) => readings.last(each)) : null;
    wanted.current = Math.max(known.pages.length, Math.min(before?.value.length ?? 0, MOST_AT_ONCE));
    readAgain(wanted.current);
  });
  useEffect(() => begin(), []);
  useReturn(known.readAt !== null, isBack);

  const last = known.pages.at(-1) ?? null;
  const readOn = (): void => {
    if (known.state === 'loading') return;
    setKnown((before) => ({ ...before, state: 'loading', problem: null }));
    if (known.isFirst) readAgain(wanted.current);
    else readNext(known.pages);
  };
  useRetryOnReturn(known.state === 'failed', readOn);
  const seconds = againAfter(known.items);
  useUpToDate(
    {
      readAt: known.state === 'ready' ? known.readAt : null,
      isAwaited: known.state === 'loading',
      isOld: known.isOld,
      // As many calls in a minute as for one page.
      againAfter: seconds && seconds * known.pages.length,
      told: toldOf(key),
    },
    (hasChanged) => refresh(known.pages.length, hasChanged),
  );
  return {
    items: known.items,
    state: known.state,
    problem: known.problem,
    more: typeof last?.nextCursor === 'string',
    page: last,
    readOn,
  };
}

interface ReadingOf<T, TPage> {
  readonly read: (cursor: string | null, signal: AbortSignal) => Promise<TPage>;
  readonly isKept: boolean;
  readonly setKnown: (change: (before: Known<T, TPage>) => Known<T, TPage>) => void;
}

/**
 * Who returns to a list by Back finds the row that they left by where it was, and the focus on it, once the list is
 * there. By its link and not by how far the page was scrolled: rows that are not near the window are drawn later, and
 * may differ in height.
 */
function useReturn(isThere: boolean, isBack: boolean): void {
  const { key } = useLocation();
  useEffect(() => {
    if (!isThere) return;
    const rows = import('./return-to-row.ts').then(({ followRows }) => followRows(key, isBack)).catch(() => null);
    return () => void rows.then((stop) => stop?.());
  }, [key, isBack, isThere]);
}

/** What reads the pages of a list, one call at a time, and keeps them. */
function useReadingOf<T, TPage extends Page<T>>(key: string, { read, isKept, setKnown }: ReadingOf<T, TPage>) {
  const { readings } = useServices();
  const latest = useRef(read);
  const stop = useRef<AbortController | null>(null);
  /** What was read last, though it may not be shown yet. */
  const newest = useRef<readonly TPage[] | null>(null);
  const began = useRef<Beginning | null>(null);
  /** Whether the pages are being read again. */
  const isAgain = useRef(false);
  /** Whether they have to be once more: that failed, was ended by who reads on, or something changed meanwhile. */
  const isOwed = useRef(false);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => () => stop.current?.abort(), []);

  /** Keeps what was read, under what may have happened since the first page began to be read. */
  const keep = (pages: readonly TPage[]): void => {
    const [first] = (newest.current = pages);
    if (!isKept || first === undefined || began.current === null) return;
    readings.keep(key, first, began.current);
    if (pages.length > 1 || readings.last(wholeOf(key)) !== null) readings.keep(wholeOf(key), pages, began.current);
  };
  /** `at`: when the first of the pages began to be read, if it is read. */
  const load = (run: (signal: AbortSignal) => Promise<readonly TPage[]>, at?: Beginning): void => {
    stop.current?.abort();
    const { signal } = (stop.current = new AbortController());
    isOwed.current = at === undefined && (isOwed.current || isAgain.current);
    isAgain.current = at !== undefined;
    run(signal).then(
      (pages) => {
        if (signal.aborted) return;
        isAgain.current = false;
        began.current = at ?? began.current;
        keep(pages);
        // As a single reading: in short tasks.
        startTransition(() => setKnown((before) => shownOf(before, pages, began.current?.at ?? before.readAt)));
        if (isOwed.current) readAgain(pages.length);
      },
      (error: unknown) => {
        if (signal.aborted) return;
        isOwed.current ||= isAgain.current;
        isAgain.current = false;
        const last = () => (at === undefined ? null : anyOf<TPage>(key, (each) => readings.last(each)));
        setKnown((before) => afterFailure(before, problemOfFailure(error), last));
      },
    );
  };
  /** Reads that many pages from the first. */
  const readAgain = (count: number): void =>
    load((signal) => readPages(count, (cursor) => latest.current(cursor, signal)), readings.begin());
  /** The same, unless it is being done: a slow network would never end it. */
  const refresh = (count: number, hasChanged: boolean): void => {
    if (isAgain.current) isOwed.current ||= hasChanged;
    else readAgain(count);
  };
  /** Reads the page after those that are there. */
  const readNext = (shown: readonly TPage[]): void => {
    const pages = newest.current ?? shown;
    const cursor = pages.at(-1)?.nextCursor ?? null;
    if (cursor === null) readAgain(pages.length);
    else load(async (signal) => [...pages, await latest.current(cursor, signal)]);
  };
  return { readAgain, refresh, readNext };
}

/** Reads a list from its first page, as far as it goes: at most so many pages, and at least one. */
async function readPages<TPage extends Page<unknown>>(
  count: number,
  read: (cursor: string | null) => Promise<TPage>,
): Promise<readonly TPage[]> {
  const pages = [await read(null)];
  for (let next = pages[0]?.nextCursor; pages.length < count && typeof next === 'string';) {
    const page = await read(next);
    pages.push(page);
    next = page.nextCursor;
  }
  return pages;
}

/** Pages that were read earlier. */
interface Earlier<TPage> {
  readonly value: readonly TPage[];
  readonly at: number;
}

/** What is kept of a list: all its pages, or the first one. */
function anyOf<TPage>(
  key: string,
  kept: (key: string) => { readonly value: unknown; readonly at: number } | null,
): Earlier<TPage> | null {
  const found = kept(wholeOf(key)) ?? kept(key);
  // What is stored under a key is what was read under it; a page is no list itself.
  return found && { value: [found.value].flat() as TPage[], at: found.at };
}

/**
 * The state that a list begins in: the pages that an earlier one has just read under its key, or nothing. Both are
 * loading, so that nobody reads on from a page that is about to be replaced.
 */
const firstState = <T, TPage extends Page<T>>(earlier: Earlier<TPage> | null): Known<T, TPage> =>
  earlier === null
    ? NOTHING
    : { ...shownOf<T, TPage>(NOTHING, earlier.value, earlier.at), state: 'loading', isFirst: true };

/** The same items if nothing has changed, so that nothing renders again. */
function shownOf<T, TPage extends Page<T>>(
  before: Known<T, TPage>,
  pages: readonly TPage[],
  readAt: number | null,
): Known<T, TPage> {
  const isSame = JSON.stringify(before.pages) === JSON.stringify(pages);
  return {
    items: isSame ? before.items : pages.flatMap(({ items }) => items),
    pages: isSame ? before.pages : pages,
    state: 'ready',
    problem: null,
    readAt,
    isOld: false,
    isFirst: false,
  };
}

function afterFailure<T, TPage extends Page<T>>(
  before: Known<T, TPage>,
  problem: Problem,
  last: () => Earlier<TPage> | null,
): Known<T, TPage> {
  // A list that is already shown and was only being refreshed.
  if (before.state === 'ready') return { ...before, isOld: true };
  const kept = isAway(problem) ? last() : null;
  if (kept === null) return { ...before, state: 'failed', problem };
  return { ...shownOf(before, kept.value, kept.at), isOld: true };
}
