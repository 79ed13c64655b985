import { floorTo, multiply, subtract, type Amount } from './amount.ts';
import { scaleOf, type Unit } from './assets.ts';

/** An amount and its fee. */
export interface Fee {
  readonly fee: Amount;
  /** The amount less its fee. */
  readonly net: Amount;
}

/** A fee as a share of the amount (`0.1` is 10 %): taken out of it, and rounded down to the asset's scale (SRC §9). */
export function feeOf(amount: Amount, rate: Amount, asset: Unit): Fee {
  const fee = floorTo(multiply(amount, rate), scaleOf(asset));
  return { fee, net: subtract(amount, fee) };
}
