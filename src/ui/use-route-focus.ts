import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { reveal } from './refusal.tsx';

/** The query parameters that make it another page: a step, a member, a month. */
const NAMES = ['step', 'of', 'month'];

/**
 * After a change of page or step, reading starts at the top: the page scrolls there, and the content gets the focus,
 * from where a screen reader continues. A field of the new page that took the focus itself keeps it, and a refusal that
 * did stays visible.
 */
export function useRouteFocus(): void {
  const { pathname, search } = useLocation();
  const asked = new URLSearchParams(search);
  const place = [pathname, ...NAMES.map((name) => asked.get(name) ?? '')].join(' ');
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    window.scrollTo(0, 0);
    const content = document.getElementById('content');
    const focused = document.activeElement;
    if (content && !content.contains(focused)) content.focus({ preventScroll: true });
    if (focused instanceof HTMLElement && focused.matches('[aria-invalid="true"], [role="alert"]')) reveal(focused);
  }, [place]);
}
