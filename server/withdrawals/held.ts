import { Problem } from '#server/problems.ts';

/** @throws Problem withdrawals_held while withdrawals wait after a change of the account (security rule 12) */
export function refuseHeld(until: Date | null, now: Date): void {
  if (until !== null && until > now) throw new Problem('withdrawals_held', { until });
}
