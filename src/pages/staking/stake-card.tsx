import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { addressOf, paths } from '#src/paths.ts';
import { StageMark } from '#src/ui/member-marks.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { StakeFacts, StakeProgress, StakeState } from '#src/ui/stake-facts.tsx';

/** One stake: its status, its amounts, and links to its choice and its receipt. */
export function StakeCard({ stake }: { readonly stake: components['schemas']['Stake'] }) {
  const { t } = useTranslation('staking');
  const words = useStageWords();
  const { id, receiptId, stage, state } = stake;
  const isMatured = state === 'matured';
  const isOver = state === 'restaked' || state === 'withdrawn';
  return (
    <li className={`panel flex flex-col gap-3 p-5 ${isMatured ? 'border-2 border-primary' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="flex items-center gap-3 text-xl font-semibold tracking-tight">
          <StageMark stage={stage} />
          {words.full(stage)}
        </h2>
        <StakeState stake={stake} />
      </div>
      <StakeProgress stake={stake} />
      <StakeFacts stake={stake} />
      <div className="mt-auto flex flex-wrap gap-3">
        {!isOver && (
          <ButtonLink kind={isMatured ? 'primary' : 'secondary'} to={`${paths.restake}?stake=${id}`}>
            {isMatured ? t('choose') : t('details')}
          </ButtonLink>
        )}
        <ButtonLink kind="quiet" to={addressOf(paths.receipt, { id: receiptId })}>
          {t('receipt')}
        </ButtonLink>
      </div>
    </li>
  );
}
