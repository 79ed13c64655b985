import { useTranslation } from 'react-i18next';
import { exact, exactOf } from '#money/shown.ts';
import { formatDate, formatDateTime } from '#src/i18n/format.ts';
import { formatAhead } from '#src/i18n/spans.ts';
import { formatPercent } from '#money/percent.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useServices } from '#src/services/services.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { AlsoWorth } from '#src/ui/estimate.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { ReviewList, ReviewRow } from '#src/ui/review-list.tsx';
import { useStageWords } from '#src/ui/stage-words.ts';
import { ConfirmedList } from '../../confirmation/confirmed-list.tsx';
import { Rest as RestOf } from '../../confirmation/rest.tsx';
import { ReviewEnd } from '../../confirmation/review-end.tsx';
import { PurchaseSteps } from './purchase-steps.tsx';
import type { DraftScreenProps, PurchaseScreenProps } from './screen-props.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** The draft in full, before anything is confirmed (D-24, D-26). */
export function ReviewScreen({ send, draft, until }: PurchaseScreenProps & DraftScreenProps) {
  const { t } = useTranslation(['purchase', 'money', 'common']);
  return (
    <>
      <PageHeading title={t('review.title')} tab={t('title')} note={t('review.text')} />
      <PurchaseSteps current={2} />
      <Terms draft={draft} />
      <Notice kind="warning" title={t('review.final')}>
        <WholeWords
          text={t('review.finalText', { amount: exactOf(draft.amountUsdt, 'USDT'), date: formatDate(draft.endsAt) })}
        />
      </Notice>
      <ReviewEnd
        term={t('review.pay')}
        value={<ExactAmount value={draft.amountUsdt} unit="USDT" />}
        final={t('money:review.finalUntil', { date: formatDate(draft.endsAt) })}
        holds={t('holds')}
        confirm={t('review.confirm')}
        until={until}
        send={send}
      />
    </>
  );
}

type DraftProps = Pick<DraftScreenProps, 'draft'>;

function Terms({ draft }: DraftProps) {
  const { t } = useTranslation('purchase');
  const words = useStageWords();
  const { serverNow } = useServices();
  const culture = useCulture();
  return (
    <ReviewList>
      <ReviewRow term={t('review.plan')}>
        <WholeWords text={words.full(draft.stage)} />
      </ReviewRow>
      <Pay draft={draft} />
      <ReviewRow term={t('review.until')}>
        <span className="block">{formatDate(draft.endsAt)}</span>
        <span className="block text-sm font-normal text-muted">
          <WholeWords text={formatAhead(draft.endsAt, serverNow(), culture)} />
        </span>
      </ReviewRow>
      <Price draft={draft} />
      <Accrual draft={draft} />
      <RiskRow draft={draft} />
    </ReviewList>
  );
}

function Price({ draft: { amountUsd } }: DraftProps) {
  const { t } = useTranslation('purchase');
  return (
    <ReviewRow term={t('review.price')}>
      <ExactAmount value={amountUsd} unit="USD" />
      <AlsoWorth usd={amountUsd} />
    </ReviewRow>
  );
}

function Pay({ draft: { amountUsdt } }: DraftProps) {
  const { t } = useTranslation('purchase');
  return (
    <>
      <ReviewRow term={t('review.fee')}>{t('review.noFee')}</ReviewRow>
      <ReviewRow term={t('review.pay')}>
        <ExactAmount value={amountUsdt} unit="USDT" className="text-xl font-semibold" />
      </ReviewRow>
    </>
  );
}

/** The rate of the price, and what the stake then brings for how long. */
function Accrual({ draft }: DraftProps) {
  const { t } = useTranslation('purchase');
  return (
    <>
      <ReviewRow term={t('rate')}>
        <span className="block">
          <WholeWords text={t('rateText', { rate: exact(draft.rate) })} />
        </span>
        <span className="block text-sm font-normal text-muted">
          <WholeWords text={t('rateAt', { moment: formatDateTime(draft.rateAt) })} />
        </span>
      </ReviewRow>
      <ReviewRow term={t('review.dailyRate')}>
        <span className="block">{t('daily', { percent: formatPercent(draft.dailyRate) })}</span>
        <span className="block text-sm font-normal text-muted">{t('dailyNote')}</span>
      </ReviewRow>
      <ReviewRow term={t('plan.lock')}>{t('plan.days', { count: draft.days })}</ReviewRow>
    </>
  );
}

function RiskRow({ draft: { riskVersion } }: DraftProps) {
  const { t } = useTranslation('purchase');
  return <ReviewRow term={t('review.risk')}>{t('review.riskText', { version: riskVersion })}</ReviewRow>;
}

/** The plan, what it costs and until when it is locked, all of it above the code. */
export function Summary({ draft }: DraftScreenProps) {
  const { t } = useTranslation('purchase');
  const words = useStageWords();
  return (
    <>
      <PurchaseSteps current={3} />
      <ConfirmedList>
        <ReviewRow term={t('review.plan')}>
          <WholeWords text={words.full(draft.stage)} />
        </ReviewRow>
        <Pay draft={draft} />
        <ReviewRow term={t('review.until')}>{formatDate(draft.endsAt)}</ReviewRow>
      </ConfirmedList>
    </>
  );
}

/** The rest of the draft, below the code. */
export function Rest({ draft, until }: DraftScreenProps) {
  const { t } = useTranslation('purchase');
  return (
    <RestOf holds={t('holds')} until={until}>
      <Price draft={draft} />
      <Accrual draft={draft} />
      <RiskRow draft={draft} />
    </RestOf>
  );
}
