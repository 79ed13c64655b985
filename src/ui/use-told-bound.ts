import { useEffect, useState } from 'react';
import type { BrokenBound } from '#money/bounds.ts';

/** As long as a pause of typing lasts. */
const PAUSE_MS = 700;

interface ToldBound {
  /** The bound that is marked. */
  readonly shown: BrokenBound | null;
  /** The bound that a screen reader says. */
  readonly said: BrokenBound | null;
}

/**
 * When the member learns of it: too much is marked at once, since more digits never mend it, and too little after a
 * pause, since 2 may become 20. `isLeft` ends that wait. It is said after a pause, so that nobody hears every digit
 * judged.
 */
export function useToldBound(text: string, broken: BrokenBound | null, isLeft: boolean): ToldBound {
  const [rested, setRested] = useState({ text, broken });
  useEffect(() => {
    const timer = setTimeout(() => setRested({ text, broken }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, broken]);
  const isWaiting = broken === 'under' && !isLeft && rested.text !== text;
  return { shown: isWaiting ? null : broken, said: rested.broken };
}
