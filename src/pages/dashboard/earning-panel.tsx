import { useTranslation } from 'react-i18next';
import { isZero } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDate } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { Amount } from '#src/ui/amount.tsx';
import { Estimate } from '#src/ui/estimate.tsx';
import { StageMark } from '#src/ui/member-marks.tsx';
import { Ring } from '#src/ui/member-ring.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';

type Schemas = components['schemas'];

/** What is earning and until when; it shows only what has accrued, never what may come (D-31). */
export function EarningPanel({ stakes }: { readonly stakes: Schemas['StakeList'] }) {
  const { t } = useTranslation('dashboard');
  const isEmpty = stakes.items.length === 0;
  const next = stakes.items.find(({ state }) => state === 'running');
  const { runningUsd, maturedUsd, accruedMp } = stakes.totals;
  return (
    <Panel
      title={t('earning.title')}
      note={isEmpty ? undefined : t('earning.text')}
      more={isEmpty ? { to: paths.plans, name: t('earning.plans') } : { to: paths.staking, name: t('earning.open') }}
    >
      {isEmpty && <p className="text-muted">{t('earning.none')}</p>}
      {next !== undefined && <NextStake stake={next} />}
      {!isEmpty && (
        <Facts>
          <Fact term={t('earning.running')}>
            <Estimate usd={runningUsd} />
          </Fact>
          {!isZero(maturedUsd) && (
            <Fact term={t('earning.matured')}>
              <Estimate usd={maturedUsd} />
            </Fact>
          )}
          <Fact term={t('earning.accrued')}>
            <Amount value={accruedMp} unit="MP" />
          </Fact>
        </Facts>
      )}
    </Panel>
  );
}

/** The stake that is free next: a ring that closes as its days pass, with those that are left in its middle. */
function NextStake({ stake: { stage, days, daysLeft, endsAt } }: { readonly stake: Schemas['Stake'] }) {
  const { t } = useTranslation('dashboard');
  const words = useStageWords();
  return (
    <div className="flex items-center gap-5">
      <Ring part={days - daysLeft} whole={days} className="size-24 text-3xl">
        {daysLeft}
      </Ring>
      <div className="min-w-0">
        <p className="text-sm text-muted">{t('earning.next')}</p>
        <p className="mt-0.5 flex items-center gap-2 font-semibold">
          <StageMark stage={stage} className="size-5" />
          {words.name(stage)}
        </p>
        <p className="mt-0.5">
          {t('earning.nextText', { date: formatDate(endsAt), days: t('earning.days', { count: daysLeft }) })}
        </p>
      </div>
    </div>
  );
}
