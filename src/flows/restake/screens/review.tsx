import { useTranslation } from 'react-i18next';
import type { RestakeDraft } from '#machines/restake/restake.types.ts';
import { formatDate } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { formatPercent } from '#money/percent.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useServices } from '#src/services/services.ts';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { ReviewList, ReviewRow } from '#src/ui/review-list.tsx';
import { StakedAmounts } from '#src/ui/stake-facts.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { ConfirmedList } from '../../confirmation/confirmed-list.tsx';
import { Rest as RestOf } from '../../confirmation/rest.tsx';
import { ReviewEnd } from '../../confirmation/review-end.tsx';
import { RestakeSteps } from './restake-steps.tsx';
import type { DraftScreenProps, RestakeScreenProps } from './screen-props.ts';

/** The draft in full, before anything is confirmed (D-24, D-26). */
export function ReviewScreen({ send, draft, until }: RestakeScreenProps & DraftScreenProps) {
  const { t } = useTranslation(['restake', 'money', 'common']);
  const { option, endsAt, stakedUsdt, stakedMp, returnedUsdt, returnedMp } = draft.choice;
  return (
    <>
      <PageHeading title={t('review.title')} tab={t('title')} note={t('review.text')} />
      <RestakeSteps current={1} />
      <ReviewList>
        <Moved draft={draft} />
        <ReviewRow term={t('review.fee')}>{t('review.noFee')}</ReviewRow>
        <Term draft={draft} />
      </ReviewList>
      <Notice kind="warning" title={t('review.final')}>
        <WholeWords
          text={endsAt === null ? t('review.finalReturned') : t('review.finalStaked', { date: formatDate(endsAt) })}
        />
      </Notice>
      <ReviewEnd
        term={t(`option.${option}`)}
        value={
          endsAt === null ? (
            <StakedAmounts usdt={returnedUsdt} mp={returnedMp} none={t('nothing')} />
          ) : (
            <StakedAmounts usdt={stakedUsdt} mp={stakedMp} none={t('nothing')} />
          )
        }
        final={endsAt === null ? t('review.final') : t('money:review.finalUntil', { date: formatDate(endsAt) })}
        holds={t('holds')}
        confirm={t('review.confirm')}
        until={until}
        send={send}
      />
    </>
  );
}

/** The choice, what it moves and what it costs, all of it above the code. */
export function Summary({ draft }: DraftScreenProps) {
  const { t } = useTranslation('restake');
  return (
    <>
      <RestakeSteps current={2} />
      <ConfirmedList>
        <Moved draft={draft} />
        <ReviewRow term={t('review.fee')}>{t('review.noFee')}</ReviewRow>
      </ConfirmedList>
    </>
  );
}

/** The rest of the draft, below the code: nothing where all of the stake returns. */
export function Rest({ draft, until }: DraftScreenProps) {
  const { t } = useTranslation('restake');
  return (
    <RestOf holds={t('holds')} until={until}>
      {draft.choice.endsAt === null ? undefined : <Term draft={draft} />}
    </RestOf>
  );
}

/** What is staked again and what returns, to the last digit. */
function Moved({ draft: { stake, choice } }: { readonly draft: RestakeDraft }) {
  const { t } = useTranslation('restake');
  const words = useStageWords();
  return (
    <>
      <ReviewRow term={t('stake')}>
        <WholeWords text={words.full(stake.stage)} />
      </ReviewRow>
      <ReviewRow term={t('review.choice')}>{t(`option.${choice.option}`)}</ReviewRow>
      <ReviewRow term={t('staked')}>
        <StakedAmounts usdt={choice.stakedUsdt} mp={choice.stakedMp} none={t('nothing')} />
      </ReviewRow>
      <ReviewRow term={t('returned')}>
        <StakedAmounts usdt={choice.returnedUsdt} mp={choice.returnedMp} none={t('nothing')} />
      </ReviewRow>
    </>
  );
}

/** How long what is staked again is locked, and at which rate; nothing where all of it returns. */
function Term({ draft: { choice } }: { readonly draft: RestakeDraft }) {
  const { t } = useTranslation('restake');
  const { serverNow } = useServices();
  const culture = useCulture();
  const { endsAt, dailyRate } = choice;
  if (endsAt === null) return null;
  return (
    <>
      <ReviewRow term={t('until')}>
        <span className="block">{formatDate(endsAt)}</span>
        <span className="block text-sm font-normal text-muted">
          <WholeWords text={formatAhead(endsAt, serverNow(), culture)} />
        </span>
      </ReviewRow>
      {dailyRate !== null && (
        <ReviewRow term={t('dailyRate')}>{t('daily', { percent: formatPercent(dailyRate) })}</ReviewRow>
      )}
    </>
  );
}
