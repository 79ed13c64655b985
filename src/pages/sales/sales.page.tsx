import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import type texts from '#locales/en-US/sales.json';
import { isPath, paths } from '#src/paths.ts';
import { useServices } from '#src/services/services.ts';
import { Empty } from '#src/ui/member-empty.tsx';
import { AlwaysShown } from '#src/ui/member-hidden.tsx';
import { Notice } from '#src/ui/notice.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Redirect } from '#src/ui/redirect.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { dataOf } from '#src/reads/answers.ts';
import { OwnFigures } from '../organization/own-figures.tsx';
import { MoreButton } from '#src/flow/more-button.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { usePages } from '#src/reads/use-pages.ts';
import { HidesAmounts } from '../hides-amounts.tsx';
import { MonthChart } from './month-chart.tsx';
import { MonthPanel } from './month-panel.tsx';
import type { SalesMonth } from './month.ts';
import { PastMonths } from './past-months.tsx';
import { RunningPanel } from './running-panel.tsx';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    sales: typeof texts;
  }
}

const LINES = 8;

/**
 * /SalesManagement (SRC §2, D-11, D-19): the member's own binary bonus month by month, or with ?month= the calculation
 * of one month. /Community redirects here.
 */
export function SalesPage() {
  const { t } = useTranslation('sales');
  const month = useSearchParams()[0].get('month');
  if (isPath(useLocation().pathname, paths.community)) return <Redirect to={paths.sales} />;
  return (
    <HidesAmounts>
      <PageHeading
        title={month === null ? t('title') : t('monthTitle', { month })}
        note={month === null ? t('text') : t('measure.bonusUsd')}
      />
      {/* Another month starts over. */}
      {month === null ? <Months /> : <MonthPanel key={month} month={month} />}
    </HidesAmounts>
  );
}

function Months() {
  const { t } = useTranslation('sales');
  const { api } = useServices();
  const pages = usePages<SalesMonth>('sales', (cursor, signal) =>
    dataOf(api.GET('/sales', { params: { query: cursor === null ? {} : { cursor } }, signal })),
  );
  const { items, state, problem, readOn } = pages;
  const running = items.find((month) => month.state === 'open');
  const isOff = items[0]?.bonusOn === false;
  return (
    <>
      {isOff && (
        <Notice kind="info" title={t('off.title')}>
          {t('off.text')}
        </Notice>
      )}
      <div className="in-turn grid items-start gap-5 lg:grid-cols-2 lg:[&>:only-child]:col-span-full">
        {state === 'loading' && items.length === 0 && (
          <div className="panel p-5 sm:p-6">
            <Skeleton what={t('loading')} lines={LINES} />
          </div>
        )}
        {running !== undefined && (
          <AlwaysShown>
            <RunningPanel month={running} />
          </AlwaysShown>
        )}
        <OwnFigures withoutMonth={running !== undefined || state === 'loading'} />
      </div>
      {items.length > 0 && (
        <>
          <MonthChart months={items} />
          <PastMonths months={items.filter((month) => month !== running)} />
        </>
      )}
      {state === 'ready' && items.length === 0 && <Empty>{t('none')}</Empty>}
      {problem !== null && <ReadFailed problem={problem} onRetry={readOn} />}
      <MoreButton pages={pages} label={t('more')} />
    </>
  );
}
