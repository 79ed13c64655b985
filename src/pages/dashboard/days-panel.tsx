import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { add, larger, type Amount } from '#money/amount.ts';
import { shown } from '#money/shown.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { useServices } from '#src/services/services.ts';
import { Panel } from '#src/ui/panel.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { heightsOf } from '../sales/bars.ts';
import { useRead } from '#src/reads/use-read.ts';

type Day = components['schemas']['BalanceDay'];

const SPANS = [30, 90, 365] as const;
const LINES = 4;
const HEIGHT = 100;

/** The balance over time, wallet and stakes together, in USD at each day's rates. */
export function DaysPanel() {
  const { t } = useTranslation('dashboard');
  const { api } = useServices();
  const [span, setSpan] = useState<(typeof SPANS)[number]>(90);
  const read = useCallback(
    (signal: AbortSignal) => dataOf(api.GET('/wallet/days', { params: { query: { days: span } }, signal })),
    [api, span],
  );
  const { result, retry } = useRead(`days ${span}`, read);
  return (
    <Panel title={t('days.title')} note={t('days.note')}>
      <fieldset className="flex flex-wrap gap-x-5 gap-y-0">
        <legend className="sr-only">{t('days.span')}</legend>
        {SPANS.map((each) => (
          <label key={each} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="span"
              className="radio radio-primary border-line"
              checked={each === span}
              onChange={() => setSpan(each)}
            />
            {t('days.count', { count: each })}
          </label>
        ))}
      </fieldset>
      {result.state === 'loading' && <Skeleton what={t('days.loading')} lines={LINES} />}
      {result.state === 'failed' && <ReadFailed problem={result.problem} onRetry={retry} />}
      {result.state === 'ready' && (
        <>
          <Curve days={result.value.items} />
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center rounded-field font-medium text-primary">
              {t('days.asTable')}
            </summary>
            <DayTable days={result.value.items} />
          </details>
        </>
      )}
    </Panel>
  );
}

const totalOf = ({ walletUsd, stakedUsd }: Day): Amount => add(walletUsd, stakedUsd);

/** The upper edge is the total, the lower part what is staked. */
function Curve({ days }: { readonly days: readonly Day[] }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const totals = days.map(totalOf);
  const heights = heightsOf([...totals, ...days.map(({ stakedUsd }) => stakedUsd)]);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const usd = (amount: Amount) => shown(amount, 'USD');
  const label = t('days.label', {
    from: first.day,
    to: last.day,
    first: usd(totalOf(first)),
    last: usd(totalOf(last)),
    most: usd(totals.reduce<Amount>(larger, '0')),
  });
  const width = days.length - 1;
  const edge = (of: readonly number[]) =>
    of.map((height, place) => `${place === 0 ? 'M' : 'L'}${place} ${HEIGHT - height}`).join('');
  const area = (of: readonly number[]) => `${edge(of)}L${width} ${HEIGHT}L0 ${HEIGHT}Z`;
  const [all, staked] = [heights.slice(0, days.length), heights.slice(days.length)];
  return (
    <div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 -4 ${width} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        className="block h-40 w-full"
      >
        <path d={area(all)} className="fill-primary/20" />
        <path d={area(staked)} className="fill-secondary/50" />
        <path d={edge(all)} vectorEffect="non-scaling-stroke" className="fill-none stroke-primary stroke-2" />
        <path d={`M0 ${HEIGHT}H${width}`} vectorEffect="non-scaling-stroke" className="stroke-line" />
      </svg>
      <div aria-hidden="true" className="mt-1 flex justify-between text-xs text-muted">
        <span>{first.day}</span>
        <span>{last.day}</span>
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-sm border border-primary bg-primary/20" />
          {t('common:labelled', { label: t('days.wallet'), value: `${usd(last.walletUsd)} USD` })}
        </li>
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-sm bg-secondary/50" />
          {t('common:labelled', { label: t('days.staked'), value: `${usd(last.stakedUsd)} USD` })}
        </li>
      </ul>
    </div>
  );
}

function DayTable({ days }: { readonly days: readonly Day[] }) {
  const { t } = useTranslation('dashboard');
  return (
    <div tabIndex={0} role="group" aria-label={t('days.title')} className="max-h-80 overflow-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{t('days.title')}</caption>
        <thead className="text-muted">
          <tr className="border-b border-base-300">
            {[t('days.day'), t('days.walletUsd'), t('days.stakedUsd')].map((name, place) => (
              <th
                key={name}
                scope="col"
                className={`py-2 font-medium ${place === 0 ? 'pr-3 text-left' : 'pl-3 text-right'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-base-300">
          {days.toReversed().map(({ day, walletUsd, stakedUsd }) => (
            <tr key={day}>
              <th scope="row" className="py-2 pr-3 text-left font-medium whitespace-nowrap">
                {day}
              </th>
              <td className="py-2 pl-3 text-right">{shown(walletUsd, 'USD')}</td>
              <td className="py-2 pl-3 text-right">{shown(stakedUsd, 'USD')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
