import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { Drawing } from '#atlas/diagram/drawing.ts';

const SMALLEST = 0.2;
const LARGEST = 3;
const STEP = 1.25;
/** Below this size the letters of a diagram can't be read at a glance. */
const LEGIBLE = 0.8;
const ARROW_PX = 80;
/** What a drawing leaves free around it. */
const MARGIN_PX = 32;

export interface Canvas {
  readonly zoom: number;
  readonly zoomBy: (factor: number) => void;
  readonly fit: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

/**
 * Zooming and moving about in what scrolls. A drawing is opened so that all of it is seen, and stays so while the window changes,
 * until the reader zooms.
 * @param near whether something in it is looked at, which wants letters that can be read.
 */
export function useCanvas(canvas: RefObject<HTMLElement | null>, { width, height }: Drawing, near = false): Canvas {
  const [zoom, setZoom] = useState(1);
  const isFitted = useRef(true);
  const zoomBy = (factor: number): void => {
    isFitted.current = false;
    setZoom((now) => Math.min(LARGEST, Math.max(Math.min(SMALLEST, now), now * factor)));
  };
  const fit = (): void => {
    isFitted.current = true;
    if (canvas.current !== null) setZoom(fitted(canvas.current, width, height));
  };
  useLayoutEffect(() => {
    const surface = canvas.current;
    if (surface === null) return;
    const refit = (): void => {
      const whole = fitted(surface, width, height);
      if (isFitted.current) setZoom(near ? Math.max(LEGIBLE, whole) : whole);
    };
    refit();
    const observer = new ResizeObserver(refit);
    observer.observe(surface);
    return () => observer.disconnect();
  }, [canvas, width, height, near]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const move = moves[event.key];
    if (event.key === '+' || event.key === '=') zoomBy(STEP);
    else if (event.key === '-') zoomBy(1 / STEP);
    else if (event.key === '0') fit();
    else if (move !== undefined) canvas.current?.scrollBy(move[0] * ARROW_PX, move[1] * ARROW_PX);
    else return;
    event.preventDefault();
  };
  return { zoom, zoomBy, fit, onKeyDown, onPointerDown: (event) => drag(canvas.current, event) };
}

/** The zoom at which all of a drawing is seen, at most its natural size. */
function fitted({ clientWidth, clientHeight }: HTMLElement, width: number, height: number): number {
  return Math.min(1, (clientWidth - MARGIN_PX) / (width + MARGIN_PX), (clientHeight - MARGIN_PX) / (height + MARGIN_PX));
}

/** The surface is taken along while a mouse is held down on it; fingers scroll by themselves. */
function drag(surface: HTMLElement | null, { pointerType, button, target, clientX, clientY }: PointerEvent<HTMLElement>): void {
  if (surface === null || pointerType !== 'mouse' || button !== 0 || (target as Element).closest('a') !== null) return;
  const { scrollLeft, scrollTop } = surface;
  const move = (event: globalThis.PointerEvent): void => surface.scrollTo(scrollLeft - (event.clientX - clientX), scrollTop - (event.clientY - clientY));
  const end = (): void => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
}

/** Larger, smaller, all of it. */
export function ZoomButtons({ view }: { readonly view: Canvas }) {
  return (
    <div role="group" aria-label="Zoom" className="zoom">
      <button type="button" onClick={() => view.zoomBy(1 / STEP)} aria-label="Smaller">
        −
      </button>
      <output aria-label="Zoom">{Math.round(view.zoom * 100)} %</output>
      <button type="button" onClick={() => view.zoomBy(STEP)} aria-label="Larger">
        +
      </button>
      <button type="button" onClick={view.fit}>
        Fit
      </button>
    </div>
  );
}
