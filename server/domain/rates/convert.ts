// Converts between assets and USD, and between assets; always rounds down, so that nothing is given that is not there
// (D-02).
import { compare, divideCeil, floorTo, isNegative, multiply, negate, subtract, type Amount } from '#money/amount.ts';
import { scaleOf } from '#money/assets.ts';
import { exchangeRateOf } from '#money/rate.ts';
import type { Rate } from './rates.ts';

/** The value of an amount of the rate's asset, in whole cents. */
export function usdOf(amount: Amount, rate: Pick<Rate, 'usd'>): Amount {
  return floorTo(multiply(amount, rate.usd), scaleOf('USD'));
}

/**
 * The least amount of the rate's asset that is worth an amount of USD: a minimum of the rules, expressed in the asset.
 */
export function leastAmountOfUsd(usd: Amount, rate: Rate): Amount {
  return divideCeil(usd, rate.usd, scaleOf(rate.asset));
}

/** How much of `to` one of `from` buys, including the spread: the rate that a quote and its receipt show. */
export function exchangeRate(options: { from: Rate; to: Rate; spread: Amount }): Amount {
  return exchangeRateOf({ from: options.from.usd, to: options.to.usd, spread: options.spread });
}

/**
 * Whether a rate has moved further than the spread since it was shown. What was shown is a promise for the time of a
 * press, not an option to wait: beyond the spread the club or the member would pay for the move.
 */
export function hasMoved(shown: Amount, present: Amount, spread: Amount): boolean {
  const difference = subtract(present, shown);
  return compare(isNegative(difference) ? negate(difference) : difference, multiply(shown, spread)) > 0;
}
