import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { isZero } from '#money/amount.ts';
import { formatDate } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { Amount } from '#src/ui/amount.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import type { Reading } from '#src/reads/use-read.ts';

type StakeList = components['schemas']['StakeList'];

const LINES = 3;

/** What is earning and until when; it shows only what has accrued, never what may come (D-31). */
export function EarningPanel({ reading: { result, retry } }: { readonly reading: Reading<StakeList> }) {
  const { t } = useTranslation('dashboard');
  const stakes = result.state === 'ready' ? result.value : null;
  const isEmpty = stakes?.items.length === 0;
  return (
    <Panel title={t('earning.title')} note={isEmpty ? undefined : t('earning.text')}>
      {result.state === 'loading' && <Skeleton what={t('earning.loading')} lines={LINES} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {stakes !== null && (isEmpty ? <p className="text-muted">{t('earning.none')}</p> : <Earning stakes={stakes} />)}
      <ButtonLink to={isEmpty ? paths.plans : paths.staking} kind="secondary">
        {isEmpty ? t('earning.plans') : t('earning.open')}
      </ButtonLink>
    </Panel>
  );
}

function Earning({ stakes: { totals, items } }: { readonly stakes: StakeList }) {
  const { t } = useTranslation('dashboard');
  const next = items.find(({ state }) => state === 'running');
  return (
    <Facts>
      <Fact term={t('earning.running')}>
        <Amount value={totals.runningUsd} unit="USD" />
      </Fact>
      {!isZero(totals.maturedUsd) && (
        <Fact term={t('earning.matured')}>
          <Amount value={totals.maturedUsd} unit="USD" />
        </Fact>
      )}
      <Fact term={t('earning.accrued')}>
        <Amount value={totals.accruedMp} unit="MP" />
      </Fact>
      {next !== undefined && (
        <Fact term={t('earning.next')}>
          {t('earning.nextText', { date: formatDate(next.endsAt), days: t('earning.days', { count: next.daysLeft }) })}
        </Fact>
      )}
    </Facts>
  );
}
