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

/** More than what is available, less than the minimum, or with more decimals than the unit has. */
export type BrokenBound = 'over' | 'under' | 'decimals';

/** The bound that a typed amount breaks; null if it breaks none, or has no one meaning yet. */
export function brokenBound(text: string, unit: Unit, { minimum, above, available }: AmountBounds): BrokenBound | null {
  const typed = readTyped(text, unit);
  const isOver = (amount: Amount) => available !== undefined && compare(amount, available) > 0;
  if (typed.kind === 'refused') {
    const { why, reading } = typed;
    if (why === 'zero') return minimum === undefined && above === undefined ? null : 'under';
    if (reading === null || (why !== 'too_many_decimals' && why !== 'too_large')) return null;
    if (isOver(reading)) return 'over';
    return why === 'too_many_decimals' ? 'decimals' : null;
  }
  const { amount } = typed;
  if (isOver(amount)) return 'over';
  if (minimum !== undefined && compare(amount, minimum) < 0) return 'under';
  return above !== undefined && compare(amount, above) <= 0 ? 'under' : null;
}
