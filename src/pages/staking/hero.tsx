import { useTranslation } from 'react-i18next';
import { formatPercent } from '#money/percent.ts';
import { add, isZero, larger, smaller, type Amount as Decimal } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { addressOf, paths } from '#src/paths.ts';
import { Amount } from '#src/ui/amount.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { CurrencyNote, Estimate } from '#src/ui/estimate.tsx';
import { isLate } from '#src/ui/late-stake.ts';
import { Acts, FigurePanel, HeroFigure } from '#src/ui/member-figure.tsx';
import { MemberIcon, type MemberIconName } from '#src/ui/member-icon.tsx';
import { Ring } from '#src/ui/member-ring.tsx';
import { BesideRing, NextStake, nextOf } from '#src/ui/member-next-stake.tsx';
import { StakeState } from '#src/ui/stake-facts.tsx';
import { choiceAddress } from './choice-address.ts';
import { Figure } from './figure.tsx';

type Stake = components['schemas']['Stake'];

export interface HeroProps {
  /** Over all stakes; null until they are known. */
  readonly totals: components['schemas']['StakeTotals'] | null;
  /** The stakes that are known, in the order of the list. */
  readonly stakes: readonly Stake[];
  /** Whether a stake that still runs may be missing among them. */
  readonly isCut: boolean;
}

/** What is staked, what it has earned, at which rate it earns now, and what unlocks next. */
export function Hero({ totals, stakes, isCut }: HeroProps) {
  const { t } = useTranslation('staking');
  const unlocked = stakes.find(({ state }) => state === 'matured');
  return (
    <FigurePanel title={t('hero.title')}>
      <div className="grid gap-5 sm:grid-cols-2 sm:items-center">
        <HeroFigure usd={totals === null ? null : add(totals.runningUsd, totals.maturedUsd)} loading={t('loading')} />
        {totals === null ? <NextSkeleton /> : <Next totals={totals} stakes={stakes} />}
      </div>
      <Acts label={t('hero.acts')}>
        {totals === null ? (
          // Until it is known what the first one is, none can be pressed in its place.
          <span aria-hidden="true" className="skeleton col-span-full h-16 @xl:h-12" />
        ) : (
          <>
            {unlocked !== undefined && (
              <ButtonLink to={choiceAddress(unlocked.id)} className="max-sm:px-2">
                <MemberIcon name="unlock" />
                {t('hero.decide')}
              </ButtonLink>
            )}
            <ButtonLink
              to={paths.plans}
              kind={unlocked === undefined ? 'primary' : 'secondary'}
              className="max-sm:px-2"
            >
              <MemberIcon name="tag" />
              {t('buy')}
            </ButtonLink>
            <ButtonLink
              to={addressOf(paths.history, { kind: 'StakingReward' })}
              kind="secondary"
              className="max-sm:px-2"
            >
              <MemberIcon name="sprout" />
              {t('hero.rewards')}
            </ButtonLink>
          </>
        )}
      </Acts>
      {totals === null ? <FiguresSkeleton /> : <Figures totals={totals} rates={isCut ? null : ratesOf(stakes)} />}
      <p className="text-sm text-muted empty:hidden">
        <CurrencyNote />
      </p>
    </FigurePanel>
  );
}

interface NextProps extends Pick<HeroProps, 'stakes'> {
  readonly totals: NonNullable<HeroProps['totals']>;
}

/** What unlocks next, or why nothing does. */
function Next({ totals, stakes }: NextProps) {
  const next = nextOf(stakes);
  if (next !== undefined) return <NextStake stake={next} />;
  return <NothingNext totals={totals} stakes={stakes} late={stakes.find(isLate)} />;
}

/** Why no stake unlocks next: one is overdue, all have unlocked, or all are over. */
function NothingNext({ totals, stakes, late }: NextProps & { readonly late: Stake | undefined }) {
  const { t } = useTranslation('staking');
  const isWaiting = stakes.some(({ state }) => state === 'matured');
  const icon: MemberIconName = late !== undefined ? 'calendar' : isWaiting ? 'unlock' : 'sprout';
  return (
    <BesideRing
      ring={
        <Ring part={late !== undefined || isWaiting ? 1 : 0} whole={1} className="size-24">
          <MemberIcon name={icon} className="size-9" />
        </Ring>
      }
    >
      {late !== undefined && <StakeState stake={late} />}
      {isZero(totals.runningUsd) && <p className="font-semibold">{t('hero.nothing')}</p>}
      <p className="mt-0.5 text-sm text-muted">
        {late !== undefined ? t('hero.late') : isWaiting ? t('hero.waiting') : t('hero.over')}
      </p>
    </BesideRing>
  );
}

function NextSkeleton() {
  return (
    <div aria-hidden="true" className="flex min-h-24 items-center gap-5">
      <span className="skeleton size-24 shrink-0 rounded-full" />
      <span className="skeleton h-12 w-36" />
    </div>
  );
}

const FIGURES = 'grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3 sm:gap-x-8 sm:gap-y-4';

/** The rates at which stakes earn now. */
const ratesOf = (stakes: readonly Stake[]): readonly Decimal[] =>
  stakes.filter(({ state }) => state === 'running').map(({ dailyRate }) => dailyRate);

interface FiguresProps {
  readonly totals: NonNullable<HeroProps['totals']>;
  /** Null if not all of them are known. */
  readonly rates: readonly Decimal[] | null;
}

function Figures({ totals, rates }: FiguresProps) {
  const { t } = useTranslation('staking');
  const { runningUsd, maturedUsd, accruedMp, earnedMp } = totals;
  return (
    <dl className={FIGURES}>
      <Figure tall term={t('totals.earned')}>
        <Amount value={earnedMp} unit="MP" className="relative -my-2.5" />
      </Figure>
      <Figure tall term={t('totals.accrued')}>
        <Amount value={accruedMp} unit="MP" className="relative -my-2.5" />
      </Figure>
      {/* Only what runs has a rate; where nothing does, the words beside the ring say so. */}
      {rates?.length !== 0 && (
        <Figure tall term={t('dailyRate')}>
          <DailyRate rates={rates} />
        </Figure>
      )}
      {/* Without any that has unlocked, all that is staked is locked. */}
      {!isZero(maturedUsd) && (
        <>
          <Figure tall term={t('totals.matured')}>
            <Estimate usd={maturedUsd} className="text-warning" />
          </Figure>
          <Figure tall term={t('totals.running')}>
            <Estimate usd={runningUsd} />
          </Figure>
        </>
      )}
    </dl>
  );
}

/** The rate at which stakes earn now, or the lowest and the highest; never what they might earn (D-31). */
function DailyRate({ rates }: Pick<FiguresProps, 'rates'>) {
  const { t } = useTranslation('staking');
  const [first, ...others] = rates ?? [];
  const from = first === undefined ? null : formatPercent(others.reduce(smaller, first));
  const to = first === undefined ? null : formatPercent(others.reduce(larger, first));
  return (
    <>
      <span className="block tabular-nums">
        {from === null ? t('hero.byPlan') : from === to ? from : t('hero.rates', { from, to })}
      </span>
      <span className="block text-sm font-normal text-muted">{t('hero.variable')}</span>
    </>
  );
}

function FiguresSkeleton() {
  const { t } = useTranslation('staking');
  return (
    <dl className={FIGURES}>
      {[t('totals.earned'), t('totals.accrued'), t('dailyRate')].map((term) => (
        <Figure tall key={term} term={term}>
          <span aria-hidden="true" className="skeleton block h-6 w-28" />
        </Figure>
      ))}
    </dl>
  );
}
