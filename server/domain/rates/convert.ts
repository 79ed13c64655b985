// Converts between assets and USD, and between assets; always rounds down, so that nothing is given that is not there
// (D-02).
import { divideCeil, floorTo, multiply, type Amount } from '#money/amount.ts';
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
