import type { PlanStage, PurchaseOptions } from '#machines/purchase/purchase.types.ts';
import { divideCeil, isPositive, subtract, type Amount } from '#money/amount.ts';
import { scaleOf } from '#money/assets.ts';

/**
 * What a plan costs in USDT at the rate in force, rounded up as the server does (D-09); null if the member chooses the
 * amount and has not chosen one.
 *
 * @param amountUsd what the member typed for the custom plan, in USD
 */
export function priceOf({ rate }: PurchaseOptions, { amountUsdt }: PlanStage, amountUsd: Amount | null): Amount | null {
  if (amountUsdt !== null || amountUsd === null) return amountUsdt;
  return divideCeil(amountUsd, rate, scaleOf('USDT'));
}

/** How much USDT is missing for a price; null if none is, or if there is no price. */
export function shortfallOf({ available }: PurchaseOptions, price: Amount | null): Amount | null {
  if (price === null) return null;
  const missing = subtract(price, available);
  return isPositive(missing) ? missing : null;
}
