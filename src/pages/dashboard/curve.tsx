import { useContext, useEffect, useRef, type CSSProperties, type PointerEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { multiply, type Amount } from '#money/amount.ts';
import { exactOf } from '#money/shown.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { formatShort } from '#src/i18n/format-short.ts';
import { useCulture } from '#src/i18n/use-culture.ts';
import { useEstimate } from '#src/ui/estimate.tsx';
import { CurrencyContext } from '#src/ui/member-currency.ts';
import { HiddenContext } from '#src/ui/member-hidden.tsx';
import { Drawing } from '#src/ui/icon.tsx';
import { totalOfDay } from './owned.ts';
import { scaleOf } from './scale.ts';
import { HIDDEN_AMOUNT } from '#src/ui/hidden-amount.ts';

type Day = components['schemas']['BalanceDay'];

export interface CurveProps {
  readonly days: readonly Day[];
  /** The place of the day that is read. */
  readonly read: number | null;
  readonly onRead: (place: number | null) => void;
  /** Called once the chart is on the screen. */
  readonly onDrawn: () => void;
}

const HEIGHT = 100;
/** A table as an icon, which only this page has. */
const TABLE = 'M4.5 5.5h15v13h-15zM4.5 10h15M4.5 14.3h15M10 10v8.5';
/** Where something lies along its side of the drawing, in percent; the style sheet knows which side. */
const at = (percent: number) => ({ '--at': percent }) as CSSProperties;

/**
 * What was owned day by day, with what was on the way, at the rates of each day, on a scale of its own: a change of one
 * percent is visible. It is in the currency of the figure above it, at the present rate of that currency. A press, a
 * drag and the arrow keys read a day.
 */
export function Curve({ days, read, onRead, onDrawn }: CurveProps) {
  useEffect(onDrawn, [onDrawn]);
  const input = useRef<HTMLInputElement>(null);
  useEndOfReading(input, read !== null, onRead);
  const { t } = useTranslation(['dashboard', 'common', 'money']);
  const isHidden = useContext(HiddenContext);
  const { rate } = useContext(CurrencyContext);
  const estimate = useEstimate();
  const culture = useCulture();
  const totals = days.map((each) => multiply(totalOfDay(each), rate?.perUsd ?? '1'));
  const { ticks, heightOf } = scaleOf(totals);
  const last = days.length - 1;
  const place = read ?? last;
  const across = (day: number) => (last === 0 ? 0 : (day / last) * 100);
  const marks = ticks.map((tick) => ({ tick, mark: isHidden ? HIDDEN_AMOUNT : formatShort(tick, culture) }));
  const widest = marks.reduce((most, { mark }) => (mark.length > most.length ? mark : most), '');
  const said = (usd: Amount) => {
    if (isHidden) return t('money:amount.hidden');
    const estimated = estimate(usd);
    return estimated === null ? `${exactOf(usd, 'USD')} USD` : `${t('money:currency.about')} ${estimated}`;
  };
  const line = totals.map((each, day) => `${day === 0 ? 'M' : 'L'}${day} ${HEIGHT - heightOf(each)}`).join('');
  const [day, total] = [days[place], totals[place]];
  if (day === undefined || total === undefined) return null;
  // Of a finger, an iPhone would give the control only what begins on its thumb, which is not to be seen.
  const follow = (event: PointerEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onRead(Math.min(last, Math.max(0, Math.round(((event.clientX - left) / width) * last))));
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
      <div className="curve curve-height">
        <svg viewBox={`0 0 ${last} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" className="curve-drawing">
          {ticks.map((tick) => (
            <path key={tick} d={`M0 ${HEIGHT - heightOf(tick)}H${last}`} className="curve-grid" />
          ))}
          <path d={`${line}V${HEIGHT}H0Z`} className="fill-primary/15" />
          <path d={line} className="curve-line" />
        </svg>
        <span
          aria-hidden="true"
          className="curve-day"
          data-read={read === null ? undefined : ''}
          style={at(across(place))}
        >
          <span className="curve-dot" style={at(heightOf(total))} />
        </span>
        <input
          ref={input}
          type="range"
          min={0}
          max={last}
          value={place}
          aria-label={t('days.title')}
          aria-valuetext={t('common:labelled', { label: day.day, value: said(totalOfDay(day)) })}
          onChange={({ target }) => onRead(target.valueAsNumber)}
          onPointerDown={follow}
          onPointerMove={follow}
          // The page is scrolled from here.
          onPointerCancel={() => onRead(null)}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onRead(null)}
          onBlur={() => onRead(null)}
          className="curve-input"
        />
      </div>
      <div aria-hidden="true" className="curve-height relative text-right text-sm text-muted">
        <span className="invisible">{widest}</span>
        {marks.map(({ tick, mark }) => (
          <span key={tick} className="curve-tick" style={at(heightOf(tick))}>
            {mark}
          </span>
        ))}
      </div>
      <div aria-hidden="true" className={`flex justify-between ${BELOW}`}>
        <span>{days[0]?.day}</span>
        <span>{days[last]?.day}</span>
      </div>
      {/* The currency of the axis, once: beside each of its lines a phone has no room for it. */}
      <span aria-hidden="true" className={`text-right ${BELOW}`}>
        {rate?.currency ?? 'USD'}
      </span>
    </div>
  );
}

/** A press anywhere else ends the reading of a day: on an iPhone, a pressed control has no focus to lose. */
function useEndOfReading(input: RefObject<HTMLElement | null>, isRead: boolean, onRead: CurveProps['onRead']): void {
  useEffect(() => {
    if (!isRead) return;
    const end = ({ target }: Event) => {
      if (target !== input.current) onRead(null);
    };
    document.addEventListener('pointerdown', end);
    return () => document.removeEventListener('pointerdown', end);
  }, [input, isRead, onRead]);
}

const BELOW = 'mt-2 text-sm text-muted max-sm:leading-4';

/** The same days as a table, which is opened at the end of the line of spans. */
export function DayTable({ days }: Pick<CurveProps, 'days'>) {
  const { t } = useTranslation('dashboard');
  return (
    <details>
      <summary className="spans-table">
        <Drawing path={TABLE} />
        <span className="max-sm:sr-only">{t('days.asTable')}</span>
      </summary>
      <Rows days={days} />
    </details>
  );
}

function Rows({ days }: Pick<CurveProps, 'days'>) {
  const { t } = useTranslation('dashboard');
  const isHidden = useContext(HiddenContext);
  if (isHidden) return <p className="text-sm text-muted">{t('hidden.table')}</p>;
  return (
    <>
      <p className="mb-2 text-sm text-muted">{t('days.note')}</p>
      <div tabIndex={0} role="group" aria-label={t('days.asTable')} className="max-h-80 overflow-auto">
        <table className="w-full text-sm whitespace-nowrap">
          <caption className="sr-only">{t('days.title')}</caption>
          <thead className="text-muted">
            <tr className="border-b border-base-300">
              {[t('days.day'), t('days.totalUsd'), t('days.walletUsd'), t('days.stakedUsd'), t('days.onTheWayUsd')].map(
                (name, place) => (
                  <th
                    key={name}
                    scope="col"
                    className={`py-2 font-medium ${place === 0 ? 'pr-3 text-left' : 'pl-3 text-right'}`}
                  >
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-base-300">
            {days.toReversed().map((each) => (
              <tr key={each.day}>
                <th scope="row" className="py-2 pr-3 text-left font-medium">
                  {each.day}
                </th>
                <td className="py-2 pl-3 text-right font-medium">{exactOf(totalOfDay(each), 'USD')}</td>
                <td className="py-2 pl-3 text-right">{exactOf(each.walletUsd, 'USD')}</td>
                <td className="py-2 pl-3 text-right">{exactOf(each.stakedUsd, 'USD')}</td>
                <td className="py-2 pl-3 text-right">{exactOf(each.onTheWayUsd, 'USD')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
