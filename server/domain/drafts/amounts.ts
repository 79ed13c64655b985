import { compare, fits, isPositive, normal, type Amount } from '#money/amount.ts';
import { scaleOf, type Asset, type Unit } from '#money/assets.ts';
import { balanceOf } from '#server/domain/ledger/balances.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Trx } from '#server/platform/db/kysely.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';

/**
 * The amount of an order, in its shortest form. Its digits were checked against the contract before (S-18).
 *
 * @throws Problem invalid_request for zero, and for more decimals than the unit has
 */
export function wantedAmount(call: CallContext, wanted: { amount: string; unit: Unit; field?: string }): Amount {
  const { amount, unit, field = 'amount' } = wanted;
  if (!isPositive(amount) || !fits(amount, scaleOf(unit))) {
    throw new Problem('invalid_request', { errors: fieldError(field, call.culture, 'wrongForm') });
  }
  return normal(amount);
}

/** Refuses a draft that the member's wallet can't pay. @throws Problem insufficient_balance with both amounts */
export async function requireBalance(
  trx: Trx,
  wanted: { memberId: string; asset: Asset; amount: Amount },
): Promise<void> {
  const { memberId, asset, amount: asked } = wanted;
  const available = await balanceOf(trx, memberId, asset);
  if (compare(asked, available) <= 0) return;
  throw new Problem('insufficient_balance', { amounts: { unit: asset, asked, minimum: null, available } });
}
