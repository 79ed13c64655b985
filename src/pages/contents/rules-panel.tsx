import type { components } from '#openapi/api.gen.d.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { wholeDaysOf } from '#machines/chart/durations.ts';
import { formatPercent } from '#money/percent.ts';
import { exactOf } from '#money/shown.ts';
import { formatDate } from '#src/i18n/format.ts';
import { useServices } from '#src/services/services.ts';
import { Fold } from '#src/ui/fold.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { Waiting } from '#src/ui/waiting.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useRead } from '#src/reads/use-read.ts';

type Rules = components['schemas']['Rules'];

/** The club's rules as the server has them in force: the app itself contains none (D-04). */
export function RulesPanel() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { api } = useServices();
  const read = useCallback((signal: AbortSignal) => dataOf(api.GET('/rules', { signal })), [api]);
  const { result, retry } = useRead('rules', read);
  const rules = result.state === 'ready' ? result.value : null;
  return (
    <Panel
      title={t('rules.title')}
      note={
        rules && (
          <WholeWords text={t('rules.version', { version: rules.version, date: formatDate(rules.effectiveFrom) })} />
        )
      }
    >
      {result.state === 'loading' && <Waiting what={t('rules.loading')} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {rules && <RuleFacts rules={rules} />}
    </Panel>
  );
}

function RuleFacts({ rules }: { rules: Rules }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const days = wholeDaysOf(rules.withdrawalCompletionHours);
  const completion =
    days === null ? t('rules.hours', { count: rules.withdrawalCompletionHours }) : t('rules.days', { count: days });
  const usd = (amount: string) => t('rules.usd', { amount: exactOf(amount, 'USD') });
  return (
    <>
      <Facts>
        <Fact term={t('rules.minimumDeposit')}>{usd(rules.minimumDepositUsd)}</Fact>
        <Fact term={t('rules.minimumWithdrawal')}>{usd(rules.minimumWithdrawalUsd)}</Fact>
        <Fact term={t('rules.fee')}>{t('rules.feeText', { percent: formatPercent(rules.withdrawalFeeRate) })}</Fact>
        <Fact term={t('rules.completion')}>{completion}</Fact>
        <Fact term={t('rules.stake')}>{t('rules.days', { count: rules.stakeDays })}</Fact>
        <Fact term={t('rules.restake')}>{t('rules.days', { count: rules.restakeDays })}</Fact>
      </Facts>
      <Fold title={t('rules.stages')}>
        <Facts>
          {rules.stages.map(({ stage, name, amountUsd }) => (
            <Fact key={stage} term={t('common:step', { number: stage, step: t(`stage.${name}`) })}>
              {amountUsd === null
                ? t('rules.above', { amount: exactOf(rules.customPlanAboveUsd, 'USD') })
                : usd(amountUsd)}
            </Fact>
          ))}
        </Facts>
      </Fold>
    </>
  );
}
