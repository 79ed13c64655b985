import { useTranslation } from 'react-i18next';
import type texts from '#locales/en-US/staking.json';
import type { components } from '#openapi/api.gen.d.ts';
import { isZero, type Amount as Decimal } from '#money/amount.ts';
import { formatDate, formatDateTime } from '#src/i18n/format.ts';
import { formatPercent } from '#money/percent.ts';
import { isLate } from './late-stake.ts';
import { ExactAmount } from './amount.tsx';
import { Ring } from './member-ring.tsx';
import { Notice } from './notice.tsx';
import { Fact, Facts } from './panel.tsx';
import { WholeWords } from './whole-words.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    staking: typeof texts;
  }
}

type Stake = components['schemas']['Stake'];

const looks: Record<Stake['state'] | 'late', string> = {
  running: 'tint-info',
  late: 'tint-warning',
  matured: 'tint-warning',
  restaked: 'bg-base-200',
  withdrawn: 'bg-base-200',
};

/** The state of a stake, in the words of L-03; one that should be unlocked by now says so instead. */
export function StakeState({ stake }: { readonly stake: Stake }) {
  const { t } = useTranslation('staking');
  const state = isLate(stake) ? 'late' : stake.state;
  return <span className={`status-pill ${looks[state]}`}>{t(`state.${state}`)}</span>;
}

/**
 * The progress of a stake. The countdown stops at zero: once the days of the stake are over and it is not unlocked yet,
 * it says so, why, and whom to ask (D-27).
 */
export function StakeProgress({ stake }: { readonly stake: Stake }) {
  const { t } = useTranslation('staking');
  const { state, days, daysLeft, endsAt } = stake;
  if (state !== 'running') return null;
  if (isLate(stake)) {
    return (
      <Notice kind="warning" title={<WholeWords text={t('overdue', { moment: formatDateTime(endsAt) })} />}>
        {t('overdueText')}
      </Notice>
    );
  }
  return (
    <div className="flex items-center gap-4">
      <Ring part={days - daysLeft} whole={days} className="size-20 text-xl">
        {daysLeft}
      </Ring>
      <p>
        <span className="block font-semibold">
          <WholeWords text={t('left', { count: daysLeft })} />
        </span>
        <span className="block text-sm text-muted">{t('of', { count: days })}</span>
      </p>
      <progress className="sr-only" aria-label={t('progress')} value={days - daysLeft} max={days} />
    </div>
  );
}

/** What a stake contains and has earned; what it may earn is never shown (D-31). */
export function StakeFacts({ stake }: { readonly stake: Stake }) {
  const { t } = useTranslation('staking');
  return (
    <Facts>
      <Fact term={t('staked')}>
        <Staked stake={stake} />
      </Fact>
      <Fact term={t('accrued')}>
        <ExactAmount value={stake.accruedMp} unit="MP" />
      </Fact>
      <StakeTerms stake={stake} />
    </Facts>
  );
}

/** The other facts of a stake, for a list of facts: what it counts as, at which rate, from when until when. */
export function StakeTerms({ stake }: { readonly stake: Stake }) {
  const { t } = useTranslation('staking');
  const { state, amountUsd, dailyRate, startedAt, endsAt } = stake;
  const isOver = state !== 'running';
  return (
    <>
      <Fact term={t('amountUsd')}>
        <ExactAmount value={amountUsd} unit="USD" />
      </Fact>
      {!isOver && <Fact term={t('dailyRate')}>{t('daily', { percent: formatPercent(dailyRate) })}</Fact>}
      <Fact term={t('started')}>{formatDate(startedAt)}</Fact>
      <Fact term={isOver ? t('ended') : t('ends')}>
        <WholeWords text={isOver ? formatDate(endsAt) : formatDateTime(endsAt)} />
      </Fact>
    </>
  );
}

/** What is in a stake. */
export function Staked({ stake: { stakedUsdt, stakedMp } }: { readonly stake: Stake }) {
  return <StakedAmounts usdt={stakedUsdt} mp={stakedMp} none="0.00 USDT" />;
}

export interface StakedAmountsProps {
  readonly usdt: Decimal;
  readonly mp: Decimal;
  /** Shown if both are zero. */
  readonly none: string;
}

/** USDT and MP below each other, exact; zero amounts are left out. */
export function StakedAmounts({ usdt, mp, none }: StakedAmountsProps) {
  if (isZero(usdt) && isZero(mp)) return <>{none}</>;
  return (
    <span className="inline-flex flex-col">
      {!isZero(usdt) && <ExactAmount value={usdt} unit="USDT" />}
      {!isZero(mp) && <ExactAmount value={mp} unit="MP" />}
    </span>
  );
}
