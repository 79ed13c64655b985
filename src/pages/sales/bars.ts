import { larger, type Amount } from '#money/amount.ts';
import { barOf } from '#src/ui/share.ts';

/** The height of each bar, in percent of the highest; 0 only for zero. */
export function heightsOf(amounts: readonly Amount[]): number[] {
  const highest = amounts.reduce<Amount>(larger, '0');
  return amounts.map((amount) => barOf(amount, highest));
}
