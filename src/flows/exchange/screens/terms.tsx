import { useFormikContext } from 'formik';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExchangeOptions, TypedExchange } from '#machines/exchange/exchange.types.ts';
import type { Asset } from '#money/assets.ts';
import { exchangeRateOf } from '#money/rate.ts';
import { exactOf } from '#money/shown.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { minutesOf } from '#src/i18n/spans.ts';
import { formatPercent } from '#money/percent.ts';
import { CurrencyNote } from '#src/ui/estimate.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { Rate } from '#src/ui/rate.tsx';
import { MS_PER_SECOND } from '#machines/chart/durations.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

interface TermsProps {
  readonly options: ExchangeOptions;
}

/** Rate, spread and what a quote means, for the pair that is chosen (D-24). */
export function Terms({ options }: TermsProps) {
  const { from, to } = useFormikContext<TypedExchange>().values;
  return <TermsOfPair options={options} give={from} receive={to} />;
}

/** The terms of a pair stay as they are while an amount is typed. */
const TermsOfPair = memo(function TermsOfPair({
  options,
  give,
  receive,
}: TermsProps & { readonly give: Asset; readonly receive: Asset }) {
  const { t } = useTranslation(['exchange', 'common']);
  const { spread, quoteSeconds, quoteSecondsWithCode, secondFactorAboveUsd } = options;
  const [from, to] = [give, receive].map((code) => options.assets.find(({ asset }) => asset === code));
  if (from === undefined || to === undefined) return null;
  const withCode = {
    amount: exactOf(secondFactorAboveUsd, 'USD'),
    count: minutesOf(quoteSecondsWithCode * MS_PER_SECOND),
  };
  return (
    <Panel
      title={t('terms.title')}
      note={t('common:sentences', {
        first: t('terms.holds', { count: quoteSeconds }),
        second: t('terms.secondFactor', withCode),
      })}
    >
      {(from.stale || to.stale) && (
        <Notice kind="warning" title={t('terms.stale')}>
          {t('terms.staleText')}
        </Notice>
      )}
      <Facts>
        <Fact term={t('terms.rate')}>
          <Rate from={from.asset} to={to.asset} rate={exchangeRateOf({ from: from.rate, to: to.rate, spread })} />
        </Fact>
        <Fact term={t('terms.spread')}>{formatPercent(spread)}</Fact>
        {[from, to].map(({ asset, rate, rateAt }, side) => (
          // Both may be the same asset until the member has chosen another.
          <Fact key={side} term={t('terms.inUsd', { asset })}>
            <span className="flex flex-col tabular-nums">
              <WholeWords text={`${exactOf(rate, 'USD')} USD`} />
              <span className="text-sm font-normal text-muted">
                <WholeWords text={t('terms.at', { moment: formatDateTime(rateAt) })} />
              </span>
            </span>
          </Fact>
        ))}
      </Facts>
      <p className="text-sm text-muted empty:hidden">
        <CurrencyNote />
      </p>
    </Panel>
  );
});
