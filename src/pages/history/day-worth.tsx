import { useContext } from 'react';
import { multiply, sum, type Amount } from '#money/amount.ts';
import { shownInCurrency } from '#money/currencies.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { About } from '#src/ui/estimate.tsx';
import { CurrencyContext } from '#src/ui/member-currency.ts';
import type { DaySums } from './entries.ts';

/**
 * What moved on a day in all, in USD; null if an asset has no rate. One that is stale counts as none: it would make a
 * wrong figure look current.
 */
export function worthOf(sums: DaySums, rates: readonly components['schemas']['Rate'][]): Amount | null {
  const parts = sums.flatMap(({ asset, amount }) =>
    rates.filter((rate) => rate.asset === asset && !rate.stale).map(({ usd }) => multiply(amount, usd)),
  );
  return sums.length > 0 && parts.length === sums.length ? sum(parts) : null;
}

/** How an amount of USD is written if no other currency is chosen, or none can be shown. */
const IN_USD = { currency: 'USD', perUsd: '1' } as const;

/**
 * What moved on a day in all, in the chosen currency. It is marked as an estimate in USD too: the rates are those of
 * now and not those of the day.
 */
export function DayWorth({ usd }: { readonly usd: Amount }) {
  const { rate, isLoading } = useContext(CurrencyContext);
  if (isLoading) return null;
  const worth = shownInCurrency(usd, rate ?? IN_USD);
  return (
    <span className="text-sm whitespace-nowrap text-muted">
      <About />
      {/^[^-]*[1-9]/.test(worth) ? `+${worth}` : worth}
    </span>
  );
}
