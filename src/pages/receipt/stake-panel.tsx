import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { isZero } from '#money/amount.ts';
import { exactOf } from '#money/shown.ts';
import { formatList } from '#src/i18n/format.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { paths } from '#src/paths.ts';
import { isLate } from '#src/ui/late-stake.ts';
import { ButtonLink } from '#src/ui/button.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { StakeFacts, StakeProgress, StakeState } from '#src/ui/stake-facts.tsx';
import { useSupportEmail } from '#src/ui/support-email.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { CalendarButton } from './calendar-button.tsx';
import type { Receipt } from './receipt.ts';

interface StakeProps {
  readonly receipt: Receipt;
  readonly stake: components['schemas']['Stake'];
}

/** The stake that was begun or decided, in its current state. */
export function StakePanel({ receipt, stake }: StakeProps) {
  const { t } = useTranslation('receipt');
  const words = useStageWords();
  return (
    <Panel title={t('stake.title')}>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 font-medium">
        <WholeWords text={words.full(stake.stage)} /> <StakeState stake={stake} />
      </p>
      <StakeProgress stake={stake} />
      <StakeFacts stake={stake} />
      <div className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink kind="secondary" to={paths.staking}>
          {t('stake.all')}
        </ButtonLink>
        {stake.state === 'running' && !isLate(stake) && <UnlockEntry receipt={receipt} stake={stake} />}
      </div>
    </Panel>
  );
}

/** When it unlocks, for the calendar (D-27). */
function UnlockEntry({ receipt, stake: { id, stage, endsAt, stakedUsdt, stakedMp } }: StakeProps) {
  const { t } = useTranslation('receipt');
  const words = useStageWords();
  const supportEmail = useSupportEmail();
  const culture = useCulture();
  const title = t('stake.calendarTitle', { name: words.full(stage) });
  // A stake that was made of rewards has MP and no USDT.
  const parts = [
    ...(isZero(stakedUsdt) ? [] : [`${exactOf(stakedUsdt, 'USDT')} USDT`]),
    ...(isZero(stakedMp) ? [] : [`${exactOf(stakedMp, 'MP')} MP`]),
  ];
  const text = t('stake.calendarText', {
    amount: parts.length === 0 ? '0.00 USDT' : formatList(parts, culture),
    email: supportEmail,
  });
  return <CalendarButton receipt={receipt} entry={{ uid: `${id}@perch`, at: endsAt, title, text }} />;
}
