import { compare, divideFloor, isPositive, larger, multiply, type Amount } from '#money/amount.ts';

/** A bar is told apart from none by so much, however small it is. */
const LEAST_PERCENT = 1;

/** How high each bar is, in percent of the highest; 0 only for what is nothing. */
export function heightsOf(amounts: readonly Amount[]): number[] {
  const highest = amounts.reduce<Amount>(larger, '0');
  return amounts.map((amount) => {
    if (!isPositive(amount) || compare(highest, '0') === 0) return 0;
    // A share of a picture, not an amount: from here on it is a number.
    return Math.max(LEAST_PERCENT, Number(divideFloor(multiply(amount, '100'), highest, 2)));
  });
}
