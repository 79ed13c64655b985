// Rates for readers: the price of one whole unit.
import { compare, divideCeil, divideFloor, multiply, roundTo, subtract, type Amount } from './amount.ts';
import { scaleOf, shownDecimalsOf, type Unit } from './assets.ts';
import { exact } from './shown.ts';

/** A rate in the direction in which it is read. */
export interface ReadableRate {
  readonly base: Unit;
  readonly quote: Unit;
  /** What one `base` is worth in `quote`, rounded: the rate is only shown, and the exact amount is shown beside it. */
  readonly value: string;
  /** Whether rounding or inverting lost anything. */
  readonly isRounded: boolean;
}

/**
 * How many decimals an exchange rate has, whatever its assets: amounts are calculated with it, and its inverse is
 * shown.
 */
const EXCHANGE_DECIMALS = 18;

/**
 * How much of one asset one unit of another buys, including the spread (D-07): the rate on a form, a quote and its
 * receipt.
 *
 * @param rates the price of one unit of each in USD, and the club's share of the rate, such as `0.005`
 */
export function exchangeRateOf({
  from,
  to,
  spread,
}: {
  readonly from: Amount;
  readonly to: Amount;
  readonly spread: Amount;
}): Amount {
  return divideFloor(multiply(from, subtract('1', spread)), to, EXCHANGE_DECIMALS);
}

/** A unit and the price of one of it in USD. */
export interface Price {
  readonly asset: Unit;
  readonly usd: Amount;
}

/** The two sides of an exchange, and the club's share of the rate, such as `0.005`. */
export interface ExchangeSides {
  readonly from: Price;
  readonly to: Price;
  readonly spread: Amount;
}

/** What an exchange gives for an amount of `from`, rounded down: nothing is given that is not there (D-02, D-07). */
export function exchanged(amount: Amount, { from, to, spread }: ExchangeSides): Amount {
  const worth = multiply(multiply(amount, from.usd), subtract('1', spread));
  return divideFloor(worth, to.usd, scaleOf(to.asset));
}

/** The least amount of `from` for which an exchange gives an amount of `to`, rounded up. */
export function neededFor(receive: Amount, { from, to, spread }: ExchangeSides): Amount {
  return divideCeil(multiply(receive, to.usd), multiply(from.usd, subtract('1', spread)), scaleOf(from.asset));
}

/** The least amount that an exchange gives anything for: what the smallest amount of `to` costs. */
export function leastExchanged(sides: ExchangeSides): Amount {
  return neededFor(`0.${'1'.padStart(scaleOf(sides.to.asset), '0')}`, sides);
}

/** The assets that prices are quoted in; between two other assets, the cheaper one. */
const MONEY: readonly Unit[] = ['USD', 'USDT', 'MP', 'PP'];
/** Digits with which the inverse of a rate is computed before it is rounded. */
const WORKING_DECIMALS = 30;
/** Decimals of a rate that is below ten. */
const FINE_DECIMALS = 4;

/** "1 BTC = 65,326.63 USDT" from a rate of 0.0000153… BTC for one USDT. The rate is above zero. */
export function readableRate({
  from,
  to,
  rate,
}: {
  readonly from: Unit;
  readonly to: Unit;
  readonly rate: Amount;
}): ReadableRate {
  const [isFromMoney, isToMoney] = [MONEY.includes(from), MONEY.includes(to)];
  const isTurned = isFromMoney ? !isToMoney : !isToMoney && compare(rate, '1') < 0;
  const [base, quote] = isTurned ? [to, from] : [from, to];
  const one = isTurned ? divideFloor('1', rate, WORKING_DECIMALS) : rate;
  const rounded = roundTo(one, decimalsOf(one, quote));
  return { base, quote, value: exact(rounded), isRounded: isTurned || compare(rounded, one) !== 0 };
}

/** As many decimals as the unit shows, and more if that would leave too few digits of a small rate. */
function decimalsOf(value: Amount, unit: Unit): number {
  const isFine = compare(value, '10') < 0 || shownDecimalsOf(unit) > FINE_DECIMALS;
  let decimals = isFine ? FINE_DECIMALS : shownDecimalsOf(unit);
  let floor: Amount = '1';
  while (decimals < WORKING_DECIMALS && compare(value, floor) < 0) {
    decimals += 1;
    floor = divideFloor(floor, '10', WORKING_DECIMALS);
  }
  return decimals;
}
