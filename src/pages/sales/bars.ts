import { compare, divideFloor, isPositive, larger, multiply, type Amount } from '#money/amount.ts';

/** The least height of a bar that is not zero, so that it is visible. */
const LEAST_PERCENT = 1;

/** The height of each bar, in percent of the highest; 0 only for zero. */
export function heightsOf(amounts: readonly Amount[]): number[] {
  const highest = amounts.reduce<Amount>(larger, '0');
  return amounts.map((amount) => {
    if (!isPositive(amount) || compare(highest, '0') === 0) return 0;
    // Part of a drawing, not an amount: from here on it is a number.
    return Math.max(LEAST_PERCENT, Number(divideFloor(multiply(amount, '100'), highest, 2)));
  });
}
