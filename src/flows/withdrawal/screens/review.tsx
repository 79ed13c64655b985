import { useTranslation } from 'react-i18next';
import { exact } from '#money/shown.ts';
import { formatDate, formatDateTime } from '#src/i18n/format.ts';
import { formatAhead, formatElapsed } from '#src/i18n/spans.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useServices } from '#src/services/services.ts';
import { Address, FullAddress } from '#src/ui/address.tsx';
import { ExactAmount } from '#src/ui/amount.tsx';
import { AlsoWorth } from '#src/ui/estimate.tsx';
import { useMoneyWords } from '#src/ui/money-words.ts';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { MoneyRows, ReviewList, ReviewRow } from '#src/ui/review-list.tsx';
import { ConfirmedList } from '../../confirmation/confirmed-list.tsx';
import { Rest as RestOf } from '../../confirmation/rest.tsx';
import { ReviewEnd } from '../../confirmation/review-end.tsx';
import type { QuoteScreenProps, WithdrawalScreenProps } from './screen-props.ts';
import { WithdrawalSteps } from './withdrawal-steps.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** The quote in full, before anything is confirmed (D-24, D-26). */
export function ReviewScreen({ send, draft, until }: WithdrawalScreenProps & QuoteScreenProps) {
  const { t } = useTranslation(['withdrawal', 'common']);
  const words = useMoneyWords();
  const culture = useCulture();
  const { now } = useServices();
  const { asset, network, addressNewSince } = draft;
  return (
    <>
      <PageHeading title={t('review.title')} tab={t('title')} note={t('review.text')} />
      <WithdrawalSteps current={1} />
      <ReviewList>
        <MoneyRows asset={asset} gross={draft.amount} fee={draft.fee} net={draft.net} feeRate={draft.feeRate} />
        <Worth draft={draft} />
        <ReviewRow term={t('network')}>{words.network(network, draft.development)}</ReviewRow>
        <ReviewRow
          term={draft.addressLabel === null ? t('address') : t('review.addressAs', { label: draft.addressLabel })}
          wide
        >
          <Address address={draft.address} item={t('address')} opened />
        </ReviewRow>
        <Completes draft={draft} />
      </ReviewList>
      {addressNewSince !== null && (
        <Notice kind="warning" title={t('review.new')}>
          {t('review.newText', {
            moment: formatDateTime(addressNewSince),
            relative: formatElapsed(addressNewSince, now(), culture),
          })}
        </Notice>
      )}
      <Notice kind="warning" title={t('review.final')}>
        <p>{t('review.wrongNetwork', { asset, network: words.network(network, draft.development) })}</p>
        <p>{t('review.cancel')}</p>
      </Notice>
      <ReviewEnd holds={t('quote')} confirm={t('review.confirm')} until={until} send={send} />
    </>
  );
}

type DraftProps = Pick<QuoteScreenProps, 'draft'>;

/** What the amount is worth, and at which rate. */
function Worth({ draft: { asset, rate, rateAt, amountUsd } }: DraftProps) {
  const { t } = useTranslation('withdrawal');
  return (
    <>
      <ReviewRow term={t('review.rate')}>
        <span className="block">
          <WholeWords text={t('review.rateText', { asset, rate: exact(rate) })} />
        </span>
        <span className="block text-sm font-normal text-muted">
          {t('review.rateAt', { moment: formatDateTime(rateAt) })}
        </span>
      </ReviewRow>
      <ReviewRow term={t('review.value')}>
        <ExactAmount value={amountUsd} unit="USD" />
        <AlsoWorth usd={amountUsd} />
      </ReviewRow>
    </>
  );
}

function Completes({ draft: { completesAt } }: DraftProps) {
  const { t } = useTranslation('withdrawal');
  const culture = useCulture();
  const { now } = useServices();
  return (
    <ReviewRow term={t('review.completes')}>
      <span className="block">{formatDate(completesAt)}</span>
      <span className="block text-sm font-normal text-muted">{formatAhead(completesAt, now(), culture)}</span>
    </ReviewRow>
  );
}

/** What leaves, what arrives and where, all of it above the code. */
export function Summary({ draft }: QuoteScreenProps) {
  const { t } = useTranslation('withdrawal');
  const words = useMoneyWords();
  return (
    <>
      <WithdrawalSteps current={2} />
      <ConfirmedList>
        <MoneyRows asset={draft.asset} gross={draft.amount} fee={draft.fee} net={draft.net} feeRate={draft.feeRate} />
        <ReviewRow term={t('address')} wide>
          <FullAddress address={draft.address} />
          <span className="block text-sm font-normal text-muted">
            {words.network(draft.network, draft.development)}
          </span>
        </ReviewRow>
      </ConfirmedList>
    </>
  );
}

/** The rest of the quote, below the code. */
export function Rest({ draft, until }: QuoteScreenProps) {
  const { t } = useTranslation('withdrawal');
  return (
    <RestOf holds={t('quote')} until={until}>
      <Worth draft={draft} />
      <Completes draft={draft} />
    </RestOf>
  );
}
