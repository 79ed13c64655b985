import type { components } from '#openapi/api.gen.d.ts';
import { balancesOf } from '#server/domain/ledger/balances.ts';
import { agingNow, isStale } from '#server/domain/rates/rates.ts';
import { tradableRates } from '#server/domain/rates/tradable.ts';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import type { Services } from '#server/domain/services/services.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';

/** Added to a quote that requires a mailed code, so that a person has time to fetch and type it (decision 0018). */
export const CODE_SECONDS = 150;

/** What can be exchanged now, at which rates and by which rules (F-12). */
export async function exchangeOptions(
  services: Services,
  session: MemberSession,
): Promise<components['schemas']['ExchangeOptions']> {
  const { db, clock } = services;
  const now = clock.now();
  const { values: rules } = await storedRulesAt(db, now);
  const aging = await agingNow(services, rules);
  const available = await balancesOf(db, session.memberId);
  const rates = await tradableRates(db, now);
  return {
    spread: rules.exchangeSpread,
    quoteSeconds: rules.quoteSeconds,
    quoteSecondsWithCode: rules.quoteSeconds + CODE_SECONDS,
    secondFactorAboveUsd: rules.exchangeSecondFactorAboveUsd,
    assets: rates.map((rate) => ({
      asset: rate.asset,
      available: available[rate.asset],
      rate: rate.usd,
      rateAt: rate.at.toISOString(),
      stale: isStale(rate, aging),
    })),
  };
}
