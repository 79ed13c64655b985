import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { components } from '#openapi/api.gen.d.ts';
import { formatDate } from '#src/i18n/format.ts';
import { isLate } from './late-stake.ts';
import { StageMark } from './member-marks.tsx';
import { Ring } from './member-ring.tsx';
import { useStageWords } from './stage-words.ts';
import { WholeWords } from './whole-words.tsx';

type Stake = components['schemas']['Stake'];

/** The stake that unlocks next, of a list in the order of the server; an overdue one is not next (D-27). */
export const nextOf = (stakes: readonly Stake[]): Stake | undefined =>
  stakes.find((stake) => stake.state === 'running' && !isLate(stake));

/** The stake that unlocks next: a ring that closes as its days pass, with those that are left in its middle. */
export function NextStake({ stake: { stage, days, daysLeft, endsAt } }: { readonly stake: Stake }) {
  const { t } = useTranslation('staking');
  const words = useStageWords();
  return (
    <BesideRing
      ring={
        <Ring part={days - daysLeft} whole={days} className="size-24 text-3xl">
          {daysLeft}
        </Ring>
      }
    >
      <p className="text-sm text-muted">{t('hero.next')}</p>
      <p className="mt-0.5 flex items-center gap-2 font-semibold">
        <StageMark stage={stage} className="size-5" />
        <WholeWords text={words.name(stage)} />
      </p>
      <p className="mt-0.5">
        <WholeWords text={t('hero.nextText', { count: daysLeft, date: formatDate(endsAt) })} />
      </p>
    </BesideRing>
  );
}

/** A ring, and the words that say what it shows. */
export function BesideRing({ ring, children }: { readonly ring: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-24 items-center gap-5">
      {ring}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
