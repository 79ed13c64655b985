import { useCallback, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DAY_SECONDS, MS_PER_SECOND } from '#machines/chart/durations.ts';
import { isNegative, isZero, unsigned } from '#money/amount.ts';
import { formatPercent } from '#money/percent.ts';
import { exact, exactOf } from '#money/shown.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { LatePart } from '#src/frames/late-part.tsx';
import { formatDateTime } from '#src/i18n/format.ts';
import { momentsBetween } from '#src/i18n/spans.ts';
import { paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { CurrencyNote, Estimate, useEstimate } from '#src/ui/estimate.tsx';
import { CurrencyContext } from '#src/ui/member-currency.ts';
import { HiddenContext } from '#src/ui/member-hidden.tsx';
import { ButtonLink } from '#src/ui/button.tsx';
import { Acts, FigurePanel, HeroFigure } from '#src/ui/member-figure.tsx';
import { lazyPage } from '#src/ui/lazy-page.tsx';
import { MemberIcon, type MemberIconName } from '#src/ui/member-icon.tsx';
import { PerchScene } from '#src/ui/perch-scene.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { useRead, type Read, type Reading } from '#src/reads/use-read.ts';
import type { CurveProps } from './curve.tsx';
import { daysUpTo, gainOver, gainShareOver, inOrder, totalOfDay, type Owned } from './owned.ts';

type Day = components['schemas']['BalanceDay'];

/** The chart is not what the page is opened for: its code comes after the figures. */
const curve = lazyPage<CurveProps>(() => import('./curve.tsx').then((module) => module.Curve));
const table = lazyPage<Pick<CurveProps, 'days'>>(() => import('./curve.tsx').then((module) => module.DayTable));

const SPANS = [30, 90, 365] as const;
type Span = (typeof SPANS)[number];

const acts = [
  { to: paths.deposit, icon: 'down', name: 'nav:move.deposit.name' },
  { to: paths.withdraw, icon: 'up', name: 'nav:move.withdraw.name' },
  { to: paths.transfer, icon: 'send', name: 'nav:move.transfer.name' },
  { to: paths.exchange, icon: 'exchange', name: 'nav:move.exchange.name' },
] as const satisfies readonly { to: string; icon: MemberIconName; name: string }[];

export interface HeroProps {
  readonly owned: Read<Owned>;
  readonly onRetry: () => void;
  /** Whether the age of the rates is there: together with what is below it, which it would push down. */
  readonly isDated: boolean;
}

/** Everything that the member owns: how much, how it has changed, and what can be done with it. */
export function Hero({ owned, onRetry, isDated }: HeroProps) {
  const { t } = useTranslation(['dashboard', 'nav']);
  const isHidden = useContext(HiddenContext);
  const { isLoading } = useContext(CurrencyContext);
  const [span, setSpan] = useState<Span>(90);
  const days = useDays(span);
  const [read, setRead] = useState<number | null>(null);
  // Neither before the currency's rate: the axis would turn from dollars into yen.
  const result = isLoading ? LOADING : upToNow(days.result, owned);
  const known = result.state === 'ready' ? result.value : null;
  const gained = known !== null && days.result.state === 'ready' ? days.result.value : null;
  const day = read === null ? undefined : known?.[read];
  return (
    <FigurePanel title={t('owned.title')}>
      <div className="hero-columns">
        <div>
          {owned.state === 'failed' ? (
            <ReadFailed problem={owned.problem} onRetry={onRetry} />
          ) : (
            <HeroFigure usd={owned.state === 'ready' ? owned.value.totalUsd : null} loading={t('balance.loading')} />
          )}
          {!isHidden && (
            <p className="min-h-6 text-muted">
              {day === undefined ? <Gain days={gained} span={span} /> : <OfDay day={day} />}
            </p>
          )}
        </div>
        <Days
          days={{ ...days, result }}
          span={span}
          onSpan={(chosen) => {
            setSpan(chosen);
            setRead(null);
          }}
          read={read}
          onRead={setRead}
        />
        <Acts label={t('nav:move.title')}>
          {acts.map(({ to, icon, name }, place) => (
            <ButtonLink key={to} to={to} kind={place === 0 ? 'primary' : 'secondary'}>
              <MemberIcon name={icon} />
              {t(name)}
            </ButtonLink>
          ))}
        </Acts>
        {isDated && owned.state === 'ready' && <RatesOf owned={owned.value} />}
      </div>
    </FigurePanel>
  );
}

/** They are days of UTC: each has its own place on the chart as soon as it begins. */
function useDays(span: Span): Reading<readonly Day[]> {
  const { api, serverNow } = useServices();
  const untilNextDay = useCallback(() => DAY_SECONDS + 1 - ((serverNow() / MS_PER_SECOND) % DAY_SECONDS), [serverNow]);
  const read = useCallback(
    (signal: AbortSignal) =>
      dataOf(api.GET('/wallet/days', { params: { query: { days: span } }, signal })).then(({ items }) => items),
    [api, span],
  );
  return useRead<readonly Day[]>(`days ${span}`, read, untilNextDay);
}

const LOADING = { state: 'loading' } as const;

/** The days as they end at the figure above them; as they were read if that is not to be had. */
function upToNow(days: Read<readonly Day[]>, owned: Read<Owned>): Read<readonly Day[]> {
  if (days.state !== 'ready' || owned.state === 'failed') return days;
  // What is on its way is not known, so the days know more.
  if (owned.state === 'ready' && owned.value.isPartial) return days;
  // Not before the figure: its last day would change under the eyes of the member.
  return owned.state === 'loading' ? owned : { state: 'ready', value: daysUpTo(owned.value, days.value) };
}

/** Whether there was nothing on all of the days. */
const isNothing = (days: readonly Day[]): boolean => days.every((day) => isZero(totalOfDay(day)));

/**
 * What was gained in the span, in the currency of the figure, and what percentage of the beginning that is; an estimate
 * is marked as the figure is. It is of the days as they were read: the figure above may know of a payment before them.
 */
function Gain({ days, span }: { readonly days: readonly Day[] | null; readonly span: Span }) {
  const { t } = useTranslation(['dashboard', 'money']);
  const estimate = useEstimate();
  if (days === null || isNothing(days)) return null;
  const gain = gainOver(days);
  if (isZero(gain)) return t('owned.same', { count: span });
  const share = gainShareOver(days);
  const whole = (amount: string) =>
    share === null ? amount : t('owned.share', { amount, percent: formatPercent(share) });
  const words = (amount: string) =>
    t(isNegative(gain) ? 'owned.loss' : 'owned.gain', { amount: whole(amount), count: span });
  const estimated = estimate(unsigned(gain));
  return (
    <span className={`font-medium ${isNegative(gain) ? 'text-error' : 'text-success'}`}>
      {estimated === null ? (
        words(`${exactOf(unsigned(gain), 'USD')} USD`)
      ) : (
        <>
          <span aria-hidden="true">{words(`≈ ${estimated}`)}</span>
          <span className="sr-only">{words(`${t('money:currency.about')} ${estimated}`)}</span>
        </>
      )}
    </span>
  );
}

/** What was owned on the day that is read, in the currency of the figure and of the axis. */
function OfDay({ day }: { readonly day: Day }) {
  return (
    <>
      {day.day} <Estimate usd={totalOfDay(day)} className="font-semibold text-base-content" />
    </>
  );
}

interface DaysProps extends Pick<CurveProps, 'read' | 'onRead'> {
  readonly days: Reading<readonly Day[]>;
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
}

/** The chart, its span and its table; as high while it is loading as it will be. */
function Days({ days: { result, retry }, span, onSpan, read, onRead }: DaysProps) {
  const { t } = useTranslation('dashboard');
  // Both are in one file: where it can't be loaded, that is said once.
  const [isDrawn, setDrawn] = useState(false);
  const onDrawn = useCallback(() => setDrawn(true), []);
  const isEmpty = result.state === 'ready' && isNothing(result.value);
  const waiting = (
    <div role="status" aria-busy="true">
      <span className="sr-only">{t('days.loading')}</span>
      <span aria-hidden="true" className="skeleton curve-height block w-full" />
    </div>
  );
  if (isEmpty)
    return (
      <div className="hero-days days-height flex flex-col items-center justify-center gap-3 text-center">
        <PerchScene />
        <p className="text-muted">{t('balance.none')}</p>
      </div>
    );
  return (
    <div className="hero-days days-height">
      {result.state === 'loading' && waiting}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {result.state === 'ready' && (
        <LatePart waiting={waiting}>
          <curve.Page days={result.value} read={read} onRead={onRead} onDrawn={onDrawn} />
        </LatePart>
      )}
      <fieldset className="spans">
        <legend className="sr-only">{t('days.span')}</legend>
        {SPANS.map((each) => (
          <label key={each} className="pill">
            <input
              type="radio"
              name="span"
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              checked={each === span}
              onChange={() => onSpan(each)}
            />
            {t('days.count', { count: each })}
          </label>
        ))}
      </fieldset>
      {result.state === 'ready' && isDrawn && (
        <LatePart waiting={null}>
          <table.Page days={result.value} />
        </LatePart>
      )}
    </div>
  );
}

/** As high in another currency than USD as its text is on a phone: the rate of the currency may come later. */
const RATES = 'min-h-10 text-sm text-muted sm:min-h-5';

/**
 * The age of the rates, which determine what it is worth: of those of the assets and of the currency together, with
 * what one USD is in it. Without a rate of the chosen currency, the reason why it is in USD; and whether something is
 * missing in the figure, since its rates couldn't be read.
 */
function RatesOf({ owned: { ratesAt, ratesStale, isPartial } }: { readonly owned: Owned }) {
  const { t } = useTranslation(['dashboard', 'common', 'money']);
  const { chosen, rate, isLoading } = useContext(CurrencyContext);
  const [first] = ratesAt;
  const partial = isPartial && <strong className="block font-medium text-warning">{t('attention.unread')}</strong>;
  if (first === undefined) return partial && <p className="text-sm">{partial}</p>;
  if (isLoading)
    return (
      <p aria-hidden="true" className={`py-0.5 ${RATES}`}>
        <span className="skeleton block h-4 w-64 max-w-full" />
      </p>
    );
  const currency = rate?.currency ?? 'USD';
  const moments = inOrder([...ratesAt, ...(rate === null ? [] : [rate.at])]);
  const [from = first, to = first] = [moments[0], moments.at(-1)];
  const between = momentsBetween(from, to);
  const times =
    between === null
      ? t('balance.rates', { currency, moment: formatDateTime(from) })
      : t('balance.ratesBetween', { currency, ...between });
  const price =
    rate === null ? null : t('money:rate.text', { base: 'USD', value: exact(rate.perUsd), quote: rate.currency });
  return (
    <p className={chosen === 'USD' ? 'text-sm text-muted' : RATES}>
      <WholeWords text={price === null ? times : `${times}${t('common:separator')}${price}`} />
      {rate === null && <CurrencyNote />}
      {ratesStale && <strong className="block font-medium text-warning">{t('balance.stale')}</strong>}
      {partial}
    </p>
  );
}
