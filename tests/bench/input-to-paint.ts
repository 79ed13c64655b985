// How soon a page answers an input, as the browser's Event Timing measures it.
import type { Page } from 'playwright-core';

/** As slow as the phones that pages are measured for: a fourth of this machine's speed. */
export const SLOW = 4;
const SETTLED_MS = 500;
/** The browser tells of no event that is painted sooner. */
const LEAST_MS = 16;

/**
 * Milliseconds from an input event to the next frame; the longest, if an act has several. What arrives from the network
 * later is not included. 16 stands for everything that is sooner.
 */
export async function inputToPaint(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate((least) => {
    const timed = globalThis as unknown as { longest: number; observer?: PerformanceObserver };
    timed.longest = least;
    timed.observer?.disconnect();
    // An earlier event is reported only once it has been painted, which may be after this one has begun.
    const begin = performance.now();
    const later = (entry: PerformanceEntry): number => (entry.startTime >= begin ? entry.duration : 0);
    timed.observer = new PerformanceObserver(
      (list) => (timed.longest = Math.max(timed.longest, ...list.getEntries().map(later))),
    );
    timed.observer.observe({ type: 'event', durationThreshold: least } as PerformanceObserverInit);
  }, LEAST_MS);
  await act();
  await page.waitForTimeout(SETTLED_MS);
  return page.evaluate(() => (globalThis as unknown as { longest: number }).longest);
}

/** The middle one of the measured values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
