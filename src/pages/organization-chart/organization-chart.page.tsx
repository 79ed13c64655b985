import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type texts from '#locales/en-US/organization-chart.json';
import { formatDateTime } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { MemberIcon } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { ChartCanvas } from './chart-canvas.tsx';
import { ChartTable } from './chart-table.tsx';
import { ChosenPanel } from './chosen-panel.tsx';
import { MemberSearch } from './member-search.tsx';
import type { ChartModel } from './model.ts';
import { useChart } from './use-chart.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'organization-chart': typeof texts;
  }
}

const LINES = 8;
const ZOOM_STEP = 1.4;

/** /OrganizationChart (SRC §2, D-11): the seat tree below the member's own seat, as a drawing or as a table. */
export function OrganizationChartPage() {
  const { t } = useTranslation('organization-chart');
  const { model } = useChart();
  const [search, setSearch] = useSearchParams();
  const isTable = search.get('view') === 'table';
  const wanted = search.get('of') ?? '';
  useEffect(() => {
    if (wanted !== '') void model.goTo(wanted);
  }, [model, wanted]);
  const show = (view: 'chart' | 'table') => {
    const next = new URLSearchParams(search);
    if (view === 'table') next.set('view', view);
    else next.delete('view');
    setSearch(next, { replace: true });
  };
  const { tree, reader, chosen } = model;
  return (
    <>
      <PageHeading title={t('title')} note={t('text')} />
      <div className="print:hidden">
        <Button kind="secondary" onClick={() => show(isTable ? 'chart' : 'table')}>
          <MemberIcon name={isTable ? 'branch' : 'list'} />
          {isTable ? t('asChart') : t('asTable')}
        </Button>
      </div>
      <MemberSearch model={model} />
      {reader.problem !== null && <ReadFailed problem={reader.problem} onRetry={reader.retry} />}
      {tree.root === null && reader.problem === null && <Skeleton what={t('loading')} lines={LINES} />}
      {tree.root !== null && (
        <div className={`grid items-start gap-5 ${chosen === null ? '' : 'lg:grid-cols-[minmax(0,1fr)_20rem]'}`}>
          {isTable ? (
            <ChartTable model={model} />
          ) : (
            <section aria-label={t('chart')} className="flex min-w-0 flex-col gap-3">
              <ViewBar model={model} />
              <ChartCanvas model={model} />
              <Legend model={model} />
            </section>
          )}
          {chosen !== null && <ChosenPanel model={model} chosen={chosen} />}
        </div>
      )}
      <div className="print:hidden">
        <ButtonLink kind="quiet" to={paths.organization}>
          <MemberIcon name="back" />
          {t('list')}
        </ButtonLink>
      </div>
    </>
  );
}

/** Controls for moving the view that need neither a wheel nor fingers. */
function ViewBar({ model }: { readonly model: ChartModel }) {
  const { t } = useTranslation('organization-chart');
  return (
    <div role="toolbar" aria-label={t('view.title')} className="flex flex-wrap gap-2">
      <Button kind="secondary" aria-label={t('view.in')} className="min-w-12" onClick={() => model.zoom(ZOOM_STEP)}>
        +
      </Button>
      <Button
        kind="secondary"
        aria-label={t('view.out')}
        className="min-w-12"
        onClick={() => model.zoom(1 / ZOOM_STEP)}
      >
        −
      </Button>
      <Button kind="secondary" onClick={() => model.fit()}>
        {t('view.fit')}
      </Button>
      <Button kind="secondary" onClick={() => model.toMe()}>
        {t('view.me')}
      </Button>
      <Button kind="secondary" onClick={() => model.openAll()}>
        {t('view.openAll')}
      </Button>
    </div>
  );
}

function Legend({ model }: { readonly model: ChartModel }) {
  const { t } = useTranslation(['organization-chart', 'common']);
  return (
    <div className="flex flex-col gap-1 text-sm text-muted">
      <p>{t('legend')}</p>
      <p role="status">
        {t('loaded', { count: model.tree.size })}
        {model.volumesAt !== null && (
          <WholeWords
            text={`${t('common:separator')}${t('panel.summed', { moment: formatDateTime(model.volumesAt) })}`}
          />
        )}
      </p>
    </div>
  );
}
