import type { PlanStage, PurchaseOptions } from '#machines/purchase/purchase.types.ts';
import { isPositive, subtract, type Amount } from '#money/amount.ts';

/** How much USDT is missing for a plan that has a price; null where nothing is, or where the member chooses the amount. */
export function shortfallOf({ available }: PurchaseOptions, { amountUsdt }: PlanStage): Amount | null {
  if (amountUsdt === null) return null;
  const missing = subtract(amountUsdt, available);
  return isPositive(missing) ? missing : null;
}
