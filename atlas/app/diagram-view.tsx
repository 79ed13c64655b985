import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { isRows } from '#atlas/diagram/boxes.ts';
import type { Drawing } from '#atlas/diagram/drawing.ts';
import { links } from '#atlas/model/links.ts';
import { keyOf, type ChartModel, type CoverageRun } from '#atlas/model/model.ts';
import { findInside } from '#atlas/model/questions.ts';
import { Diagram, type Marks } from './diagram.tsx';
import { Exports } from './exports-menu.tsx';
import { Legend } from './legend.tsx';
import { layOutHere } from './layout-here.ts';
import { useCanvas, Whole, ZoomButtons, type Opening } from './canvas.tsx';
import { say } from '#atlas/words/words.ts';
import { inLanguage, runName, useLanguage, useSay } from './language.ts';
import { Failure, reasonOf, Told } from './said.tsx';
import { useTyped } from './use-place.ts';

interface DiagramViewProps {
  readonly chart: ChartModel;
  readonly state: string | null;
  readonly transition: string | null;
  readonly live: string | null;
  readonly coverage: CoverageRun | null;
  readonly onCoverage: (name: string) => void;
}

/** The diagram of a chart with its navigation. */
export function DiagramView({ chart, state, transition, live, coverage, onCoverage }: DiagramViewProps) {
  const say = useSay();
  const titleOf = useTitles(chart);
  const [typed, setTyped] = useTyped('inside', keyOf(chart));
  const { drawing, failed, collapsed, toggle } = useDrawing(chart);
  const canvas = useRef<HTMLDivElement>(null);
  const focus = state ?? transition;
  // A diagram is opened as a whole; at a state or a transition, it shows that one.
  const [opening] = useState<Opening>(focus === null ? 'whole' : 'near');
  const view = useCanvas(canvas, drawing, opening);
  useInSight(canvas, focus, view.zoom);
  const key = keyOf(chart);
  const marks = useMemo(
    (): Marks => ({
      focus: state ?? transition,
      live,
      classes: new Map([...coverageClasses(chart, coverage), ...foundClasses(chart, typed)]),
    }),
    [chart, coverage, live, state, transition, typed],
  );
  return (
    <section aria-label={say('view.diagram')} className="view">
      <div className="tools">
        <FindInside chart={chart} typed={typed} onTyped={setTyped} />
        <ZoomButtons view={view} />
        <Groups chart={chart} collapsed={collapsed} toggle={toggle} />
        <label>
          {say('coverage')}{' '}
          <select value={coverage?.name ?? ''} onChange={(event) => onCoverage(event.target.value)}>
            <option value="">{say(chart.coverage.length === 0 ? 'coverage.notMeasured' : 'coverage.notShown')}</option>
            {chart.coverage.map(({ name }) => (
              <option key={name} value={name}>
                {runName(name, say)}
              </option>
            ))}
          </select>
        </label>
        <Exports chart={chart} canvas={canvas} />
        <Failure what="broken" why={failed} />
      </div>
      <div className="around">
        <div
          ref={canvas}
          className="canvas"
          tabIndex={0}
          role="region"
          aria-label={say('diagram.canvas', { chart: key })}
          onKeyDown={view.onKeyDown}
          onPointerDown={view.onPointerDown}
        >
          <Diagram
            drawing={drawing}
            title={say('diagram', { chart: key })}
            titleOf={titleOf}
            marks={marks}
            zoom={view.zoom}
            targets={{ state: (path) => links.state(key, path), transition: (id) => links.transition(key, id) }}
          />
        </div>
      </div>
      <div className="foot">
        <Legend coverage={coverage} />
        <Whole canvas={canvas} drawing={drawing} zoom={view.zoom} />
      </div>
    </section>
  );
}

/** The titles of the states, in the language that the atlas is shown in. */
function useTitles({ states }: ChartModel): (path: string) => string | null {
  const culture = useLanguage();
  return (path) => {
    const texts = states.find((state) => state.path === path)?.titleText ?? null;
    return texts === null ? null : inLanguage(texts, culture);
  };
}

/** The build's drawing, or one made here if something is collapsed. */
function useDrawing(chart: ChartModel): {
  readonly drawing: Drawing;
  /** Why what is collapsed could not be drawn; null if it could. */
  readonly failed: string | null;
  readonly collapsed: ReadonlySet<string>;
  readonly toggle: (path: string) => void;
} {
  const culture = useLanguage();
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [made, setMade] = useState<{ readonly of: ReadonlySet<string>; readonly drawing: Drawing } | null>(null);
  const [failure, setFailure] = useState<{ readonly of: ReadonlySet<string>; readonly why: string } | null>(null);
  useEffect(() => {
    if (collapsed.size === 0) return;
    let isWanted = true;
    const titleOf = ({ path }: { readonly path: string }): string | null => {
      const found = chart.states.find((state) => state.path === path);
      return found?.title == null ? null : (found.titleText?.[0] ?? null);
    };
    layOutHere({
      ...chart,
      collapsed,
      titleOf,
      insideOf: (count) => say(culture, 'diagram.inside', { count }),
    }).then(
      (drawing) => {
        if (isWanted) setMade({ of: collapsed, drawing });
      },
      (error: unknown) => {
        if (isWanted) setFailure({ of: collapsed, why: reasonOf(error) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [chart, collapsed, culture]);
  const toggle = (path: string): void => {
    const next = new Set(collapsed);
    if (!next.delete(path)) next.add(path);
    setCollapsed(next);
  };
  const drawing = collapsed.size > 0 && made !== null ? made.drawing : chart.drawing;
  const failed = failure?.of === collapsed && collapsed.size > 0 ? failure.why : null;
  return { drawing, failed, collapsed, toggle };
}

/** Centers what is in focus in the canvas; the page does not scroll. */
function useInSight(canvas: RefObject<HTMLDivElement | null>, focus: string | null, zoom: number): void {
  useLayoutEffect(() => {
    if (focus === null) return;
    const surface = canvas.current;
    const [element] = surface?.getElementsByClassName('focus') ?? [];
    if (surface === null || element === undefined) return;
    const [inner, outer] = [element, surface].map((each) => each.getBoundingClientRect());
    if (inner === undefined || outer === undefined) return;
    surface.scrollBy(
      middleOf(inner.left, inner.width) - middleOf(outer.left, outer.width),
      middleOf(inner.top, inner.height) - middleOf(outer.top, outer.height),
    );
  }, [canvas, focus, zoom]);
}

function middleOf(start: number, length: number): number {
  return start + length / 2;
}

function coverageClasses(
  { states, transitions }: ChartModel,
  coverage: CoverageRun | null,
): readonly (readonly [string, string])[] {
  if (coverage === null) return [];
  const standing = (times: number | undefined): string => ((times ?? 0) > 0 ? 'visited' : 'missed');
  return [
    ...states.map(({ path }) => [path, standing(coverage.states[path])] as const),
    ...transitions.map(({ id }) => [id, standing(coverage.transitions[id])] as const),
  ];
}

function foundClasses(chart: ChartModel, typed: string): readonly (readonly [string, string])[] {
  return findInside(chart, typed).flatMap(({ state, transition }) =>
    (state ?? transition ?? '') === '' ? [] : [[state ?? transition ?? '', 'found'] as const],
  );
}

function FindInside({
  chart,
  typed,
  onTyped,
}: {
  readonly chart: ChartModel;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
}) {
  const say = useSay();
  const key = keyOf(chart);
  const found = findInside(chart, typed);
  return (
    <search className="search">
      <label>
        {say('find.inside')}{' '}
        <input
          type="search"
          value={typed}
          onChange={(event) => onTyped(event.target.value)}
          placeholder={say('find.inside.hint')}
        />
      </label>
      {typed.trim() !== '' && (
        <ul aria-label={say('find.inside.found')} className="found">
          {found.length === 0 && <li>{say('find.nothing')}</li>}
          {found.map(({ kind, name, title, says, state, transition }) => (
            <li key={`${kind} ${name} ${transition}`}>
              <a
                href={transition === null ? links.state(key, state ?? '') : links.transition(key, transition)}
                onClick={() => onTyped('')}
              >
                <b>{say(`found.${kind}`)}</b> {name} <Told texts={title} otherwise={says} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}

/** The groups, each with a control to open or close it. */
function Groups({
  chart,
  collapsed,
  toggle,
}: {
  readonly chart: ChartModel;
  readonly collapsed: ReadonlySet<string>;
  readonly toggle: (path: string) => void;
}) {
  const say = useSay();
  const groups = chart.states.filter(({ path, kind }) => kind === 'compound' && !isRows(chart, path));
  if (groups.length === 0) return null;
  return (
    <details className="menu">
      <summary>{say('collapse')}</summary>
      <div>
        {groups.map(({ path }) => (
          <label key={path}>
            <input type="checkbox" checked={collapsed.has(path)} onChange={() => toggle(path)} /> {path}
          </label>
        ))}
      </div>
    </details>
  );
}
