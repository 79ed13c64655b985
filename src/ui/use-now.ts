import { useEffect, useState } from 'react';
import { MS_PER_SECOND } from '#machines/chart/durations.ts';

/** The current time, updated every second until `until`; after that it stops. */
export function useNow(now: () => number, until: number): number {
  const [moment, setMoment] = useState(now);
  const over = moment >= until;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setMoment(now()), MS_PER_SECOND);
    return () => clearInterval(timer);
  }, [now, over]);
  return moment;
}
