import { useTranslation } from 'react-i18next';
import type { TransferDraft } from '#machines/transfer/transfer.types.ts';
import { isolated } from '#src/i18n/isolated.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { AlsoWorth } from '#src/ui/estimate.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { ReviewList, ReviewRow } from '#src/ui/review-list.tsx';
import { ConfirmedList } from '../../confirmation/confirmed-list.tsx';
import { Rest as RestOf } from '../../confirmation/rest.tsx';
import { ReviewEnd } from '../../confirmation/review-end.tsx';
import { MemberName } from '#src/ui/member-name.tsx';
import { Alike, SentBefore } from './sent-before.tsx';
import type { DraftScreenProps, TransferScreenProps } from './screen-props.ts';
import { TransferSteps } from './transfer-steps.tsx';

/** The draft in full, before anything is confirmed (D-24, D-26). */
export function ReviewScreen({ send, draft, until }: TransferScreenProps & DraftScreenProps) {
  const { t } = useTranslation(['transfer', 'common']);
  const { recipient } = draft;
  return (
    <>
      <PageHeading title={t('review.title')} tab={t('title')} note={t('review.text')} />
      <TransferSteps current={2} />
      <ReviewList>
        <ReviewRow term={t('to')}>
          <MemberName name={recipient.name} username={recipient.username} />
        </ReviewRow>
        <Before draft={draft} />
        <Money draft={draft} />
        <Worth draft={draft} />
      </ReviewList>
      <Alike recipient={recipient} />
      <Notice kind="warning" title={t('review.final')}>
        {t('review.finalText', { name: isolated(recipient.name) })}
      </Notice>
      <ReviewEnd
        term={t('review.net')}
        value={<ExactAmount value={draft.amount} unit={draft.asset} />}
        final={t('review.final')}
        holds={t('holds')}
        confirm={t('review.confirm')}
        until={until}
        send={send}
      />
    </>
  );
}

type DraftProps = Pick<DraftScreenProps, 'draft'>;

function Before({ draft: { recipient } }: DraftProps) {
  const { t } = useTranslation('transfer');
  return (
    <ReviewRow term={t('before.label')}>
      <SentBefore recipient={recipient} />
    </ReviewRow>
  );
}

/** What leaves, what it costs, and what arrives (D-26). */
function Money({ draft: { asset, amount } }: DraftProps) {
  const { t } = useTranslation('transfer');
  return (
    <>
      <ReviewRow term={t('amountField')}>
        <ExactAmount value={amount} unit={asset} />
      </ReviewRow>
      <ReviewRow term={t('review.fee')}>{t('review.noFee')}</ReviewRow>
      <ReviewRow term={t('review.net')}>
        <ExactAmount value={amount} unit={asset} className="text-xl font-semibold" />
      </ReviewRow>
    </>
  );
}

/** What the amount is worth, and what is written beside it. */
function Worth({ draft: { amountUsd, note } }: DraftProps) {
  const { t } = useTranslation('transfer');
  return (
    <>
      <ReviewRow term={t('review.value')}>
        <ExactAmount value={amountUsd} unit="USD" />
        <AlsoWorth usd={amountUsd} />
      </ReviewRow>
      <ReviewRow term={t('note')} wide>
        <span translate="no">{note}</span>
      </ReviewRow>
    </>
  );
}

/** Whether the sender has never paid the recipient, which is never folded up. */
const isNew = ({ recipient }: TransferDraft) => recipient.lastSentAt === null;

/** What arrives, with whom, and what it costs, and that the recipient is new: all of it above the code. */
export function Summary({ draft }: DraftScreenProps) {
  const { t } = useTranslation('transfer');
  return (
    <>
      <TransferSteps current={3} />
      <ConfirmedList>
        <ReviewRow term={t('to')}>
          <MemberName name={draft.recipient.name} username={draft.recipient.username} />
        </ReviewRow>
        <Money draft={draft} />
        {isNew(draft) && <Before draft={draft} />}
      </ConfirmedList>
      <Alike recipient={draft.recipient} />
    </>
  );
}

/** The rest of the draft, below the code. */
export function Rest({ draft, until }: DraftScreenProps) {
  const { t } = useTranslation('transfer');
  return (
    <RestOf holds={t('holds')} until={until}>
      {!isNew(draft) && <Before draft={draft} />}
      <Worth draft={draft} />
    </RestOf>
  );
}
