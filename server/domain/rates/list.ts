// The rates as members see them, at once and as they change (D-07).
import type { components } from '#openapi/api.gen.d.ts';
import { ASSETS } from '#money/assets.ts';
import type { ClockParts } from '#server/domain/club/trusted-clock.ts';
import { storedRulesAt } from '#server/domain/rules/rules.ts';
import { currencyRatesAt } from './currencies.ts';
import { agingNow, isStale, isTooOld, newestRates } from './rates.ts';

export type RateList = components['schemas']['RateList'];

/**
 * The rates in force, those of assets each with the one before it. Assets and currencies without a rate are left out.
 * Four statements, however many of them.
 */
export async function listRates(parts: ClockParts): Promise<RateList> {
  const { db, clock } = parts;
  const now = clock.now();
  const aging = await agingNow(parts, (await storedRulesAt(db, now)).values);
  const rates = await newestRates(db, { moment: now, count: 2 });
  const items = ASSETS.flatMap((asset) => {
    const [rate, previous] = rates.filter((each) => each.asset === asset);
    if (rate === undefined) return [];
    const { usd, at, source } = rate;
    return [
      {
        asset,
        usd,
        at: at.toISOString(),
        source,
        stale: isStale(rate, aging),
        previousUsd: previous?.usd ?? null,
      },
    ];
  });
  const currencies = (await currencyRatesAt(db, now)).map((rate) => {
    const { currency, perUsd, at, source } = rate;
    return { currency, perUsd, at: at.toISOString(), source, stale: isTooOld(rate, aging) };
  });
  return { items, currencies, at: now.toISOString() };
}
