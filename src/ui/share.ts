import { compare, divideFloor, isPositive, multiply, type Amount } from '#money/amount.ts';

/** What part of a sum an amount is, in percent, for a drawing; null if it has no value, or the sum has none. */
export function shareOf(amount: Amount | null, total: Amount): number | null {
  if (amount === null || compare(total, '0') <= 0) return null;
  // Part of a drawing, not an amount: from here on it is a number.
  return Number(divideFloor(multiply(amount, '100'), total, 2));
}

/** The least length of a bar that is not zero, so that it is visible. */
const LEAST_PERCENT = 1;

/** The length of a bar, in percent of the longest; 0 only for what is not above zero. */
export function barOf(amount: Amount, longest: Amount): number {
  return isPositive(amount) ? Math.max(LEAST_PERCENT, shareOf(amount, longest) ?? 0) : 0;
}
