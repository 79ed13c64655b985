import { useLayoutEffect } from 'react';
import { useServices } from '#src/services/services.ts';

/** Calls `again` when the network, the server or the club is back, as long as something has `failed` without it. */
export function useRetryOnReturn(failed: boolean, again: () => void): void {
  const { club } = useServices();
  // Listens as soon as the failure is on the screen: what comes back before an ordinary effect runs would be missed.
  useLayoutEffect(() => {
    if (!failed) return;
    window.addEventListener('online', again);
    const stop = club.subscribe((news) => {
      if (news !== 'closed') again();
    });
    return () => {
      window.removeEventListener('online', again);
      stop();
    };
  }, [failed, again, club]);
}
