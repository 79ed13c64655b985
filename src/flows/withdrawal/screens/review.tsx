import type { ReactNode } from 'react';
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
import { NewMark } from './new-mark.tsx';
import type { QuoteScreenProps, WithdrawalScreenProps } from './screen-props.ts';
import { WithdrawalSteps } from './withdrawal-steps.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';

/**
 * The quote in full, before anything is confirmed (D-24, D-26): where it goes and what arrives first, so that a phone
 * shows both above the button.
 */
export function ReviewScreen({ send, draft, until }: WithdrawalScreenProps & QuoteScreenProps) {
  const { t } = useTranslation(['withdrawal', 'money', 'common']);
  const words = useMoneyWords();
  const { asset, network } = draft;
  return (
    <>
      <PageHeading title={t('review.title')} tab={t('title')} note={t('review.text')} />
      <WithdrawalSteps current={1} />
      <ReviewList>
        <Destination draft={draft}>
          <Address address={draft.address} item={t('address')} opened />
        </Destination>
        <MoneyRows asset={asset} gross={draft.amount} fee={draft.fee} net={draft.net} feeRate={draft.feeRate} />
        <Completes draft={draft} />
        <Worth draft={draft} />
      </ReviewList>
      <NewAddress draft={draft} />
      <Notice kind="warning" title={t('review.final')}>
        <p>{t('review.wrongNetwork', { asset, network: words.network(network, draft.development) })}</p>
        <p>{t('review.cancel')}</p>
      </Notice>
      <ReviewEnd
        term={t('money:review.net')}
        value={<ExactAmount value={draft.net} unit={asset} />}
        final={t('review.final')}
        holds={t('quote')}
        confirm={t('review.confirm')}
        until={until}
        send={send}
      />
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
          <WholeWords text={t('review.rateAt', { moment: formatDateTime(rateAt) })} />
        </span>
      </ReviewRow>
      <ReviewRow term={t('review.value')}>
        <ExactAmount value={amountUsd} unit="USD" />
        <AlsoWorth usd={amountUsd} />
      </ReviewRow>
    </>
  );
}

/** Where it goes: the network, and the address by its name in the address book, with a mark if it is new there. */
function Destination({ draft, children }: DraftProps & { readonly children: ReactNode }) {
  const { t } = useTranslation('withdrawal');
  const words = useMoneyWords();
  const { network, development, addressLabel: label, addressNewSince } = draft;
  return (
    <>
      <ReviewRow term={t('network')}>{words.network(network, development)}</ReviewRow>
      <ReviewRow term={label === null ? t('address') : t('review.addressAs', { label })} wide>
        {children}
        {addressNewSince !== null && <NewMark />}
      </ReviewRow>
    </>
  );
}

/** Warns of an address that is new in the address book, which somebody else may have put there. */
function NewAddress({ draft: { addressNewSince } }: DraftProps) {
  const { t } = useTranslation('withdrawal');
  const culture = useCulture();
  const { serverNow } = useServices();
  if (addressNewSince === null) return null;
  return (
    <Notice kind="warning" title={t('review.new')}>
      <WholeWords
        text={t('review.newText', {
          moment: formatDateTime(addressNewSince),
          relative: formatElapsed(addressNewSince, serverNow(), culture),
        })}
      />
    </Notice>
  );
}

function Completes({ draft: { completesAt } }: DraftProps) {
  const { t } = useTranslation('withdrawal');
  const culture = useCulture();
  const { serverNow } = useServices();
  return (
    <ReviewRow term={t('review.completes')}>
      <span className="block">{formatDate(completesAt)}</span>
      <span className="block text-sm font-normal text-muted">
        <WholeWords text={formatAhead(completesAt, serverNow(), culture)} />
      </span>
    </ReviewRow>
  );
}

/** What leaves, what arrives and where, all of it above the code. */
export function Summary({ draft }: QuoteScreenProps) {
  return (
    <>
      <WithdrawalSteps current={2} />
      <ConfirmedList>
        <MoneyRows asset={draft.asset} gross={draft.amount} fee={draft.fee} net={draft.net} feeRate={draft.feeRate} />
        <Destination draft={draft}>
          <FullAddress address={draft.address} />
        </Destination>
      </ConfirmedList>
    </>
  );
}

/** The rest of the quote, below the code; of a new address, a mark above it says so. */
export function Rest({ draft, until }: QuoteScreenProps) {
  const { t } = useTranslation('withdrawal');
  return (
    <>
      <NewAddress draft={draft} />
      <RestOf holds={t('quote')} until={until}>
        <Worth draft={draft} />
        <Completes draft={draft} />
      </RestOf>
    </>
  );
}
