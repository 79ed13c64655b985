import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The fragment of the URL; empty if there is none. */
export function useFragment(): string {
  const { hash } = useLocation();
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** History state of a page that has put the fragment of an open part into the URL: the part is in view already. */
export const IN_VIEW = { inView: true };

/** The visit whose fragment was gone to. Another language brings its content again, and the focus is elsewhere. */
let servedKey: string | undefined;

/**
 * Goes to the fragment once the content is loaded, since the browser looked for it before that: it is scrolled to, and
 * has the focus, from where the keyboard and a screen reader continue.
 */
export function useShownFragment(fragment: string): void {
  const { key, state } = useLocation();
  const inView = (state as { readonly inView?: boolean } | null)?.inView === true;
  useEffect(() => {
    const part = fragment === '' || inView ? null : document.getElementById(fragment);
    if (part === null || servedKey === key) return;
    servedKey = key;
    part.scrollIntoView();
    // A heading is not focusable by default, and what opens an answer is.
    const place = part.querySelector<HTMLElement>(':scope > summary') ?? part;
    if (place === part) part.tabIndex = -1;
    place.focus({ preventScroll: true });
  }, [fragment, key, inView]);
}
