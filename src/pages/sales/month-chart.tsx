import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exactOf } from '#money/shown.ts';
import { Fold } from '#src/ui/fold.tsx';
import { HIDDEN_AMOUNT } from '#src/ui/hidden-amount.ts';
import { Dots, HiddenContext } from '#src/ui/member-hidden.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { isNothing } from '#src/ui/quiet-zero.ts';
import { heightsOf } from './bars.ts';
import { figureOf, measuresOf, type Measure, type SalesMonth } from './month.ts';

/** More bars would be too thin on a phone. */
const MONTHS = 12;
const BAR = { width: 32, gap: 14, height: 140, label: 26, round: 5 };
/** The width of a digit of a label, in pixels. */
const LETTER = 7;

/** The last months as bars of one measure; the same is available as a table. */
export function MonthChart({ months }: { readonly months: readonly SalesMonth[] }) {
  const { t } = useTranslation('sales');
  const shown = months.slice(0, MONTHS).toReversed();
  const measures = measuresOf(shown);
  const [chosen, setChosen] = useState<Measure | null>(null);
  const measure = measures.find((each) => each === chosen) ?? measures[0] ?? 'totalUsd';
  const drawn = shown.filter((month) => figureOf(month, measure) !== null);
  // Some measures have no figure before the month is over.
  const note = drawn.some(({ state }) => state === 'open') ? t('chart.running') : t('chart.text');
  return (
    <Panel title={t('chart.title')} note={note}>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{t('chart.measure')}</legend>
        {measures.map((each) => (
          <label key={each} className="pill">
            <input
              type="radio"
              name="measure"
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              checked={each === measure}
              onChange={() => setChosen(each)}
            />
            {t(`measure.${each}`)}
          </label>
        ))}
      </fieldset>
      <Bars months={drawn} measure={measure} />
      <Fold title={t('chart.asTable')}>
        <MonthTable months={shown} measures={measures} />
      </Fold>
    </Panel>
  );
}

/** Whether figures of a measure are hidden: what the member earned is theirs, the volumes are those of a team. */
function useHides(measure: Measure): boolean {
  return useContext(HiddenContext) && measure === 'bonusUsd';
}

function Bars({ months, measure }: { readonly months: readonly SalesMonth[]; readonly measure: Measure }) {
  const { t } = useTranslation(['sales', 'common', 'money']);
  const isHidden = useHides(measure);
  const heights = heightsOf(months.map((month) => month[measure]));
  if (!isHidden && months.every((month) => isNothing(month[measure])))
    return <p className="text-muted">{t('chart.none')}</p>;
  const labels = months.map((month) => (isHidden ? HIDDEN_AMOUNT : exactOf(month[measure], 'USD')));
  // Each figure is exact, and every bar is as wide as the longest of them.
  const room = Math.max(BAR.width, ...labels.map((label) => label.length * LETTER)) + BAR.gap;
  const width = months.length * room + BAR.gap;
  const floor = BAR.height + BAR.label;
  const said = isHidden
    ? t('money:amount.hidden')
    : months.map((month) => t('chart.bar', { month: month.month, amount: exactOf(month[measure], 'USD') })).join(' ');
  return (
    // Twelve months are wider than a phone; the newest are at the end that is seen first. On a wider screen they share
    // the space.
    <div dir="rtl" tabIndex={0} role="group" aria-label={t('chart.scroll')} className="across-panel pb-2">
      <svg
        role="img"
        aria-label={t('common:labelled', { label: t(`measure.${measure}`), value: said })}
        height={floor + BAR.label}
        style={{ minWidth: width, direction: 'ltr' }}
        className="block w-full"
      >
        <line x1="0" x2="100%" y1={floor + 0.5} y2={floor + 0.5} className="stroke-line" />
        {months.map(({ month, state }, place) => {
          const height = ((heights[place] ?? 0) / 100) * BAR.height;
          const isOpen = state === 'open';
          return (
            <svg key={month} x={middleOf(place, months.length)} overflow="visible">
              <path
                d={barOver(floor, height)}
                strokeDasharray={isOpen ? '4 3' : undefined}
                className={isOpen ? 'fill-base-300 stroke-primary stroke-[1.5px]' : 'fill-primary'}
              />
              <text
                y={floor - height - 6}
                textAnchor="middle"
                className={`text-[11px] ${height === 0 ? 'fill-muted' : 'fill-base-content'}`}
              >
                {labels[place]}
              </text>
              <text y={floor + 17} textAnchor="middle" className="fill-muted text-[11px]">
                {month.slice(2)}
              </text>
            </svg>
          );
        })}
      </svg>
    </div>
  );
}

/** A bar that stands on the axis, round only at its other end. */
function barOver(floor: number, height: number): string {
  const [half, round] = [BAR.width / 2 - 1, Math.min(BAR.round, height)];
  return `M${-half} ${floor}v${round - height}q0 ${-round} ${round} ${-round}h${2 * (half - round)}q${round} 0 ${round} ${round}v${height - round}z`;
}

/** The figure in the table, or a word that there is none yet. */
function Figure({ month, measure }: { readonly month: SalesMonth; readonly measure: Measure }) {
  const { t } = useTranslation('sales');
  const isHidden = useHides(measure);
  const figure = figureOf(month, measure);
  if (figure === null) return t('pending');
  return isHidden ? <Dots /> : <span data-zero={isNothing(figure)}>{exactOf(figure, 'USD')}</span>;
}

/** The position of the middle of a bar: a share of the drawing's width, as an SVG attribute. */
function middleOf(place: number, count: number): string {
  return String(((place + 0.5) / count) * 100).concat('%');
}

function MonthTable({
  months,
  measures,
}: {
  readonly months: readonly SalesMonth[];
  readonly measures: readonly Measure[];
}) {
  const { t } = useTranslation(['sales', 'common']);
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('chart.scroll')}
      className="relative overflow-x-auto outline-offset-[-3px]"
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{t('chart.title')}</caption>
        <thead className="text-muted">
          <tr className="border-b border-base-300">
            <th scope="col" className="py-2 pr-3 text-left font-medium">
              {t('month')}
            </th>
            {measures.map((measure) => (
              <th key={measure} scope="col" className="py-2 pl-3 text-right font-medium whitespace-nowrap">
                {t('common:aside', { text: t(`measure.${measure}`), aside: 'USD' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-base-300">
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row" className="py-2 pr-3 text-left font-medium whitespace-nowrap">
                {month.month}
                {month.state === 'open' && <span className="font-normal text-muted"> {t('notFinal')}</span>}
              </th>
              {measures.map((measure) => (
                <td key={measure} className="py-2 pl-3 text-right">
                  <Figure month={month} measure={measure} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
