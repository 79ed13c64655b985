import { useTranslation } from 'react-i18next';
import { isZero } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { paths } from '#src/paths.ts';
import { Amount } from '#src/ui/amount.tsx';
import { Estimate } from '#src/ui/estimate.tsx';
import { NextStake, nextOf } from '#src/ui/member-next-stake.tsx';
import { Fact, Facts, Panel } from '#src/ui/panel.tsx';

type Schemas = components['schemas'];

/** What is earning and until when; it shows only what has accrued, never what may come (D-31). */
export function EarningPanel({ stakes }: { readonly stakes: Schemas['StakeList'] }) {
  const { t } = useTranslation('dashboard');
  const isEmpty = stakes.items.length === 0;
  const next = nextOf(stakes.items);
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
