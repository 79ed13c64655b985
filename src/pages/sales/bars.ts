import { isPositive, larger, type Amount } from '#money/amount.ts';
import { shareOf } from '#src/ui/share.ts';

/** The least height of a bar that is not zero, so that it is visible. */
const LEAST_PERCENT = 1;

/** The height of each bar, in percent of the highest; 0 only for zero. */
export function heightsOf(amounts: readonly Amount[]): number[] {
  const highest = amounts.reduce<Amount>(larger, '0');
  return amounts.map((amount) => (isPositive(amount) ? Math.max(LEAST_PERCENT, shareOf(amount, highest) ?? 0) : 0));
}
