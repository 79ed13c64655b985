import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The part of the page that the address points at; empty if at none. */
export function useFragment(): string {
  const { hash } = useLocation();
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** What a page leaves that has put the address of an open part into the bar: it is in view already. */
export const IN_VIEW = { inView: true };

/** Shows the part that the address points at, once what was read is there: the browser looked for it before. */
export function useShownFragment(fragment: string): void {
  const { key, state } = useLocation();
  const inView = (state as { readonly inView?: boolean } | null)?.inView === true;
  useEffect(() => {
    if (fragment !== '' && !inView) document.getElementById(fragment)?.scrollIntoView();
  }, [fragment, key, inView]);
}
