// The one format of every percentage, on screens, in texts of the club and in the operator's output.
import { compare, isNegative, multiply, negate, normal, roundTo, withDecimals, type Amount } from './amount.ts';
import { grouped } from './shown.ts';

const DECIMALS = 2;
/** Two decimals say next to nothing about shares below a tenth of a percent, such as daily rates. */
const FINE_SHARE = '0.001';
const FINE_DECIMALS = 4;

/**
 * A share as a percentage, in every language without a space: "0.1" → "10.00%". It has two decimals, so that rates next
 * to each other can be compared digit by digit; below a tenth of a percent it has up to four: "0.055%". Rounded to the
 * nearest, since it is shown and never used in calculations.
 */
export function formatPercent(share: Amount): string {
  const size = isNegative(share) ? negate(share) : share;
  const decimals = compare(size, FINE_SHARE) < 0 ? FINE_DECIMALS : DECIMALS;
  const percent = normal(roundTo(multiply(size, '100'), decimals));
  const [, fraction = ''] = percent.split('.');
  const sign = isNegative(share) && /[1-9]/.test(percent) ? '-' : '';
  return `${sign}${grouped(fraction.length < DECIMALS ? withDecimals(percent, DECIMALS) : percent)}%`;
}
