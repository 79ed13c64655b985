import { useTranslation } from 'react-i18next';
import type { StakeChoice } from '#machines/restake/restake.types.ts';
import { formatDate } from '#src/i18n/format.ts';
import { formatPercent } from '#money/percent.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { StakedAmounts } from '#src/ui/stake-facts.tsx';

/** What an option stakes again and for how long, and what it returns. */
export function ChoiceFacts({ choice }: { readonly choice: StakeChoice }) {
  const { t } = useTranslation(['restake', 'common']);
  const { option, endsAt, days, dailyRate } = choice;
  return (
    <>
      <p className="text-sm text-muted">{t(`option.${option}Text`)}</p>
      <dl className="mt-1 flex flex-col gap-2 text-sm">
        <Line term={t('staked')}>
          <StakedAmounts usdt={choice.stakedUsdt} mp={choice.stakedMp} none={t('nothing')} />
        </Line>
        <Line term={t('returned')}>
          <StakedAmounts usdt={choice.returnedUsdt} mp={choice.returnedMp} none={t('nothing')} />
        </Line>
        <Line term={t('until')}>
          {endsAt === null || days === null ? (
            t('notLocked')
          ) : (
            <WholeWords text={t('common:aside', { text: formatDate(endsAt), aside: t('days', { count: days }) })} />
          )}
        </Line>
        {dailyRate !== null && <Line term={t('dailyRate')}>{t('daily', { percent: formatPercent(dailyRate) })}</Line>}
      </dl>
    </>
  );
}

function Line({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-muted">
        <WholeWords text={term} />
      </dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
