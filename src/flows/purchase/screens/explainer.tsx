import { useTranslation } from 'react-i18next';
import type { PlanStage } from '#machines/purchase/purchase.types.ts';
import { exact, exactOf } from '#money/shown.ts';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatPercent } from '#money/percent.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { AlsoWorth } from '#src/ui/estimate.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import type { OptionsProps } from './screen-props.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** What the stage costs, its rate today, how long it is locked, and how it works; never what it might earn (D-31). */
export function Explainer({ plan, options }: OptionsProps & { readonly plan: PlanStage }) {
  const { t } = useTranslation('purchase');
  const words = useStageWords();
  const { amountUsd, amountUsdt, dailyRate } = plan;
  const { rate, rateAt, stakeDays, customAboveUsd } = options;
  return (
    <Panel title={words.full(plan.stage)}>
      <Facts>
        <Fact term={t('plan.price')}>
          {amountUsd === null ? (
            t('anyAmount', { amount: exactOf(customAboveUsd, 'USD') })
          ) : (
            <>
              <ExactAmount value={amountUsd} unit="USD" />
              <AlsoWorth usd={amountUsd} />
            </>
          )}
        </Fact>
        {amountUsdt !== null && (
          <Fact term={t('plan.inUsdt')}>
            <ExactAmount value={amountUsdt} unit="USDT" />
          </Fact>
        )}
        <Fact term={t('rate')}>
          <span className="flex flex-col items-end">
            <WholeWords text={t('rateText', { rate: exact(rate) })} />
            <span className="text-sm font-normal text-muted">
              <WholeWords text={t('rateAt', { moment: formatDateTime(rateAt) })} />
            </span>
          </span>
        </Fact>
        <Fact term={t('plan.dailyRate')}>
          <span className="flex flex-col items-end">
            {t('daily', { percent: formatPercent(dailyRate) })}
            <span className="text-sm font-normal text-muted">{t('dailyNote')}</span>
          </span>
        </Fact>
        <Fact term={t('plan.lock')}>{t('plan.days', { count: stakeDays })}</Fact>
      </Facts>
      <div className="flex flex-col gap-2">
        <h3 className="font-semibold">{t('plan.howTitle')}</h3>
        <p>{t('plan.howAccrual')}</p>
        <p>{t('plan.howEnd')}</p>
      </div>
    </Panel>
  );
}
