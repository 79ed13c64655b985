import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '#src/services/services.ts';
import { isUnfocused } from '#src/ui/landing.ts';
import { idOf } from './focus-active.ts';
import { xOf, type Drawn, type DrawnItem } from './layout.ts';
import type { ChartModel } from './model.ts';
import { keyOf, levelOfItem, sideOfItem, type Item } from './order.ts';
import { PlaceMark } from './place-mark.tsx';
import { SeatCard } from './seat-card.tsx';
import { hasFigures, isPlaceOfLink, isUnread, type ChartSeat } from './tree.ts';
import { useGestures } from './use-gestures.ts';
import { useUncovered } from './use-uncovered.ts';
import { CARD_HEIGHT, LEVEL_HEIGHT, lettersAt, PLACE_WIDTH, type Point, type View } from './view.ts';

const HELP = 'organization-chart-help';

/**
 * The chart as a drawing that contains only what is in view. Coordinates are relative to an origin nearby: a browser's
 * numbers are too coarse for the far end of a hundred thousand seats.
 */
export function ChartCanvas({ model }: { readonly model: ChartModel }) {
  const { t } = useTranslation('organization-chart');
  const { now } = useServices();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<SVGSVGElement>(null);
  useMeasured(model, frame);
  useUncovered(model, frame);
  useGestures(model, canvas);
  const { active, drawn, view, size } = model;
  useFollowedFocus(canvas, active);

  const onKeyDown = (event: KeyboardEvent) => {
    // Shortcuts of the browser and of screen readers are left to them.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (model.press(event.key, now())) event.preventDefault();
  };
  const origin = originOf(view);
  const shift = {
    x: size.width / 2 - (view.x - origin.x) * view.scale,
    y: size.height / 2 - (view.y - origin.y) * view.scale,
  };
  return (
    <div
      ref={frame}
      className="panel relative border border-base-300 h-[min(46dvh,40rem)] min-h-[min(20rem,75dvh)] sm:h-[min(62dvh,40rem)] overflow-hidden bg-base-200"
    >
      <svg
        ref={canvas}
        role="tree"
        aria-label={t('chart')}
        aria-describedby={HELP}
        onKeyDown={onKeyDown}
        className="block size-full cursor-grab touch-none select-none active:cursor-grabbing"
      >
        <g transform={`translate(${shift.x} ${shift.y}) scale(${view.scale})`}>
          <path
            aria-hidden="true"
            d={linesOf(drawn, origin)}
            vectorEffect="non-scaling-stroke"
            className="fill-none stroke-line stroke-[1.5px]"
          />
          {!model.hasCards && (
            <path
              aria-hidden="true"
              d={dotsOf(drawn, origin)}
              vectorEffect="non-scaling-stroke"
              strokeLinecap="round"
              className="fill-none stroke-primary stroke-6"
            />
          )}
          {shownOf(model, drawn, active).map((each) => (
            <ChartItem
              key={keyOf(each.item)}
              model={model}
              drawn={each}
              origin={origin}
              letters={lettersAt(view.scale)}
              isActive={active !== null && keyOf(active) === keyOf(each.item)}
            />
          ))}
        </g>
      </svg>
      <p id={HELP} className="sr-only">
        {t('help')}
      </p>
    </div>
  );
}

function ChartItem({
  model,
  drawn: { item, x, level },
  origin,
  letters,
  isActive,
}: {
  readonly model: ChartModel;
  readonly drawn: DrawnItem;
  readonly origin: Point;
  readonly letters: number;
  readonly isActive: boolean;
}) {
  const { node } = item;
  const { chosen } = model;
  const place = {
    id: idOf(item),
    x: x * PLACE_WIDTH - origin.x,
    y: level * LEVEL_HEIGHT - origin.y,
    level,
    side: sideOfItem(item),
    isActive,
    isChosen: chosen !== null && keyOf(chosen) === keyOf(item),
    isReading: model.reader.isReading(node),
  };
  if (item.kind !== 'seat')
    return (
      <PlaceMark
        {...place}
        model={model}
        node={node}
        side={item.side}
        kind={item.kind}
        isOfLink={item.kind === 'free' && isPlaceOfLink(node, item.side)}
      />
    );
  return (
    <SeatCard
      {...place}
      model={model}
      node={node}
      seat={node.seat}
      open={node.open}
      canToggle={canToggle(node)}
      letters={letters}
      isDot={!model.hasCards}
    />
  );
}

/** Two free places are no reason to collapse a seat. */
function canToggle(node: ChartSeat): boolean {
  return !hasFigures(node.seat) || node.seat.hasLeft || node.seat.hasRight || isUnread(node);
}

/** What is in view, plus the focused item wherever it is: removing its element would lose the focus. */
function shownOf(model: ChartModel, { items }: Drawn, active: Item | null): readonly DrawnItem[] {
  const seen = model.hasCards ? items : [];
  if (active === null || seen.some(({ item }) => keyOf(item) === keyOf(active))) return seen;
  return [...seen, { item: active, x: xOf(active), level: levelOfItem(active) }];
}

function originOf({ x, y }: View): Point {
  const STEP = 4096;
  return { x: Math.round(x / STEP) * STEP, y: Math.round(y / STEP) * STEP };
}

function linesOf({ edges, strokes }: Drawn, origin: Point): string {
  const at = (x: number, level: number) => [x * PLACE_WIDTH - origin.x, level * LEVEL_HEIGHT - origin.y] as const;
  const lines = edges.map(({ x, level, toX }) => {
    const [[fromX, y], [endX]] = [at(x, level), at(toX, level)];
    return `M${fromX} ${y + CARD_HEIGHT / 2}V${y + LEVEL_HEIGHT / 2 + 6}H${endX}V${y + LEVEL_HEIGHT - CARD_HEIGHT / 2}`;
  });
  const bundles = strokes.map(({ x, level, depth }) => {
    const [fromX, y] = at(x, level);
    return `M${fromX} ${y}v${depth * LEVEL_HEIGHT}`;
  });
  return [...lines, ...bundles].join('');
}

/** A line of zero length with round caps is a dot, and all dots are one element. */
function dotsOf({ items }: Drawn, origin: Point): string {
  return items
    .flatMap(({ item, x, level }) =>
      item.kind === 'seat' ? [`M${x * PLACE_WIDTH - origin.x} ${level * LEVEL_HEIGHT - origin.y}h0`] : [],
    )
    .join('');
}

/** Tells the model the size of the window, now and when it changes. */
function useMeasured(model: ChartModel, frame: { readonly current: HTMLDivElement | null }): void {
  useEffect(() => {
    const element = frame.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(
      ([entry]) =>
        entry !== undefined && model.resize({ width: entry.contentRect.width, height: entry.contentRect.height }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [model, frame]);
}

/** While the focus is in the chart, it follows the active item, whose element may have changed. */
function useFollowedFocus(canvas: { readonly current: SVGSVGElement | null }, active: Item | null): void {
  const id = active === null ? null : idOf(active);
  const wasInside = useRef(false);
  useEffect(() => {
    const svg = canvas.current;
    if (svg === null) return;
    const stop = new AbortController();
    svg.addEventListener('focusin', () => (wasInside.current = true), { signal: stop.signal });
    // If a focused element is removed, the focus goes nowhere; if the member moves on, it goes to another element.
    svg.addEventListener(
      'focusout',
      ({ relatedTarget }) => (wasInside.current = relatedTarget === null || svg.contains(relatedTarget as Node)),
      { signal: stop.signal },
    );
    return () => stop.abort();
  }, [canvas]);
  // Runs before the focus would be moved to a heading (keepFocus).
  useLayoutEffect(() => {
    const isLost = isUnfocused() || canvas.current?.contains(document.activeElement) === true;
    if (id === null || !wasInside.current || !isLost) return;
    document.getElementById(id)?.focus({ preventScroll: true });
  }, [canvas, id]);
}
