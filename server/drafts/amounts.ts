import { fits, isPositive, normal, type Amount } from '#money/amount.ts';
import { scaleOf, type Asset } from '#money/assets.ts';
import { fieldError } from '#server/contract/field-errors.ts';
import type { CallContext } from '#server/contract/types.ts';
import { Problem } from '#server/problems.ts';

/**
 * The amount of an order, in its shortest form. Its digits were compared with the description before (security rule 18).
 *
 * @throws Problem invalid_request for zero, and for more decimals than the asset can be divided into
 */
export function wantedAmount(call: CallContext, wanted: { amount: string; asset: Asset }): Amount {
  const { amount, asset } = wanted;
  if (!isPositive(amount) || !fits(amount, scaleOf(asset))) {
    throw new Problem('invalid_request', { errors: fieldError('amount', call.culture, 'wrongForm') });
  }
  return normal(amount);
}
