import { useState } from 'react';

/**
 * The time at which something expires that had `lifetime` milliseconds left when the flow received it: counted from
 * when `what` was first seen, so it stays the same while the member goes back and forth. 0 if there is nothing.
 */
export function useDeadline(what: { readonly lifetime: number } | null, now: () => number): number {
  const [seen, setSeen] = useState(() => ({ what, until: now() + (what?.lifetime ?? 0) }));
  if (what !== null && seen.what !== what) setSeen({ what, until: now() + what.lifetime });
  return what === null ? 0 : seen.until;
}
