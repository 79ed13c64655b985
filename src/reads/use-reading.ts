// When a page refreshes what it has read, and what it shows if that fails: one rule for single readings and for lists.
import { useEffect, useRef, useState } from 'react';
import { useServices } from '#src/services/services.ts';
import { useOnline } from '#src/ui/use-online.ts';
import { MS_PER_SECOND } from '#machines/chart/durations.ts';

/** A member who returns to the page sooner sees the value as it is. */
const FRESH_MS = 10 * MS_PER_SECOND;
/** After a failure the page retries automatically, as long as it is in view. */
const RETRY_SECONDS = 30;

export interface Shown {
  /** When what is shown was read; null while nothing is shown. */
  readonly readAt: number | null;
  /** Whether the last attempt to refresh it failed. */
  readonly isOld: boolean;
  /** Seconds after which it is refreshed, or null if it stays as it is until the member returns to the page. */
  readonly againAfter: number | null;
}

/**
 * Calls `look` whenever the value may have changed: when the member returns to the page, when the network or the club
 * is back, `againAfter` seconds later while the page is in view, and after a failure until it succeeds. While
 * refreshing fails, it reports the age of the value to the page's frame.
 */
export function useUpToDate({ readAt, isOld, againAfter }: Shown, look: () => void): void {
  const { club, readings, now } = useServices();
  const online = useOnline();
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });

  const isShown = readAt !== null;
  const old = isShown && (isOld || !online) ? readAt : null;
  const [mark] = useState(() => ({}));
  useEffect(() => {
    readings.mark(mark, old);
    return () => readings.mark(mark, null);
  }, [readings, mark, old]);

  useEffect(() => {
    if (readAt === null) return;
    const again = () => latest.current();
    const ifOlder = () => {
      if (document.visibilityState !== 'hidden' && now() - readAt >= FRESH_MS) again();
    };
    const stops = [
      listen(window, 'online', again),
      listen(window, 'focus', ifOlder),
      listen(document, 'visibilitychange', ifOlder),
      club.subscribe((news) => (news === 'open' || (news === 'reached' && isOld)) && again()),
      readings.onReadAgain(again),
    ];
    return () => stops.forEach((stop) => stop());
  }, [club, readings, now, readAt, isOld]);

  const seconds = !isShown ? null : isOld ? RETRY_SECONDS : againAfter;
  useEffect(() => {
    if (seconds === null) return;
    const timer = setInterval(() => document.visibilityState !== 'hidden' && latest.current(), seconds * MS_PER_SECOND);
    return () => clearInterval(timer);
  }, [seconds]);
}

function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
