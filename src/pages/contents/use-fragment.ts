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

/** Scrolls to the fragment once the content is loaded: the browser looked for it before that. */
export function useShownFragment(fragment: string): void {
  const { key, state } = useLocation();
  const inView = (state as { readonly inView?: boolean } | null)?.inView === true;
  useEffect(() => {
    if (fragment !== '' && !inView) document.getElementById(fragment)?.scrollIntoView();
  }, [fragment, key, inView]);
}
