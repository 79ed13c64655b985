import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { shown } from '#money/shown.ts';
import { Icon } from '#src/ui/icon.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { salesAddress } from './addresses.ts';
import type { SalesMonth } from './month.ts';

/** The months that are over, each with what came of it; more of a month is a press away. */
export function PastMonths({ months }: { readonly months: readonly SalesMonth[] }) {
  const { t } = useTranslation('sales');
  return (
    <Panel title={t('past.title')}>
      {months.length === 0 ? (
        <p className="text-muted">{t('past.none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-base-300">
          {months.map(({ month, state, outcome, bonusUsd, bonusOn, totalUsd, matchedUsd }) => (
            <li key={month}>
              <Link to={salesAddress(month)} className="group flex min-h-16 items-center justify-between gap-3 rounded-field py-2">
                <span className="min-w-0">
                  <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <span className="font-medium group-hover:underline">{month}</span>
                  </span>
                  <span className="block text-sm text-muted">{state === 'calculated' ? t('state.calculated') : t(`outcome.${outcome}`)}</span>
                  <span className="block text-sm text-muted">{t('past.sales', { total: shown(totalUsd, 'USD'), matched: shown(matchedUsd, 'USD') })}</span>
                </span>
                <span className="flex items-center gap-2">
                  {bonusOn && state !== 'open' && <span className="font-semibold whitespace-nowrap">{shown(bonusUsd, 'USD')} USD</span>}
                  <Icon name="next" className="size-4 text-muted" />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
