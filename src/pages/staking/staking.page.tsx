import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Amount } from '#src/ui/amount.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { CurrencyNote, Estimate } from '#src/ui/estimate.tsx';
import { Empty } from '#src/ui/member-empty.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { MoreButton } from '../more-button.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { usePages } from '#src/reads/use-pages.ts';
import { StakeCard } from './stake-card.tsx';
import { HidesAmounts } from '../hides-amounts.tsx';

type Stake = components['schemas']['Stake'];
type Totals = components['schemas']['StakeTotals'];

const LINES = 6;

/** /Staking (SRC §2, F-14): the member's stakes, those that wait for a choice first, with their totals. */
export function StakingPage() {
  const { t } = useTranslation('staking');
  const { api } = useServices();
  const pages = usePages<Stake, components['schemas']['StakeList']>('stakes', (cursor, signal) =>
    dataOf(api.GET('/stakes', { params: { query: cursor === null ? {} : { cursor } }, signal })),
  );
  const { items, state, problem, more, readOn } = pages;
  const totals = pages.page?.totals ?? null;
  const isEmpty = state === 'ready' && items.length === 0;
  return (
    <HidesAmounts>
      <PageHeading title={t('title')} note={t('text')} />
      {state === 'loading' && items.length === 0 && <Skeleton what={t('loading')} lines={LINES} />}
      {totals !== null && !isEmpty && <TotalsPanel totals={totals} />}
      {isEmpty && <NoStakes />}
      {items.length > 0 && (
        <section aria-label={t('list')}>
          <ul className="grid gap-4 lg:grid-cols-2">
            {items.map((stake) => (
              <StakeCard key={stake.id} stake={stake} />
            ))}
          </ul>
        </section>
      )}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      {items.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <MoreButton pages={pages} label={t('more')} loading={t('loading')} />
          <ButtonLink kind={more ? 'quiet' : 'secondary'} to={paths.plans}>
            {t('buy')}
          </ButtonLink>
          <p role="status" className="text-sm text-muted">
            {t('count', { count: items.length })}
          </p>
        </div>
      )}
    </HidesAmounts>
  );
}

/** The totals of all stakes, whichever of them the page shows. */
function TotalsPanel({ totals }: { readonly totals: Totals }) {
  const { t } = useTranslation('staking');
  return (
    <Panel title={t('totals.title')}>
      <dl className="grid divide-y divide-base-300 sm:grid-cols-2 sm:gap-x-8 sm:gap-y-4 sm:divide-y-0 lg:grid-cols-4">
        <Total term={t('totals.running')}>
          <Estimate usd={totals.runningUsd} />
        </Total>
        <Total term={t('totals.matured')}>
          <Estimate usd={totals.maturedUsd} />
        </Total>
        <Total term={t('totals.accrued')}>
          <Amount value={totals.accruedMp} unit="MP" />
        </Total>
        <Total term={t('totals.earned')}>
          <Amount value={totals.earnedMp} unit="MP" />
        </Total>
      </dl>
      <p className="text-sm text-muted empty:hidden">
        <CurrencyNote />
      </p>
    </Panel>
  );
}

interface TotalProps {
  readonly term: string;
  readonly children: ReactNode;
}

/** A row on a phone; where there is room, a figure below its name, beside the others. */
function Total({ term, children }: TotalProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-2 sm:block sm:py-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="ml-auto font-medium sm:mt-1 sm:text-xl">{children}</dd>
    </div>
  );
}

/** Leads a member without a stake to where one begins. */
function NoStakes() {
  const { t } = useTranslation('staking');
  return <Empty action={<ButtonLink to={paths.plans}>{t('plans')}</ButtonLink>}>{t('none')}</Empty>;
}
