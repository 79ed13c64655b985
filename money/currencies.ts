// The currencies in which members can see what something is worth. Everything is counted in USD (D-01); another
// currency is only shown.
import { floorTo, isNegative, multiply, negate, withDecimals, type Amount } from './amount.ts';
import { grouped } from './shown.ts';

/** A currency that has a rate: USD, in which everything is counted, needs none. */
export type RatedCurrency = 'JPY' | 'CNY' | 'EUR';
export type Currency = 'USD' | RatedCurrency;

export const RATED_CURRENCIES: readonly RatedCurrency[] = ['JPY', 'CNY', 'EUR'];
export const CURRENCIES: readonly Currency[] = ['USD', ...RATED_CURRENCIES];

/** The decimals of each currency's smallest unit (ISO 4217); yen have none. */
const DECIMALS: Readonly<Record<Currency, number>> = { USD: 2, JPY: 0, CNY: 2, EUR: 2 };

/** Whether a text is the code of a currency. */
export function isCurrency(code: string): code is Currency {
  return CURRENCIES.some((currency) => currency === code);
}

/** Whether a text is the code of a currency that has a rate. */
export function isRatedCurrency(code: string): code is RatedCurrency {
  return RATED_CURRENCIES.some((currency) => currency === code);
}

/** A currency and how much of it one USD buys. */
export interface CurrencyPrice {
  readonly currency: Currency;
  readonly perUsd: Amount;
}

/**
 * What an amount of USD is in a currency, in whole units of its last decimal, zeros included: `7012`, `325.80`. Rounded
 * down like every shown amount (D-02), so it never says more than there is; a negative amount is cut likewise.
 */
export function inCurrency(usd: Amount, { currency, perUsd }: CurrencyPrice): Amount {
  const size = multiply(isNegative(usd) ? negate(usd) : usd, perUsd);
  const cut = withDecimals(floorTo(size, DECIMALS[currency]), DECIMALS[currency]);
  return isNegative(usd) && /[1-9]/.test(cut) ? `-${cut}` : cut;
}

/**
 * The same as it is written for people, in every language alike: `7,012 JPY`. The code stands where that of an asset
 * does: the sign ¥ would be both yen and yuan.
 */
export function shownInCurrency(usd: Amount, price: CurrencyPrice): string {
  return `${grouped(inCurrency(usd, price))} ${price.currency}`;
}
