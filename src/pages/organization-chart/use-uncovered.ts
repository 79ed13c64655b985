import { useEffect, type RefObject } from 'react';
import type { ChartModel } from './model.ts';
import { keyOf } from './order.ts';

/** Less of the chart than this is no place for a card, even the smallest that can be read. */
const LEAST_FREE_PX = 120;

/**
 * The details of an item lie over the lower part of a phone, or take some of a desk's width: the item that they are
 * about stays in sight.
 */
export function useUncovered(model: ChartModel, frame: RefObject<HTMLDivElement | null>): void {
  const { chosen } = model;
  const key = chosen === null ? null : keyOf(chosen);
  useEffect(() => {
    const element = frame.current;
    if (key === null || element === null) return undefined;
    uncover(model, element);
    // Beside the details the chart is narrower, which is measured in the next frame.
    let next = requestAnimationFrame(() => (next = requestAnimationFrame(() => uncover(model, element))));
    return () => cancelAnimationFrame(next);
  }, [model, frame, key]);
}

function uncover(model: ChartModel, frame: HTMLDivElement): void {
  const details = document.querySelector('[data-covers="sheet"]');
  if (details === null || getComputedStyle(details).position !== 'fixed') return model.uncover({ top: 0, bottom: 0 });
  const end = details.getBoundingClientRect().top;
  // What is scrolled to keeps clear of the bar at the top by as much.
  const begin = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const before = frame.getBoundingClientRect();
  if (Math.min(before.bottom, end) - Math.max(before.top, begin) < LEAST_FREE_PX)
    window.scrollBy({ top: before.top - begin, behavior: 'instant' });
  const { top, bottom } = frame.getBoundingClientRect();
  return model.uncover({ top: Math.max(0, begin - top), bottom: Math.max(0, bottom - end) });
}
