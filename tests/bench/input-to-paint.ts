// How soon a page answers an input, as the browser's Event Timing measures it.
import type { Page } from 'playwright-core';

/** As slow as the phones that pages are measured for: a fourth of this machine's speed. */
export const SLOW = 4;
const SETTLED_MS = 500;
/** The browser tells of no event that is painted sooner. */
const LEAST_MS = 16;

/** What happened on a page since an act began. */
interface Timed {
  /** The longest time of an event that the browser told of; null if it told of none. */
  longest: number | null;
  /** Whether there was an input of a person: an event that a script makes is not timed. */
  hadInput: boolean;
  stop?: () => void;
}

/**
 * Milliseconds from an input event to the next frame; the longest, if an act has several. What arrives from the network
 * later is not included. 16 stands for everything that is sooner.
 *
 * @throws Error if the act has caused no input, so that nothing was measured
 */
export async function inputToPaint(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate((least) => {
    const timed = globalThis as unknown as Timed;
    timed.stop?.();
    Object.assign(timed, { longest: null, hadInput: false });
    // An earlier event is reported only once it has been painted, which may be after this one has begun.
    const begin = performance.now();
    const observer = new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (startTime >= begin) timed.longest = Math.max(timed.longest ?? 0, duration);
    });
    observer.observe({ type: 'event', durationThreshold: least } as PerformanceObserverInit);
    const note = ({ isTrusted }: Event): void => void (timed.hadInput ||= isTrusted);
    const inputs = ['pointerdown', 'keydown'];
    for (const name of inputs) window.addEventListener(name, note, true);
    timed.stop = () => {
      observer.disconnect();
      for (const name of inputs) window.removeEventListener(name, note, true);
    };
  }, LEAST_MS);
  await act();
  await page.waitForTimeout(SETTLED_MS);
  const { longest, hadInput } = await page.evaluate(() => {
    const timed = globalThis as unknown as Timed;
    return { longest: timed.longest, hadInput: timed.hadInput };
  });
  if (!hadInput) throw new Error('The act was no input of a person, so that nothing was measured.');
  return longest ?? LEAST_MS;
}

/** The middle one of the measured values. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
