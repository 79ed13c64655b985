// A rate far from the one before is a slip of a finger or a broken source more often than news: nobody trades at it unseen (D-07).
import { compare, divideFloor, isNegative, multiply, negate, subtract, type Amount } from './amount.ts';
import { formatPercent } from './percent.ts';

/** The largest step that is taken without a person who confirms it, as a share of the rate before. */
const MOST_CHANGE: Amount = '0.10';
const SHARE_DECIMALS = 8;

/** Whether a rate is further from the one before than may be taken unseen. */
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
