import { useEffect, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type texts from '#locales/en-US/organization-chart.json';
import { formatDateTime } from '#src/i18n/format.ts';
import { LatePart } from '#src/frames/late-part.tsx';
import { paths } from '#src/paths.ts';
import { Drawing } from '#src/ui/icon.tsx';
import { Button, ButtonLink } from '#src/ui/button.tsx';
import { lazyPage } from '#src/ui/lazy-page.tsx';
import { MemberIcon, SEARCH_ICON } from '#src/ui/member-icon.tsx';
import { PageHeading } from '#src/ui/page-heading.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { whenIdle } from '#src/ui/when-idle.ts';
import { WholeWords } from '#src/ui/whole-words.tsx';
import { ReadFailed } from '#src/flow/read-failed.tsx';
import { ChartCanvas } from './chart-canvas.tsx';
import { ChosenPanel } from './chosen-panel.tsx';
import type { ChartTableProps } from './chart-table.tsx';
import { JumpState, MemberSearch } from './member-search.tsx';
import type { ChartModel } from './model.ts';
import { useChart } from './use-chart.ts';

declare module '#src/i18n/areas.ts' {
  interface AreaTexts {
    'organization-chart': typeof texts;
  }
}

/** The other way to see the chart, which is shown at a press. */
const table = lazyPage<ChartTableProps>(() => import('./chart-table.tsx').then((module) => module.ChartTable));

const LINES = 8;
const ZOOM_STEP = 1.4;
const SEARCH = 'organization-chart-search';

/** /OrganizationChart (SRC §2, D-11): the seat tree below the member's own seat, as a drawing or as a table. */
export function OrganizationChartPage() {
  const { t } = useTranslation('organization-chart');
  const { model } = useChart();
  const [search, setSearch] = useSearchParams();
  const [isSearchOpen, setSearchOpen] = useState(false);
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
  const isThere = tree.root !== null;
  useEffect(() => (isThere ? whenIdle(() => void table.preload()) : undefined), [isThere]);
  return (
    <>
      <PageHeading title={t('title')} />
      {reader.problem !== null && <ReadFailed problem={reader.problem} onRetry={reader.retry} />}
      {tree.root === null && reader.problem === null && <Skeleton what={t('loading')} lines={LINES} />}
      <Tools
        model={model}
        isTable={isTable}
        onShow={show}
        isSearchOpen={isSearchOpen}
        // At once, so that the field is there to be typed in.
        onSearch={() => flushSync(() => setSearchOpen(!isSearchOpen))}
      />
      {isSearchOpen && (
        <div id={SEARCH}>
          <MemberSearch model={model} />
        </div>
      )}
      <JumpState model={model} />
      {tree.root !== null && (
        <div className={`grid items-start gap-5 ${chosen === null ? '' : 'lg:grid-cols-[minmax(0,1fr)_20rem]'}`}>
          {isTable ? (
            <LatePart waiting={<Skeleton what={t('loading')} lines={LINES} />}>
              <table.Page model={model} />
            </LatePart>
          ) : (
            <section aria-label={t('chart')} className="flex min-w-0 flex-col gap-3">
              <ChartCanvas model={model} />
              <Legend model={model} />
            </section>
          )}
          {/* It stays while the details come and go: otherwise no screen reader would tell of the first. */}
          <div aria-live="polite" className="contents">
            {chosen !== null && <ChosenPanel model={model} chosen={chosen} />}
          </div>
        </div>
      )}
      <ButtonLink kind="quiet" to={paths.organization} className="self-start print:hidden">
        <MemberIcon name="back" />
        {t('list')}
      </ButtonLink>
    </>
  );
}

interface ToolsProps {
  readonly model: ChartModel;
  readonly isTable: boolean;
  readonly onShow: (view: 'chart' | 'table') => void;
  readonly isSearchOpen: boolean;
  readonly onSearch: () => void;
}

/** Icons that only the chart has. */
const shapes = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M9 4.5H4.5V9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15',
  target: 'M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM12 3v5M12 16v5M3 12h5M16 12h5',
  unfold: 'M12 10V4M8.5 7 12 3.5 15.5 7M12 14v6M8.5 17l3.5 3.5 3.5-3.5M4.5 12h15',
} as const;

/**
 * The search, chart or table, and what moves the view without a wheel or fingers: one row of icons, even on a narrow
 * phone.
 */
function Tools({ model, isTable, onShow, isSearchOpen, onSearch }: ToolsProps) {
  const { t } = useTranslation('organization-chart');
  return (
    <div
      role="toolbar"
      aria-label={t('view.title')}
      className="panel flex w-max max-w-full flex-wrap p-1.5 sm:gap-1 print:hidden"
    >
      <Tool
        icon={<Drawing path={SEARCH_ICON} />}
        name={t('search.title')}
        opens={{ id: SEARCH, isOpen: isSearchOpen }}
        onPress={onSearch}
      />
      <Tool
        icon={<MemberIcon name={isTable ? 'branch' : 'list'} />}
        name={isTable ? t('asChart') : t('asTable')}
        onPress={() => onShow(isTable ? 'chart' : 'table')}
      />
      {!isTable && (
        <>
          <Tool
            icon={<Drawing path={shapes.plus} />}
            name={t('view.in')}
            isPlain
            onPress={() => model.zoom(ZOOM_STEP)}
          />
          <Tool
            icon={<Drawing path={shapes.minus} />}
            name={t('view.out')}
            isPlain
            onPress={() => model.zoom(1 / ZOOM_STEP)}
          />
          <Tool icon={<Drawing path={shapes.fit} />} name={t('view.fit')} onPress={() => model.fit()} />
          <Tool icon={<Drawing path={shapes.target} />} name={t('view.me')} onPress={() => model.toMe()} />
          <Tool icon={<Drawing path={shapes.unfold} />} name={t('view.openAll')} onPress={() => model.openAll()} />
        </>
      )}
    </div>
  );
}

interface ToolProps {
  readonly icon: ReactNode;
  readonly name: string;
  /** Whether its icon says enough on a desk, too. */
  readonly isPlain?: boolean;
  /** The element that it opens and closes, if it does. */
  readonly opens?: { readonly id: string; readonly isOpen: boolean };
  readonly onPress: () => void;
}

function Tool({ icon, name, isPlain = false, opens, onPress }: ToolProps) {
  return (
    <Button
      kind="quiet"
      title={name}
      aria-expanded={opens?.isOpen}
      aria-controls={opens?.isOpen === true ? opens.id : undefined}
      onClick={onPress}
      className="min-w-11 shrink-0 p-0 text-primary aria-expanded:bg-base-200 lg:px-2.5 lg:text-sm"
    >
      {icon}
      <span className={isPlain ? 'sr-only' : 'max-lg:sr-only'}>{name}</span>
    </Button>
  );
}

function Legend({ model }: { readonly model: ChartModel }) {
  const { t } = useTranslation(['organization-chart', 'common']);
  return (
    <div className="flex flex-col gap-1 text-sm text-muted">
      <p>{t('text')}</p>
      <p>{t('legend')}</p>
      {/* Fingers move and press it like anything else; what a mouse does has to be said. */}
      <p className="pointer-coarse:hidden">{t('handling')}</p>
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
