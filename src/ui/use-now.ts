import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** The current time, updated every second until `until`; after that it stops. */
export function useNow(now: () => number, until: number): number {
  const [moment, setMoment] = useState(now);
  const over = moment >= until;
  useEffect(() => {
    if (over) return;
    const timer = setInterval(() => setMoment(now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [now, over]);
  return moment;
}
