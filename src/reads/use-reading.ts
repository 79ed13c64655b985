// When what a page has read is read again, and what it shows where that fails: one rule for single readings and for
// lists.
import { useEffect, useRef, useState } from 'react';
import { useServices } from '#src/services/services.ts';
import { useOnline } from '#src/ui/use-online.ts';

const MS_PER_SECOND = 1000;
/** Whoever comes back to the page sooner sees what was read a moment ago. */
const FRESH_MS = 10 * MS_PER_SECOND;
/** After a failure the page tries again by itself, for as long as it is in view. */
const RETRY_SECONDS = 30;

export interface Shown {
  /** When what is shown was read; null while nothing is shown. */
  readonly readAt: number | null;
  /** Whether the last try to read it again has failed. */
  readonly isOld: boolean;
  /**
   * Seconds after which it is looked at once more, or null if it stays as it is until the member comes back to the
   * page.
   */
  readonly againAfter: number | null;
}

/**
 * Calls `look` whenever something that is shown may have changed: when the member comes back to the page, when the
 * network or the club comes back, after `againAfter` while the page is in view, and after a failure until it has
 * worked. Says to the frame of the page how old it is where it can't be read again.
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
