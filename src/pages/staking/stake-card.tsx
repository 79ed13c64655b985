import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDate } from '#src/i18n/format.ts';
import { addressOf, paths } from '#src/paths.ts';
import { Fold } from '#src/ui/fold.tsx';
import { ExactAmount } from '#src/ui/amount.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { StageMark } from '#src/ui/member-marks.tsx';
import { Ring } from '#src/ui/member-ring.tsx';
import { Facts } from '#src/ui/panel.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { Staked, StakeProgress, StakeState, StakeTerms } from '#src/ui/stake-facts.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { choiceAddress } from './choice-address.ts';
import { Figure } from './figure.tsx';

interface StakeProps {
  readonly stake: components['schemas']['Stake'];
}

/** One stake: its status, how long it is locked, what is in it and what it has earned; the rest is folded. */
export function StakeCard({ stake }: StakeProps) {
  const { t } = useTranslation('staking');
  const words = useStageWords();
  const { id, receiptId, stage, state } = stake;
  const isMatured = state === 'matured';
  const isOver = state === 'restaked' || state === 'withdrawn';
  const choice = choiceAddress(id);
  return (
    <li className={`panel flex flex-col gap-4 p-5 ${isMatured ? 'border-2 border-primary' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="flex items-center gap-2 text-xl font-semibold tracking-tight sm:gap-3">
          <StageMark stage={stage} className="size-7 sm:size-9" />
          <WholeWords text={words.full(stage)} />
        </h2>
        <StakeState stake={stake} />
      </div>
      {isMatured ? <Unlocked stake={stake} /> : <StakeProgress stake={stake} />}
      <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        <Figure term={t('staked')}>
          <Staked stake={stake} />
        </Figure>
        <Figure term={t('accrued')}>
          <ExactAmount value={stake.accruedMp} unit="MP" className={isOver ? '' : 'text-success'} />
        </Figure>
      </dl>
      {isMatured && <ButtonLink to={choice}>{t('choose')}</ButtonLink>}
      <Fold title={t('details')}>
        <Facts>
          <StakeTerms stake={stake} />
        </Facts>
        <div className="mt-2 flex flex-wrap gap-3">
          {!isMatured && !isOver && (
            <ButtonLink kind="secondary" to={choice}>
              {t('preview')}
            </ButtonLink>
          )}
          <ButtonLink kind="quiet" to={addressOf(paths.receipt, { id: receiptId })}>
            {t('receipt')}
          </ButtonLink>
        </div>
      </Fold>
    </li>
  );
}

/** In place of the days that are left: none are, and since when. */
function Unlocked({ stake: { endsAt } }: StakeProps) {
  const { t } = useTranslation('staking');
  return (
    <div className="flex items-center gap-4">
      <Ring part={1} whole={1} className="size-20">
        <MemberIcon name="unlock" className="size-8 text-primary" />
      </Ring>
      <p>
        <span className="block font-semibold">
          <WholeWords text={t('unlockedOn', { date: formatDate(endsAt) })} />
        </span>
        <span className="block text-sm text-muted">{t('unlockedText')}</span>
      </p>
    </div>
  );
}
