import { useEffectEvent, useLayoutEffect } from 'react';
import { useServices } from '#src/services/services.ts';

/** Calls `again` when the network, the server or the club is back, as long as something has `failed` without it. */
export function useRetryOnReturn(failed: boolean, again: () => void): void {
  const { club } = useServices();
  // What comes back draws the page as well: a listener that is exchanged meanwhile would not be called.
  const onReturn = useEffectEvent(() => again());
  // Listens as soon as the failure is on the screen: what comes back before an ordinary effect runs would be missed.
  useLayoutEffect(() => {
    if (!failed) return;
    window.addEventListener('online', onReturn);
    const stop = club.subscribe((news) => {
      if (news !== 'closed') onReturn();
    });
    return () => {
      window.removeEventListener('online', onReturn);
      stop();
    };
  }, [failed, club]);
}
