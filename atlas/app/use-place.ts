import { useSyncExternalStore } from 'react';
import { placeOf, type Place } from '#atlas/model/links.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The place that the URL names. */
export function usePlace(): Place {
  return placeOf(useSyncExternalStore(subscribe, () => window.location.hash));
}

/** Goes to another place of the atlas, as a link does. */
export function goTo(hash: string): void {
  window.location.hash = hash;
}
