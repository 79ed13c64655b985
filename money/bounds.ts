import { compare, type Amount } from './amount.ts';
import type { Unit } from './assets.ts';
import { readTyped } from './typed.ts';

/** The range of amounts that can go; a bound is absent if there is none. */
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
