import { useFormikContext } from 'formik';
import { useTranslation } from 'react-i18next';
import type { ExchangeOptions, TypedExchange } from '#machines/exchange/exchange.types.ts';
import { divideFloor, multiply, subtract, type Amount } from '#money/amount.ts';
import { scaleOf } from '#money/assets.ts';
import { exact } from '#money/shown.ts';
import { formatDateTime, percentOf } from '#src/i18n/format.ts';
import { Notice } from '#src/ui/notice.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';

type Option = ExchangeOptions['assets'][number];

/** What one of `from` gives at present, the spread taken off; floored, as the quote is. */
function rateOf(from: Option, to: Option, spread: Amount): Amount {
  return divideFloor(multiply(from.rate, subtract('1', spread)), to.rate, scaleOf(to.asset));
}

/** Rate, spread and what a quote means, for the pair that is chosen (D-24). */
export function Terms({ options }: { readonly options: ExchangeOptions }) {
  const { t } = useTranslation('exchange');
  const { values } = useFormikContext<TypedExchange>();
  const { spread, quoteSeconds, secondFactorAboveUsd } = options;
  const [from, to] = [values.from, values.to].map((code) => options.assets.find(({ asset }) => asset === code));
  if (from === undefined || to === undefined) return null;
  return (
    <Panel title={t('terms.title')} note={`${t('terms.holds', { count: quoteSeconds })} ${t('terms.secondFactor', { amount: exact(secondFactorAboveUsd) })}`}>
      {(from.stale || to.stale) && (
        <Notice kind="warning" title={t('terms.stale')}>
          {t('terms.staleText')}
        </Notice>
      )}
      <Facts>
        <Fact term={t('terms.rate')}>{t('rateText', { from: from.asset, to: to.asset, rate: exact(rateOf(from, to, spread)) })}</Fact>
        <Fact term={t('terms.spread')}>{t('percent', { percent: percentOf(spread) })}</Fact>
        {[from, to].map(({ asset, rate, rateAt }) => (
          <Fact key={asset} term={t('terms.inUsd', { asset })}>
            <span className="flex flex-col tabular-nums">
              {exact(rate)} USD
              <span className="text-sm font-normal text-muted">{t('terms.at', { moment: formatDateTime(rateAt) })}</span>
            </span>
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}
