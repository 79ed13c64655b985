import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Fold } from '#src/ui/fold.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/member-empty.tsx';
import { OwnAmounts } from '#src/ui/member-hidden.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { MoreButton } from '#src/flow/more-button.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { usePages } from '#src/reads/use-pages.ts';
import { Hero } from './hero.tsx';
import { StakeCard } from './stake-card.tsx';

type Stake = components['schemas']['Stake'];

/** /Staking (SRC §2, F-14): what is staked, and the member's stakes, those that wait for a choice first. */
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
    <OwnAmounts>
      <PageHeading title={t('title')} note={t('text')} />
      {!isEmpty && (totals !== null || state === 'loading') && (
        <Hero totals={totals} stakes={items} isCut={more && !items.some(isOver)} />
      )}
      {isEmpty && <NoStakes />}
      {items.length > 0 && <Stakes stakes={items} />}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      {items.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <MoreButton pages={pages} label={t('more')} loading={t('loading')} />
          <p role="status" className="text-sm text-muted">
            {t('count', { count: items.length })}
          </p>
        </div>
      )}
    </OwnAmounts>
  );
}

const isOver = ({ state }: Stake) => state === 'restaked' || state === 'withdrawn';

/** The stakes that run or wait, and below them, folded, those that are over. */
function Stakes({ stakes }: { readonly stakes: readonly Stake[] }) {
  const { t } = useTranslation('staking');
  const over = stakes.filter(isOver);
  const current = stakes.filter((stake) => !isOver(stake));
  return (
    <section aria-label={t('list')} className="flex flex-col gap-4">
      {current.length > 0 && <Cards stakes={current} />}
      {over.length > 0 && (
        <Fold title={t('past')} isOpen={current.length === 0}>
          <Cards stakes={over} />
        </Fold>
      )}
    </section>
  );
}

function Cards({ stakes }: { readonly stakes: readonly Stake[] }) {
  return (
    <ul className="grid items-start gap-4 lg:grid-cols-2">
      {stakes.map((stake) => (
        <StakeCard key={stake.id} stake={stake} />
      ))}
    </ul>
  );
}

/** Leads a member without a stake to where one begins. */
function NoStakes() {
  const { t } = useTranslation('staking');
  return <Empty action={<ButtonLink to={paths.plans}>{t('plans')}</ButtonLink>}>{t('none')}</Empty>;
}
