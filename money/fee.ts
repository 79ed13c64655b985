import { floorTo, multiply, subtract, type Amount } from './amount.ts';
import { scaleOf, type Unit } from './assets.ts';

/** What a fee leaves of an amount. */
export interface Fee {
  readonly fee: Amount;
  /** The amount less its fee. */
  readonly net: Amount;
}

/** A fee by a rate of the amount (`0.1` is 10 %): taken out of it, and rounded down to what its asset is counted in (SRC §9). */
export function feeOf(amount: Amount, rate: Amount, asset: Unit): Fee {
  const fee = floorTo(multiply(amount, rate), scaleOf(asset));
  return { fee, net: subtract(amount, fee) };
}
