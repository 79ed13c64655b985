// A rate far from the previous one is more often a typing mistake or a broken source than news: it needs confirmation
// (D-07).
import { compare, divideFloor, isNegative, multiply, negate, subtract, type Amount } from './amount.ts';
import { formatPercent } from './percent.ts';

/** The largest step that is accepted without confirmation, as a share of the previous rate. */
const MOST_CHANGE: Amount = '0.10';
const SHARE_DECIMALS = 8;

/** Whether a rate differs from the previous one by more than is accepted without confirmation. */
export function isJump(before: Amount, after: Amount): boolean {
  return compare(distance(before, after), multiply(before, MOST_CHANGE)) > 0;
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
