import { useEffect, type RefObject } from 'react';
import type { ChartModel } from './model.ts';
import type { Point } from './view.ts';

/** A finger that moves less than this many pixels is a press. */
const PRESS_PX = 6;
/** The zoom per pixel of the wheel; browsers that count in lines report more pixels. */
const WHEEL_ZOOM = 0.0016;
const PIXELS_PER_LINE = 32;
/** Of one step of a wheel with Ctrl, which looks like two fingers: as much as a press of the button zooms. */
const MOST_PIXELS = 210;

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * One finger or the mouse drags the chart; two fingers zoom it, and the wheel does with Ctrl, or once the chart has the
 * focus. A press that dragged does not press what is under it.
 */
export function useGestures(model: ChartModel, canvas: RefObject<SVGSVGElement | null>): void {
  useEffect(() => {
    const svg = canvas.current;
    return svg === null ? undefined : listenTo(svg, model);
  }, [model, canvas]);
}

function listenTo(svg: SVGSVGElement, model: ChartModel): () => void {
  const fingers = new Map<number, Point>();
  let travelled = 0;
  const fromMiddle = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point => {
    const { left, top, width, height } = svg.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };

  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (fingers.size === 0) travelled = 0;
    fingers.set(event.pointerId, fromMiddle(event));
  };
  const onMove = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = fromMiddle(event);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    travelled += apart(before, now);
    if (travelled < PRESS_PX) return;
    // From here on the gesture belongs to the chart, even outside it.
    if (!svg.hasPointerCapture(event.pointerId)) svg.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, now);
    const [from, to] = other === undefined ? [before, now] : [middle(before, other), middle(now, other)];
    if (other !== undefined) model.zoom(apart(now, other) / Math.max(1, apart(before, other)), from);
    model.drag({ x: to.x - from.x, y: to.y - from.y });
  };
  const onUp = (event: PointerEvent): void => void fingers.delete(event.pointerId);
  const onClick = (event: MouseEvent): void => {
    if (travelled >= PRESS_PX) event.stopPropagation();
    else if (!model.hasCards) model.pressAt(fromMiddle(event));
  };
  const onWheel = (event: WheelEvent): void => {
    // Whoever scrolls the page comes past the chart.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * PIXELS_PER_LINE;
    // Two fingers on a touch pad arrive as a wheel with Ctrl, in smaller steps.
    const step = Math.max(-MOST_PIXELS, Math.min(MOST_PIXELS, pixels * (event.ctrlKey ? 6 : 1)));
    model.zoom(Math.exp(-step * WHEEL_ZOOM), fromMiddle(event));
  };

  const stop = new AbortController();
  const { signal } = stop;
  svg.addEventListener('pointerdown', onDown, { signal });
  svg.addEventListener('pointermove', onMove, { signal });
  svg.addEventListener('pointerup', onUp, { signal });
  svg.addEventListener('pointercancel', onUp, { signal });
  svg.addEventListener('click', onClick, { signal, capture: true });
  // The page must not scroll under the chart; React's own listener cannot prevent that.
  svg.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => stop.abort();
}
