import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { keyOf, type ChartModel } from '#atlas/model/model.ts';
import { links, type Focus } from '#atlas/model/links.ts';
import { ChartPanel } from './chart-panel.tsx';
import { ComparePage } from './compare-page.tsx';
import { useChartIfThere, useFacts, useIndex } from './data.ts';
import { DiagramView } from './diagram-view.tsx';
import type { LiveState } from './live.ts';
import { MatrixPage } from './matrix-page.tsx';
import { isNarrow } from './narrow.ts';
import { StatePanel } from './state-panel.tsx';
import { Storyboard } from './storyboard.tsx';
import { TransitionPanel } from './transition-panel.tsx';
import { useSay } from './language.ts';

interface ChartPageProps {
  readonly chartKey: string;
  readonly focus: Focus;
  /** Where a running app is. */
  readonly live: LiveState | null;
}

interface ChartViewProps extends Pick<ChartPageProps, 'focus' | 'live'> {
  readonly chart: ChartModel;
}

/** A chart: its diagram with the panel of what is in focus, or one of the other views of it. */
export function ChartPage({ chartKey, focus, live }: ChartPageProps) {
  const chart = useChartIfThere(chartKey);
  if (chart === null) return <NoChart chartKey={chartKey} />;
  return (
    <div className="chart">
      <Tabs chart={chart} focus={focus} />
      <ChartView chart={chart} focus={focus} live={live} />
    </div>
  );
}

function NoChart({ chartKey }: Pick<ChartPageProps, 'chartKey'>) {
  const say = useSay();
  const isKnown = useIndex().charts.some((chart) => keyOf(chart) === chartKey);
  return (
    <p className="first" role="alert">
      {say(isKnown ? 'chart.unreachable' : 'chart.none', { chart: chartKey })}{' '}
      <a href={links.overview()}>{say('chart.all')}</a>
    </p>
  );
}

function Tabs({ chart, focus }: { readonly chart: ChartModel; readonly focus: Focus }) {
  const say = useSay();
  const key = keyOf(chart);
  const tabs = [
    { name: say('view.diagram'), href: links.chart(key), is: ['diagram', 'state', 'transition'].includes(focus.on) },
    ...(chart.kind === 'flow'
      ? [
          {
            name: say('view.storyboard'),
            href: links.storyboard(key),
            is: focus.on === 'storyboard' || focus.on === 'path',
          },
          { name: say('view.matrices'), href: links.matrix(key, 'fault'), is: focus.on === 'matrix' },
        ]
      : []),
    { name: say('view.compare'), href: links.compare(key), is: focus.on === 'compare' },
  ];
  return (
    <div className="heading">
      <h1>{chart.kind === 'flow' ? chart.id : say('chart.lifecycle', { record: chart.id })}</h1>
      <nav aria-label={say('views')} className="tabs">
        {tabs.map(({ name, href, is }) => (
          <a key={name} href={href} aria-current={is ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
    </div>
  );
}

function ChartView({ chart, focus, live }: ChartViewProps) {
  const { served } = useFacts();
  switch (focus.on) {
    case 'storyboard':
    case 'path':
      return (
        <Storyboard
          chart={chart}
          pathId={focus.on === 'path' ? focus.path : null}
          step={focus.on === 'path' ? focus.step : 0}
        />
      );
    case 'matrix':
      return <MatrixPage chart={chart} matrix={focus.matrix} cellId={focus.cell} />;
    case 'compare':
      return <ComparePage chart={chart} served={served} from={focus.from} to={focus.to} />;
    default:
      return <WithDiagram chart={chart} focus={focus} live={live} />;
  }
}

function WithDiagram({ chart, focus, live }: ChartViewProps) {
  const say = useSay();
  const [run, setRun] = useState('');
  const panel = useRef<HTMLElement>(null);
  const state = focus.on === 'state' ? focus.state : null;
  const transition = focus.on === 'transition' ? focus.transition : null;
  usePanelInSight(panel, state ?? transition);
  return (
    <div className="beside">
      <DiagramView
        chart={chart}
        state={state}
        transition={transition}
        live={live?.flow === chart.id && chart.kind === 'flow' ? live.state : null}
        coverage={chart.coverage.find(({ name }) => name === run) ?? null}
        onCoverage={setRun}
      />
      <aside ref={panel} aria-label={say('details')} className="panel" tabIndex={0}>
        <Panel chart={chart} focus={focus} />
      </aside>
    </div>
  );
}

/** If the panel is below the diagram, scrolls to it when something is selected, and back to the diagram afterwards. */
function usePanelInSight(panel: RefObject<HTMLElement | null>, focus: string | null): void {
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!isNarrow()) return;
    if (focus !== null) panel.current?.scrollIntoView({ block: 'start' });
    else if (before.current !== null) panel.current?.parentElement?.scrollIntoView({ block: 'start' });
    before.current = focus;
  }, [panel, focus]);
}

function Panel({ chart, focus }: { readonly chart: ChartModel; readonly focus: Focus }) {
  const say = useSay();
  const { served } = useFacts();
  if (focus.on === 'state') {
    const state = chart.states.find(({ path }) => path === focus.state);
    return state === undefined ? (
      <p role="alert">{say('state.none', { state: focus.state })}</p>
    ) : (
      <StatePanel key={state.path} chart={chart} state={state} served={served} />
    );
  }
  if (focus.on === 'transition') {
    const transition = chart.transitions.find(({ id }) => id === focus.transition);
    return transition === undefined ? (
      <p role="alert">{say('transition.none')}</p>
    ) : (
      <TransitionPanel chart={chart} transition={transition} />
    );
  }
  return <ChartPanel chart={chart} served={served} />;
}
