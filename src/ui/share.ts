import { compare, divideFloor, multiply, type Amount } from '#money/amount.ts';

/** What part of a sum an amount is, in percent, for a drawing; null if it has no value, or the sum has none. */
export function shareOf(amount: Amount | null, total: Amount): number | null {
  if (amount === null || compare(total, '0') <= 0) return null;
  // Part of a drawing, not an amount: from here on it is a number.
  return Number(divideFloor(multiply(amount, '100'), total, 2));
}
