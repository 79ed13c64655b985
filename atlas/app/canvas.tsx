import { memo, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { Drawing, Rect } from '#atlas/diagram/drawing.ts';
import { thumbOf } from '#atlas/diagram/thumb.ts';
import { ThumbShapes } from './thumb.tsx';
import { percentIn } from '#atlas/words/words.ts';
import { useLanguage, useSay } from './language.ts';

const SMALLEST = 0.2;
const LARGEST = 3;
const STEP = 1.25;
/** Below this size the letters of a diagram can't be read at a glance. */
const LEGIBLE = 0.8;
const ARROW_PX = 80;
/** The free space around a drawing. */
const MARGIN_PX = 32;

export interface Canvas {
  readonly zoom: number;
  readonly zoomBy: (factor: number) => void;
  readonly fit: () => void;
  /** From the beginning, in letters that can be read. */
  readonly read: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

/**
 * How a drawing is shown: `whole`, so that all of it is seen; `near`, in letters that can be read, where something in
 * it is looked at; `beginning`, in such letters from where it begins.
 */
type Showing = 'whole' | 'near' | 'beginning';
/** How it is opened. */
export type Opening = Exclude<Showing, 'beginning'>;

/**
 * Zooming and panning in a scrolling element. A drawing keeps its opening mode while the window changes, until the
 * reader zooms.
 */
export function useCanvas(canvas: RefObject<HTMLElement | null>, drawing: Drawing, opening: Opening): Canvas {
  const { width, height } = drawing;
  const [zoom, setZoom] = useState(1);
  /** How it is shown, until the reader zooms. */
  const how = useRef<Showing | null>(opening);
  const zoomBy = (factor: number): void => {
    how.current = null;
    setZoom((now) => Math.min(LARGEST, Math.max(Math.min(SMALLEST, now), now * factor)));
  };
  const show = (showing: Showing): void => {
    how.current = showing;
    const surface = canvas.current;
    if (surface === null) return;
    const size = sizeFor(showing, surface, drawing);
    setZoom(size);
    // What has that size already is not drawn again.
    if (showing === 'beginning' && size === zoom) begins(surface, drawing, size);
  };
  useLayoutEffect(() => {
    const surface = canvas.current;
    if (surface === null) return;
    const refit = (): void => {
      if (how.current !== null) setZoom(sizeFor(how.current, surface, { width, height }));
    };
    refit();
    const observer = new ResizeObserver(refit);
    observer.observe(surface);
    return () => observer.disconnect();
  }, [canvas, width, height]);
  useLayoutEffect(() => {
    if (canvas.current !== null && how.current === 'beginning') begins(canvas.current, drawing, zoom);
  }, [canvas, drawing, zoom]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const move = moves[event.key];
    if (event.key === '+' || event.key === '=') zoomBy(STEP);
    else if (event.key === '-') zoomBy(1 / STEP);
    else if (event.key === '0') show('whole');
    else if (event.key === '1') show('beginning');
    else if (move !== undefined) canvas.current?.scrollBy(move[0] * ARROW_PX, move[1] * ARROW_PX);
    else return;
    event.preventDefault();
  };
  return {
    zoom,
    zoomBy,
    fit: () => show('whole'),
    read: () => show('beginning'),
    onKeyDown,
    onPointerDown: (event) => drag(canvas.current, event),
  };
}

/** The size in which a drawing is shown so. */
function sizeFor(showing: Showing, surface: HTMLElement, { width, height }: Pick<Drawing, 'width' | 'height'>): number {
  const whole = fitted(surface, width, height);
  return showing === 'whole' ? whole : Math.max(LEGIBLE, whole);
}

/** Brings where a drawing begins to the upper edge. */
function begins(surface: HTMLElement, { boxes }: Drawing, zoom: number): void {
  const begin = boxes.find(({ kind }) => kind === 'begin') ?? boxes[0];
  if (begin === undefined) return;
  surface.scrollTo((begin.x + begin.width / 2) * zoom - surface.clientWidth / 2, begin.y * zoom - MARGIN_PX);
}

/** The zoom at which all of a drawing is visible, at most its natural size. */
function fitted({ clientWidth, clientHeight }: HTMLElement, width: number, height: number): number {
  return Math.min(
    1,
    (clientWidth - MARGIN_PX) / (width + MARGIN_PX),
    (clientHeight - MARGIN_PX) / (height + MARGIN_PX),
  );
}

/** Dragging with the mouse pans the surface; touch scrolls natively. */
function drag(
  surface: HTMLElement | null,
  { pointerType, button, target, clientX, clientY }: PointerEvent<HTMLElement>,
): void {
  if (surface === null || pointerType !== 'mouse' || button !== 0 || (target as Element).closest('a') !== null) return;
  const { scrollLeft, scrollTop } = surface;
  const move = (event: globalThis.PointerEvent): void =>
    surface.scrollTo(scrollLeft - (event.clientX - clientX), scrollTop - (event.clientY - clientY));
  const end = (): void => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
}

/** The largest size of the minimap. */
const MAP_PX = { width: 190, height: 120 } as const;

interface WholeProps {
  readonly canvas: RefObject<HTMLElement | null>;
  readonly drawing: Drawing;
  readonly zoom: number;
}

/**
 * A minimap, shown when only a part of the drawing is visible: the part is framed, and a press goes there. With the
 * keyboard, the arrows and Tab do the same.
 */
export function Whole({ canvas, drawing, zoom }: WholeProps) {
  const [seen, setSeen] = useState<Rect | null>(null);
  useLayoutEffect(() => {
    const surface = canvas.current;
    if (surface === null) return;
    const look = (): void => {
      const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = surface;
      const isWhole = scrollWidth <= clientWidth && scrollHeight <= clientHeight;
      setSeen(
        isWhole
          ? null
          : {
              x: scrollLeft / zoom,
              y: scrollTop / zoom,
              width: Math.min(clientWidth / zoom, drawing.width),
              height: Math.min(clientHeight / zoom, drawing.height),
            },
      );
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(surface);
    surface.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      surface.removeEventListener('scroll', look);
    };
  }, [canvas, drawing, zoom]);
  if (seen === null) return null;
  const goes = ({ buttons, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): void => {
    const surface = canvas.current;
    if (surface === null || buttons !== 1) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const x = ((clientX - left) / width) * drawing.width * zoom;
    const y = ((clientY - top) / height) * drawing.height * zoom;
    surface.scrollTo(x - surface.clientWidth / 2, y - surface.clientHeight / 2);
  };
  const scale = Math.min(MAP_PX.width / drawing.width, MAP_PX.height / drawing.height);
  return (
    <div
      className="whole"
      aria-hidden="true"
      style={{ inlineSize: drawing.width * scale, aspectRatio: `${drawing.width} / ${drawing.height}` }}
      onPointerDown={goes}
      onPointerMove={goes}
    >
      <Shapes drawing={drawing} />
      <svg className="seen-part" viewBox={`0 0 ${drawing.width} ${drawing.height}`}>
        <rect {...seen} />
      </svg>
    </div>
  );
}

/** Rendered once, however often the visible part changes. */
const Shapes = memo(function Shapes({ drawing }: { readonly drawing: Drawing }) {
  return <ThumbShapes thumb={thumbOf(drawing)} margin={0} />;
});

/** Larger, smaller, all of it, its beginning. */
export function ZoomButtons({ view }: { readonly view: Canvas }) {
  const say = useSay();
  const culture = useLanguage();
  return (
    <div role="group" aria-label={say('zoom')} className="zoom">
      <button type="button" onClick={() => view.zoomBy(1 / STEP)} aria-label={say('zoom.smaller')}>
        −
      </button>
      <output aria-label={say('zoom')}>{percentIn(culture, view.zoom)}</output>
      <button type="button" onClick={() => view.zoomBy(STEP)} aria-label={say('zoom.larger')}>
        +
      </button>
      <button type="button" onClick={view.fit}>
        {say('zoom.fit')}
      </button>
      <button type="button" onClick={view.read}>
        {say('zoom.read')}
      </button>
    </div>
  );
}
