import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { exactOf } from '#money/shown.ts';
import { useServices } from '#src/services/services.ts';
import { Fold } from '#src/ui/fold.tsx';
import { Dots, HiddenContext } from '#src/ui/member-hidden.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { isNothing } from '#src/ui/quiet-zero.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { salesAddress } from './addresses.ts';
import { figureOf, standingOf, type SalesMonth } from './month.ts';

/** As many are listed at first: the chart shows the others. */
const NEWEST = 3;

/** The months that are over, each with its result; details are a press away. */
export function PastMonths({ months }: { readonly months: readonly SalesMonth[] }) {
  const { t } = useTranslation('sales');
  return (
    <Panel title={t('past.title')}>
      {months.length === 0 ? (
        <p className="text-muted">{t('past.none')}</p>
      ) : (
        <>
          <Months months={months.slice(0, NEWEST)} />
          {months.length > NEWEST && (
            <Fold title={t('past.earlier', { count: months.length - NEWEST })}>
              <Months months={months.slice(NEWEST)} />
            </Fold>
          )}
        </>
      )}
    </Panel>
  );
}

function Months({ months }: { readonly months: readonly SalesMonth[] }) {
  return (
    <ul className="flex flex-col divide-y divide-base-300">
      {months.map((sales) => (
        <PastMonth key={sales.month} sales={sales} />
      ))}
    </ul>
  );
}

function PastMonth({ sales }: { readonly sales: SalesMonth }) {
  const { t } = useTranslation('sales');
  const { serverNow } = useServices();
  const isHidden = useContext(HiddenContext);
  const { month, bonusOn, totalUsd } = sales;
  const total = exactOf(totalUsd, 'USD');
  const matchedUsd = figureOf(sales, 'matchedUsd');
  const bonusUsd = figureOf(sales, 'bonusUsd');
  return (
    <li>
      <Link
        to={salesAddress(month)}
        className="group flex min-h-16 items-center justify-between gap-3 rounded-field py-2"
      >
        <span className="min-w-0">
          <span className="block font-medium group-hover:underline">{month}</span>
          <span className="block text-sm text-muted">{t(`standing.${standingOf(sales, serverNow())}`)}</span>
          <span className="block text-sm text-muted">
            <WholeWords
              text={
                isNothing(totalUsd) && isNothing(matchedUsd ?? 0)
                  ? t('past.noSales')
                  : matchedUsd === null
                    ? t('past.salesOnly', { total })
                    : t('past.sales', { total, matched: exactOf(matchedUsd, 'USD') })
              }
            />
          </span>
        </span>
        <span className="flex items-center gap-2">
          {bonusOn && bonusUsd !== null && (
            <span className="font-semibold whitespace-nowrap">
              {isHidden ? <Dots /> : <span data-zero={isNothing(bonusUsd)}>{`${exactOf(bonusUsd, 'USD')} USD`}</span>}
            </span>
          )}
          <MemberIcon name="next" className="size-4 text-muted" />
        </span>
      </Link>
    </li>
  );
}
