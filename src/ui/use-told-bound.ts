import { useEffect, useState } from 'react';
import type { BrokenBound } from '#money/bounds.ts';

/** As long as a pause of typing lasts. */
const PAUSE_MS = 700;

/**
 * When the member learns of it: too much at once, since more digits never mend it; too little after a pause, since 2
 * may become 20. `isLeft` ends the wait.
 */
export function useToldBound(text: string, broken: BrokenBound | null, isLeft: boolean): BrokenBound | null {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return broken === 'over' || isLeft || rested === text ? broken : null;
}
