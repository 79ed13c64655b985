// The demo club's rates keep their values and never become stale: nobody sets them by hand there.
import { RATED_CURRENCIES, type RatedCurrency } from '#money/currencies.ts';
import { currencyRatesAt, setCurrencyRate } from '#server/domain/rates/currencies.ts';
import { ratesAt, setRate } from '#server/domain/rates/rates.ts';
import type { Services } from '#server/domain/services/services.ts';
import { inTransaction, type Trx } from '#server/platform/db/kysely.ts';
import { secondsAfter } from '#server/platform/system/clock.ts';

/** The source of a rate that the demo club may renew. */
export const DEMO_OPERATOR = 'demo';
const RENEW_SECONDS = 30 * 60;

/** What one USD buys in the demo club: invented figures of a plausible size, which stay the same. */
const PER_USD: Readonly<Record<RatedCurrency, string>> = { JPY: '155.2', CNY: '7.24', EUR: '0.9215' };

/**
 * Renews each rate of the demo club once it is half an hour old; a rate that an operator has set is left to the
 * operator. Currencies that have no rate yet, as in a club of an earlier version, get theirs.
 */
export async function renewDemoRates({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const due = secondsAfter(now, -RENEW_SECONDS);
  await inTransaction(db, async (trx) => {
    for (const { asset, usd, at } of (await ratesAt(trx, now)).values()) {
      if (at > due) continue;
      const { set_by: setBy } = await trx
        .selectFrom('rates')
        .select('set_by')
        .where('asset', '=', asset)
        .where('at', '=', at)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      if (setBy === DEMO_OPERATOR)
        await setRate(trx, { asset, usd, at: now, source: 'operator', setBy: DEMO_OPERATOR });
    }
    const known = await currencyRatesAt(trx, now);
    for (const { currency, perUsd, at, setBy } of known)
      if (at <= due && setBy === DEMO_OPERATOR)
        await setCurrencyRate(trx, { currency, perUsd, at: now, source: 'operator', setBy });
    const missing = RATED_CURRENCIES.filter((currency) => !known.some((rate) => rate.currency === currency));
    await setDemoCurrencies(trx, now, missing);
  });
}

/** Sets the demo club's rates of some currencies; of all of them unless they are named. */
export async function setDemoCurrencies(trx: Trx, now: Date, currencies = RATED_CURRENCIES): Promise<void> {
  for (const currency of currencies)
    await setCurrencyRate(trx, {
      currency,
      perUsd: PER_USD[currency],
      at: now,
      source: 'operator',
      setBy: DEMO_OPERATOR,
    });
}
