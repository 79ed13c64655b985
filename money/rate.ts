// Rates as people read them: a whole unit of what is counted, in what it is counted in.
import { compare, divideFloor, multiply, roundTo, subtract, type Amount } from './amount.ts';
import { shownDecimalsOf, type Unit } from './assets.ts';
import { exact } from './shown.ts';

/** A rate in the direction that it is read in. */
export interface ReadableRate {
  readonly base: Unit;
  readonly quote: Unit;
  /** What one `base` is worth in `quote`, rounded: a rate is told, and what is paid is told beside it to the last digit. */
  readonly value: string;
  /** Whether the rounding or the turning left anything out. */
  readonly isRounded: boolean;
}

/** How many decimals a rate of exchange has, whatever it is a rate of: it is reckoned with, and its inverse is told. */
const EXCHANGE_DECIMALS = 18;

/**
 * How much of one asset one of another gives, spread and all (D-07): the rate that a form, a quote and its receipt show.
 *
 * @param rates what one of each is worth in USD, and the club's part of the rate, such as `0.005`
 */
export function exchangeRateOf({ from, to, spread }: { readonly from: Amount; readonly to: Amount; readonly spread: Amount }): Amount {
  return divideFloor(multiply(from, subtract('1', spread)), to, EXCHANGE_DECIMALS);
}

/** What prices are told in; of two other assets, in the cheaper one. */
const MONEY: readonly Unit[] = ['USD', 'USDT', 'MP', 'PP'];
/** Digits that the inverse of a rate is worked out with before it is rounded. */
const WORKING_DECIMALS = 30;
/** Decimals of a rate that is below ten. */
const FINE_DECIMALS = 4;

/** "1 BTC = 65,326.63 USDT" of a rate by which one USDT gives 0.0000153… BTC. The rate is above zero. */
export function readableRate({ from, to, rate }: { readonly from: Unit; readonly to: Unit; readonly rate: Amount }): ReadableRate {
  const [isFromMoney, isToMoney] = [MONEY.includes(from), MONEY.includes(to)];
  const isTurned = isFromMoney ? !isToMoney : !isToMoney && compare(rate, '1') < 0;
  const [base, quote] = isTurned ? [to, from] : [from, to];
  const one = isTurned ? divideFloor('1', rate, WORKING_DECIMALS) : rate;
  const rounded = roundTo(one, decimalsOf(one, quote));
  return { base, quote, value: exact(rounded), isRounded: isTurned || compare(rounded, one) !== 0 };
}

/** As many decimals as the unit shows, and more where that would leave too few digits of a small rate. */
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
