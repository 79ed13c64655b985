// A rate far from the previous one is more often a typing mistake or a broken source than news: it needs confirmation
// (D-07).
import { compare, divideFloor, isNegative, multiply, negate, subtract, type Amount } from './amount.ts';
import { formatPercent } from './percent.ts';

/** The largest step that is accepted without confirmation, as a share of the previous rate. */
export const MOST_CHANGE: Amount = '0.10';
const SHARE_DECIMALS = 8;

/**
 * Whether a rate differs from an earlier one by more than is accepted without confirmation.
 *
 * @param most the largest change that is accepted, as a share of the earlier rate
 */
export function isJump(before: Amount, after: Amount, most: Amount = MOST_CHANGE): boolean {
  return compare(distance(before, after), multiply(before, most)) > 0;
}

/** The change in percent with its sign, such as `-99.99%`. */
export function changeText(before: Amount, after: Amount): string {
  const sign = compare(after, before) < 0 ? '-' : '+';
  return `${sign}${formatPercent(divideFloor(distance(before, after), before, SHARE_DECIMALS))}`;
}

function distance(before: Amount, after: Amount): Amount {
  const difference = subtract(after, before);
  return isNegative(difference) ? negate(difference) : difference;
}
