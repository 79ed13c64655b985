// In which currency members see what something is worth. What is charged, paid or promised is stated in assets and USD,
// and never goes through it.
import { createContext } from 'react';
import type { Amount } from '#money/amount.ts';
import type { Unit } from '#money/assets.ts';
import type { Currency } from '#money/currencies.ts';
import type { components } from '#openapi/api.gen.d.ts';

/** The currency of this device, as the members' frame knows it. */
export interface DisplayCurrency {
  readonly chosen: Currency;
  /** The rate of the chosen currency; null for USD, while it is loading, and if none is in force or could be read. */
  readonly rate: components['schemas']['CurrencyRate'] | null;
  readonly isLoading: boolean;
  /** USD for one of an asset, for forms that state no rate of it; null as long as it is not known. */
  readonly usdFor: (asset: Unit) => Amount | null;
  readonly choose: (currency: Currency) => void;
}

/** Outside the members' frame worth is shown in USD, in which the server states it. */
export const CurrencyContext = createContext<DisplayCurrency>({
  chosen: 'USD',
  rate: null,
  isLoading: false,
  usdFor: () => null,
  choose: () => undefined,
});
