import { useTranslation } from 'react-i18next';
import { MS_PER_SECOND } from '#machines/chart/durations.ts';
import { quoteExpiredProblem } from '#machines/confirmation/confirmation.rules.ts';
import type { ExchangeDraft, ExchangeOptions } from '#machines/exchange/exchange.types.ts';
import { ProblemAlert } from '#src/flow/problem-alert.tsx';
import { formatDateTime } from '#src/i18n/format.ts';
import { formatPercent } from '#money/percent.ts';
import { useServices } from '#src/services/services.ts';
import { ExactAmount } from '#src/ui/amount.tsx';
import { Button } from '#src/ui/button.tsx';
import { Ring } from '#src/ui/member-ring.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Rate } from '#src/ui/rate.tsx';
import { ReviewList, ReviewRow } from '#src/ui/review-list.tsx';
import { useNow } from '#src/ui/use-now.ts';
import { ConfirmedList } from '../../confirmation/confirmed-list.tsx';
import { Rest as RestOf } from '../../confirmation/rest.tsx';
import { ReviewEnd } from '../../confirmation/review-end.tsx';
import { saidOf, type DraftRun } from '../../confirmation/use-draft.ts';
import { ExchangeSteps } from './exchange-steps.tsx';
import type { QuoteProps, ScreenProps } from './screen-props.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';

/** The quote in full, to the last digit, and how long it is valid (D-07, D-24). */
export function QuoteScreen({ snapshot, send, draft, until }: ScreenProps & QuoteProps) {
  const { t } = useTranslation(['exchange', 'common']);
  const { secondFactor } = draft;
  return (
    <>
      <PageHeading
        title={t('quote.title')}
        tab={t('title')}
        note={t('common:sentences', { first: t('quote.text'), second: t('quote.final') })}
      />
      <ExchangeSteps current={1} />
      <ReviewList>
        <Sides draft={draft} />
        <RateRow draft={draft} />
        <Spread draft={draft} />
        <RateAt draft={draft} />
      </ReviewList>
      <ReviewEnd
        term={t('quote.receive')}
        value={<ExactAmount value={draft.receive} unit={draft.to} />}
        final={t('quote.final')}
        holds={t('quote.holds')}
        confirm={t(secondFactor === 'none' ? 'quote.confirm' : 'quote.toCode')}
        until={until}
        ring={<QuoteRing draft={draft} until={until} options={snapshot.context.options} />}
        send={send}
      />
    </>
  );
}

interface QuoteRingProps extends QuoteProps {
  readonly options: ExchangeOptions | null;
}

/** A ring that empties while the quote holds; a new quote fills it again. */
function QuoteRing({ draft: { secondFactor }, until, options }: QuoteRingProps) {
  const { now } = useServices();
  const left = Math.max(0, until - useNow(now, until));
  if (options === null) return null;
  const whole = secondFactor === 'none' ? options.quoteSeconds : options.quoteSecondsWithCode;
  return <Ring part={Math.min(left / MS_PER_SECOND, whole)} whole={whole} className="size-9" />;
}

type DraftProps = Pick<QuoteProps, 'draft'>;

function RateRow({ draft: { from, to, rate } }: DraftProps) {
  const { t } = useTranslation('exchange');
  return (
    <ReviewRow term={t('quote.rate')}>
      <Rate from={from} to={to} rate={rate} />
    </ReviewRow>
  );
}

/** What the exchange costs, since it has no other fee. */
function Spread({ draft: { spread } }: DraftProps) {
  const { t } = useTranslation('exchange');
  return <ReviewRow term={t('quote.spread')}>{formatPercent(spread)}</ReviewRow>;
}

function RateAt({ draft: { rateAt } }: DraftProps) {
  const { t } = useTranslation('exchange');
  return (
    <ReviewRow term={t('quote.rateAt')}>
      <span className="tabular-nums">
        <WholeWords text={formatDateTime(rateAt)} />
      </span>
    </ReviewRow>
  );
}

/** Both sides and what it costs, all of it above the code. */
export function Summary({ draft }: QuoteProps) {
  return (
    <>
      <ExchangeSteps current={1} />
      <ConfirmedList>
        <Sides draft={draft} />
        <Spread draft={draft} />
      </ConfirmedList>
    </>
  );
}

/** The rest of the quote, below the code. */
export function Rest({ draft, until }: QuoteProps) {
  const { t } = useTranslation('exchange');
  return (
    <RestOf holds={t('quote.holds')} until={until}>
      <RateRow draft={draft} />
      <RateAt draft={draft} />
    </RestOf>
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
        <ExactAmount value={receive} unit={to} className="text-xl font-semibold" />
      </ReviewRow>
    </>
  );
}

/**
 * The quote has expired or was replaced, and nothing was moved: offers a new one for the same amount, or the way back
 * to the form.
 */
export function ExpiredScreen({ snapshot, send, ranOut }: ScreenProps & Pick<DraftRun, 'ranOut'>) {
  const { t } = useTranslation(['exchange', 'common']);
  const { problem, typed } = snapshot.context;
  const ways = (
    <>
      <Button data-event="NEW_QUOTE" onClick={() => send({ type: 'NEW_QUOTE' })}>
        {t('quote.again')}
      </Button>
      <Button kind="quiet" data-event="BACK" onClick={() => send({ type: 'BACK' })}>
        {t('common:action.back')}
      </Button>
    </>
  );
  return (
    <>
      <PageHeading title={t('quote.title')} tab={t('title')} />
      <ExchangeSteps current={1} />
      {typed !== null && (
        <ReviewList>
          <ReviewRow term={t('quote.give')}>
            <ExactAmount value={typed.amount} unit={typed.from} />
          </ReviewRow>
          <ReviewRow term={t('quote.receive')}>
            <span className="text-muted">{t('quote.atNewRate', { asset: typed.to })}</span>
          </ReviewRow>
        </ReviewList>
      )}
      {problem !== null && (
        <ProblemAlert kind="info" problem={saidOf(problem, ranOut, quoteExpiredProblem)} actions={ways} />
      )}
    </>
  );
}
