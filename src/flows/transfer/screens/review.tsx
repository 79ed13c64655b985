import { useTranslation } from 'react-i18next';
import { useServices } from '#src/services/services.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { AlsoWorth } from '#src/ui/estimate.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { ReviewList, ReviewRow } from '#src/ui/review-list.tsx';
import { ReviewEnd } from '../../confirmation/review-end.tsx';
import { RecipientName, SentBefore } from './recipient-name.tsx';
import type { DraftScreenProps, TransferScreenProps } from './screen-props.ts';
import { TransferSteps } from './transfer-steps.tsx';

/** The draft in full, before anything is confirmed (D-24, D-26). */
export function ReviewScreen({ send, draft, until }: TransferScreenProps & DraftScreenProps) {
  const { t } = useTranslation(['transfer', 'common']);
  const { recipient, asset, amount } = draft;
  return (
    <>
      <PageHeading title={t('review.title')} tab={t('title')} note={t('review.text')} />
      <TransferSteps current={2} />
      <ReviewList>
        <ReviewRow term={t('to')}>
          <RecipientName recipient={recipient} />
        </ReviewRow>
        <ReviewRow term={t('before.label')}>
          <SentBefore recipient={recipient} />
        </ReviewRow>
        <ReviewRow term={t('amountField')}>
          <ExactAmount value={amount} unit={asset} />
        </ReviewRow>
        <ReviewRow term={t('review.fee')}>{t('review.noFee')}</ReviewRow>
        <ReviewRow term={t('review.net')}>
          <ExactAmount value={amount} unit={asset} className="text-xl font-semibold" />
        </ReviewRow>
        <ReviewRow term={t('review.value')}>
          <ExactAmount value={draft.amountUsd} unit="USD" />
          <AlsoWorth usd={draft.amountUsd} />
        </ReviewRow>
        <ReviewRow term={t('note')} wide>
          <span translate="no">{draft.note}</span>
        </ReviewRow>
      </ReviewList>
      <Notice kind="warning" title={t('review.final')}>
        {t('review.finalText', { name: recipient.name })}
      </Notice>
      <ReviewEnd holds={t('holds')} confirm={t('review.confirm')} until={until} send={send} />
    </>
  );
}

/** A summary of the draft, visible while the code is typed. */
export function Summary({ draft, until }: DraftScreenProps) {
  const { t } = useTranslation('transfer');
  const { now } = useServices();
  return (
    <>
      <TransferSteps current={3} />
      <ReviewList>
        <ReviewRow term={t('to')}>
          <RecipientName recipient={draft.recipient} />
        </ReviewRow>
        <ReviewRow term={t('review.net')}>
          <ExactAmount value={draft.amount} unit={draft.asset} className="text-xl font-semibold" />
        </ReviewRow>
      </ReviewList>
      <Countdown label={t('holds')} until={until} now={now} />
    </>
  );
}
