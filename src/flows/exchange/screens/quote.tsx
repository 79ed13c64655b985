import { useTranslation } from 'react-i18next';
import type { ExchangeDraft } from '#machines/exchange/exchange.types.ts';
import { exact } from '#money/shown.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { formatDateTime, percentOf } from '#src/i18n/format.ts';
import { useServices } from '#src/session/services.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { Button } from '#src/ui/button.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { ReviewList, ReviewRow } from '#src/ui/review-list.tsx';
import type { QuoteProps, ScreenProps } from './screen-props.ts';

/** The quote in full, to the last digit, and how long it holds (D-07, D-24). */
export function QuoteScreen({ send, draft, until }: ScreenProps & QuoteProps) {
  const { t } = useTranslation(['exchange', 'common']);
  const { now } = useServices();
  const { from, to, rate, spread, rateAt } = draft;
  return (
    <>
      <PageHeading title={t('quote.title')} tab={t('title')} note={t('quote.text')} />
      <ReviewList>
        <Sides draft={draft} />
        <ReviewRow term={t('quote.rate')}>
          <span className="break-all tabular-nums">{t('rateText', { from, to, rate: exact(rate) })}</span>
        </ReviewRow>
        <ReviewRow term={t('quote.spread')}>{t('percent', { percent: percentOf(spread) })}</ReviewRow>
        <ReviewRow term={t('quote.rateAt')}>
          <span className="tabular-nums">{formatDateTime(rateAt)}</span>
        </ReviewRow>
      </ReviewList>
      <Countdown label={t('quote.holds')} until={until} now={now} />
      <div className="flex flex-wrap gap-3">
        <Button data-event="CONFIRM" onClick={() => send({ type: 'CONFIRM' })}>
          {t('quote.confirm')}
        </Button>
        <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
          {t('common:action.back')}
        </Button>
      </div>
    </>
  );
}

/** The quote in short, in sight while the code is typed. */
export function Summary({ draft, until }: QuoteProps) {
  const { t } = useTranslation('exchange');
  const { now } = useServices();
  return (
    <>
      <ReviewList>
        <Sides draft={draft} />
      </ReviewList>
      <Countdown label={t('quote.holds')} until={until} now={now} />
    </>
  );
}

function Sides({ draft: { from, to, amount, receive } }: { readonly draft: ExchangeDraft }) {
  const { t } = useTranslation('exchange');
  return (
    <>
      <ReviewRow term={t('quote.give')}>
        <ExactAmount value={amount} unit={from} />
      </ReviewRow>
      <ReviewRow term={t('quote.receive')}>
        <ExactAmount value={receive} unit={to} className="text-lg font-semibold" />
      </ReviewRow>
    </>
  );
}

/** The quote has run out, and nothing was moved: another one for the same amount, or back to the form. */
export function ExpiredScreen({ snapshot, send }: ScreenProps) {
  const { t } = useTranslation(['exchange', 'common']);
  const { problem, typed } = snapshot.context;
  return (
    <>
      <PageHeading title={t('quote.title')} tab={t('title')} />
      {problem !== null && (
        <ProblemAlert
          problem={problem}
          actions={
            <>
              <Button data-event="NEW_QUOTE" onClick={() => send({ type: 'NEW_QUOTE' })}>
                {t('quote.again')}
              </Button>
              <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
                {t('common:action.back')}
              </Button>
            </>
          }
        />
      )}
      {typed !== null && (
        <ReviewList>
          <ReviewRow term={t('quote.give')}>
            <ExactAmount value={typed.amount} unit={typed.from} />
          </ReviewRow>
          <ReviewRow term={t('quote.receive')}>{typed.to}</ReviewRow>
        </ReviewList>
      )}
    </>
  );
}
