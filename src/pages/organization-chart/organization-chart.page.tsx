import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type texts from '#locales/en-US/organization-chart.json';
import { formatDateTime } from '#src/i18n/format.ts';
import { paths } from '#src/paths.ts';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { MemberIcon, type MemberIconName } from '#src/ui/member-icon.tsx';
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
      <MemberSearch model={model} />
      {reader.problem !== null && <ReadFailed problem={reader.problem} onRetry={reader.retry} />}
      {tree.root === null && reader.problem === null && <Skeleton what={t('loading')} lines={LINES} />}
      <Tools model={model} isTable={isTable} onShow={show} />
      {tree.root !== null && (
        <div className={`grid items-start gap-5 ${chosen === null ? '' : 'lg:grid-cols-[minmax(0,1fr)_20rem]'}`}>
          {isTable ? (
            <ChartTable model={model} />
          ) : (
            <section aria-label={t('chart')} className="flex min-w-0 flex-col gap-3">
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

interface ToolsProps {
  readonly model: ChartModel;
  readonly isTable: boolean;
  readonly onShow: (view: 'chart' | 'table') => void;
}

/** Chart or table, and what moves the view without a wheel or fingers: one row of icons, even on a narrow phone. */
function Tools({ model, isTable, onShow }: ToolsProps) {
  const { t } = useTranslation('organization-chart');
  return (
    <div
      role="toolbar"
      aria-label={t('view.title')}
      className="panel flex w-max max-w-full gap-1 p-1.5 sm:gap-2 print:hidden"
    >
      <Tool
        icon={isTable ? 'branch' : 'list'}
        name={isTable ? t('asChart') : t('asTable')}
        onPress={() => onShow(isTable ? 'chart' : 'table')}
      />
      {!isTable && (
        <>
          <Tool icon="plus" name={t('view.in')} onPress={() => model.zoom(ZOOM_STEP)} />
          <Tool icon="minus" name={t('view.out')} onPress={() => model.zoom(1 / ZOOM_STEP)} />
          <Tool icon="fit" name={t('view.fit')} onPress={() => model.fit()} />
          <Tool icon="target" name={t('view.me')} onPress={() => model.toMe()} />
          <Tool icon="unfold" name={t('view.openAll')} onPress={() => model.openAll()} />
        </>
      )}
    </div>
  );
}

interface ToolProps {
  readonly icon: MemberIconName;
  readonly name: string;
  readonly onPress: () => void;
}

function Tool({ icon, name, onPress }: ToolProps) {
  return (
    <Button kind="quiet" aria-label={name} title={name} onClick={onPress} className="size-11 shrink-0 p-0 text-primary">
      <MemberIcon name={icon} />
    </Button>
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
