import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { CURRENCIES, isCurrency } from '#money/currencies.ts';
import { CurrencyContext } from './member-currency.ts';
import { MemberIcon } from './member-icon.tsx';

/** The choice of currency, by code in every language: two of them have the same sign. */
export function CurrencySwitch() {
  const { t } = useTranslation('nav');
  const { chosen, choose } = useContext(CurrencyContext);
  return (
    <label className="relative inline-flex items-center">
      <span className="sr-only">{t('currency')}</span>
      <MemberIcon name="currency" className="pointer-events-none absolute left-3 size-4.5" />
      <select
        name="currency"
        value={chosen}
        translate="no"
        onChange={({ target }) => isCurrency(target.value) && choose(target.value)}
        className="quiet-select"
      >
        {CURRENCIES.map((currency) => (
          <option key={currency} value={currency}>
            {currency}
          </option>
        ))}
      </select>
    </label>
  );
}
