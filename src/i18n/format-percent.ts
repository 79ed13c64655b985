import { compare, isNegative, multiply, negate, roundTo, type Amount } from '#money/amount.ts';
import { exact } from '#money/shown.ts';

/** Of shares below a tenth of a percent, such as daily rates, two decimals would tell next to nothing. */
const FINE_SHARE = '0.001';

/**
 * "0.10" → "10%", in every language without a blank: a share as a percentage of two decimals at most, and of four where it is
 * below a tenth of one. Rounded to the nearest, since it is told and never reckoned with.
 */
export function formatPercent(share: Amount): string {
  const size = isNegative(share) ? negate(share) : share;
  const decimals = compare(size, FINE_SHARE) < 0 ? 6 : 4;
  return `${exact(multiply(roundTo(share, decimals), '100'))}%`;
}
