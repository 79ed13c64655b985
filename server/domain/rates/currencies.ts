// What one USD is in the currencies in which members can see estimates. Nothing is paid by these rates: everything is
// counted in USD (D-01).
import { sql } from 'kysely';
import { normal, type Amount } from '#money/amount.ts';
import { isRatedCurrency, RATED_CURRENCIES, type RatedCurrency } from '#money/currencies.ts';
import { notifyAfter, type Db, type Trx } from '#server/platform/db/kysely.ts';
import { RATES_TOPIC, requireRate } from './rates.ts';

export interface CurrencyRate {
  currency: RatedCurrency;
  /** How much of the currency one USD buys. */
  perUsd: Amount;
  /** The moment it took effect. */
  at: Date;
  source: 'operator' | 'feed';
}

/**
 * Adds a rate that takes effect at its moment. Earlier rates stay on record.
 *
 * @throws RangeError for an unknown currency, or what can't be a rate
 */
export async function setCurrencyRate(db: Db | Trx, rate: CurrencyRate & { setBy: string | null }): Promise<void> {
  if (!isRatedCurrency(rate.currency)) throw new RangeError(`${String(rate.currency)} is not a currency with a rate`);
  requireRate(rate.perUsd);
  const { currency, perUsd, at, source, setBy } = rate;
  await db.insertInto('currency_rates').values({ currency, per_usd: perUsd, at, source, set_by: setBy }).execute();
  notifyAfter(db, RATES_TOPIC, currency);
}

/** The rates at a moment, in the order of the currencies; those without one are left out. */
export async function currencyRatesAt(
  db: Db | Trx,
  moment: Date,
): Promise<(CurrencyRate & { setBy: string | null })[]> {
  const { rows } = await sql<CurrencyRate & { setBy: string | null }>`
    SELECT rate.currency, rate.per_usd AS "perUsd", rate.at, rate.source, rate.set_by AS "setBy"
    FROM unnest(${[...RATED_CURRENCIES]}::text[]) WITH ORDINALITY AS wanted (currency, place)
      CROSS JOIN LATERAL (
        SELECT currency, per_usd, at, source, set_by FROM currency_rates
        WHERE currency_rates.currency = wanted.currency AND at <= ${moment}
        ORDER BY at DESC, id DESC LIMIT 1) AS rate
    ORDER BY wanted.place`.execute(db);
  return rows.map((row) => ({ ...row, perUsd: normal(row.perUsd) }));
}
