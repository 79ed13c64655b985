import { useEffect, useState, useSyncExternalStore } from 'react';
import { placeOf, typedIn, withoutTyped, withTyped, type FindField, type Place } from '#atlas/model/links.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The place that the URL names. */
export function usePlace(): Place {
  return placeOf(useSyncExternalStore(subscribe, () => withoutTyped(window.location.hash)));
}

/** Goes to another place of the atlas, as a link does. */
export function goTo(hash: string): void {
  window.location.hash = hash;
}

/** Goes to another place in the stead of this one: Back does not lead here. */
export function goInstead(hash: string): void {
  window.location.replace(hash);
}

/** A browser refuses an address that changes with each key of a fast typist. */
const PAUSE_MS = 300;

/**
 * What was typed into a field of the search: kept in the address, so that a link shows the same.
 *
 * @param chart the chart whose diagram is searched; null for all charts
 */
export function useTyped(field: FindField, chart: string | null): readonly [string, (typed: string) => void] {
  const [typed, setTyped] = useState(() => typedIn(window.location.hash, field) ?? '');
  useEffect(() => {
    const write = (): void => {
      const { hash } = window.location;
      if ((typedIn(hash, field) ?? '') !== typed)
        window.history.replaceState(window.history.state, '', withTyped(hash, field, typed));
    };
    // A link to another place of the same page does not say what was typed, which stays.
    const follow = (): void => {
      const linked = typedIn(window.location.hash, field);
      if (linked !== null) setTyped(linked);
      else if (chart === null || isDiagramOf(placeOf(window.location.hash), chart)) write();
    };
    const timer = setTimeout(write, PAUSE_MS);
    window.addEventListener('hashchange', follow);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('hashchange', follow);
    };
  }, [field, chart, typed]);
  return [typed, setTyped];
}

function isDiagramOf(place: Place, chart: string): boolean {
  return place.view === 'chart' && place.chart === chart && ['diagram', 'state', 'transition'].includes(place.focus.on);
}
