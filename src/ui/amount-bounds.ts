import { useEffect, useState } from 'react';
import { compare, type Amount } from '#money/amount.ts';
import type { Unit } from '#money/assets.ts';
import { readTyped } from '#money/typed.ts';

/** Between what an amount has to lie so that it can go; absent where there is no such bound. */
export interface AmountBounds {
  /** The least that can go. */
  readonly minimum?: Amount | undefined;
  /** What the amount has to exceed. */
  readonly above?: Amount | undefined;
  /** The most that can go. */
  readonly available?: Amount | undefined;
}

export type BrokenBound = 'over' | 'under';

/** The bound that a typed amount breaks; null if it breaks none, or has no one meaning yet. */
export function brokenBound(text: string, unit: Unit, { minimum, above, available }: AmountBounds): BrokenBound | null {
  const typed = readTyped(text, unit);
  if (typed.kind === 'refused') return null;
  if (available !== undefined && compare(typed.amount, available) > 0) return 'over';
  if (minimum !== undefined && compare(typed.amount, minimum) < 0) return 'under';
  return above !== undefined && compare(typed.amount, above) <= 0 ? 'under' : null;
}

/** As long as a pause of typing lasts. */
const PAUSE_MS = 700;

/**
 * What the member is told of it: too much at once, since more digits never mend it; too little after a pause, since 2
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
