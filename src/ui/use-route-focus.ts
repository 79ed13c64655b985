import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '#src/paths.ts';
import { begin } from './landing.ts';
import { reveal } from './refusal.tsx';

/** The query parameters that make it another page: a step, a member, a month, an inquiry; in the wallet an asset. */
const NAMES = ['step', 'of', 'month', 'ticket'];
const OF_WALLET = [...NAMES, 'asset'];

/** The place that a step has begun at before its URL is there; null once the URL has changed. */
let begun: string | null = null;

/**
 * After a change of page or step, reading starts at the top: the page scrolls there, and its heading gets the focus, so
 * that a screen reader says which page it is and continues from there. A field of the new page that took the focus
 * itself keeps it, and a refusal that did stays visible.
 */
export function useRouteFocus(): void {
  const { pathname, search } = useLocation();
  const place = placeOf(pathname, search);
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    if (begun !== place) beginAtTop();
    begun = null;
  }, [place]);
}

/**
 * The same for a step of a flow, as soon as it is shown. Its URL follows later, on a busy phone by more than a second:
 * scrolling only then would move the button away under a finger.
 */
export function beginStep(route: string): void {
  const { pathname, search } = new URL(route, location.origin);
  begun = placeOf(pathname, search);
  beginAtTop();
}

function placeOf(pathname: string, search: string): string {
  const asked = new URLSearchParams(search);
  // Elsewhere an asset narrows what the same page lists.
  const names = pathname === paths.wallet ? OF_WALLET : NAMES;
  return [pathname, ...names.map((name) => asked.get(name) ?? '')].join(' ');
}

function beginAtTop(): void {
  window.scrollTo(0, 0);
  const focused = document.activeElement;
  if (focused?.closest('main > *') == null) begin(null);
  if (focused instanceof HTMLElement && focused.matches('[aria-invalid="true"], [role="alert"]')) reveal(focused);
}
