// What something is worth, in the currency that the member has chosen.
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount as Decimal } from '#money/amount.ts';
import { shownInCurrency } from '#money/currencies.ts';
import { exact } from '#money/shown.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { Amount } from './amount.tsx';
import { CurrencyContext } from './member-currency.ts';
import { Dots, HiddenContext } from './member-hidden.tsx';
import { WholeWords } from './whole-words.tsx';

/**
 * The one function that writes an estimate: what an amount of USD is in the chosen currency, such as `7,012 JPY`. Null
 * if it is not to be shown in another than USD, or cannot be now.
 */
export function useEstimate(): (usd: Decimal) => string | null {
  const { rate } = useContext(CurrencyContext);
  return (usd) => (rate === null ? null : shownInCurrency(usd, rate));
}

export interface EstimateProps {
  /** What it is worth in USD. */
  readonly usd: Decimal;
  readonly className?: string;
}

/** What something is worth, in the chosen currency; in USD as it is, also if the currency has no rate. */
export function Estimate({ usd, className = '' }: EstimateProps) {
  const estimate = useEstimate()(usd);
  const isHidden = useContext(HiddenContext);
  const { isLoading } = useContext(CurrencyContext);
  if (isHidden) return <Dots className={className} />;
  if (isLoading) return <span aria-hidden="true" className="skeleton inline-block h-4 w-28 max-w-full align-middle" />;
  if (estimate === null) return <Amount value={usd} unit="USD" className={className} />;
  return (
    <span className={`wrap-anywhere tabular-nums ${className}`}>
      {/* The mark stays with its amount. */}
      <span className="whitespace-nowrap">
        <About />
        {estimate}
      </span>
    </span>
  );
}

/** The mark before an estimate. */
export function About() {
  const { t } = useTranslation('money');
  return (
    <>
      <span aria-hidden="true">≈ </span>
      <span className="sr-only">{t('currency.about')} </span>
    </>
  );
}

/** The estimate below an amount that is stated in USD; nothing if the member sees USD anyway. */
export function AlsoWorth({ usd }: Pick<EstimateProps, 'usd'>) {
  const { rate, isLoading } = useContext(CurrencyContext);
  if (rate === null && !isLoading) return null;
  return (
    <span className="block min-h-5 text-sm font-normal text-muted">
      <Estimate usd={usd} />
    </span>
  );
}

/** As high as its longest text on a phone, so that nothing below moves once the rate is known. */
const NOTE = 'block min-h-10 sm:min-h-5';

/** By which rate the estimates of a page are made, and of when it is; or why they are in USD. Nothing for USD. */
export function CurrencyNote() {
  const { t } = useTranslation('money');
  const { chosen, rate, isLoading } = useContext(CurrencyContext);
  if (chosen === 'USD') return null;
  if (isLoading)
    return (
      <span aria-hidden="true" className={`py-0.5 ${NOTE}`}>
        <span className="skeleton block h-4 w-64 max-w-full" />
      </span>
    );
  if (rate === null)
    return <strong className={`font-medium text-warning ${NOTE}`}>{t('currency.none', { currency: chosen })}</strong>;
  return (
    <span className={NOTE}>
      <WholeWords
        text={t('currency.rate', {
          rate: t('rate.text', { base: 'USD', value: exact(rate.perUsd), quote: rate.currency }),
          moment: formatDateTime(rate.at),
        })}
      />
    </span>
  );
}
