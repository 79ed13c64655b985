// What moves on a page without anybody having pressed something, as browsers measure it (Cumulative Layout Shift).
import type { Page } from 'playwright-core';

/** The share of the window that may move, times how far; Lighthouse calls 0.1 good. */
const MOST = 0.01;

export interface Shift {
  readonly value: number;
  /** What moved, and between which places: from the left, from the top, width, height. */
  readonly what: readonly string[];
}

/** Notes each shift of the pages that are opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Moved {
      readonly value: number;
      readonly sources: readonly { readonly node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      return `${element?.tagName.toLowerCase() ?? 'gone'} "${(element?.textContent ?? '').slice(0, 30)}"`;
    };
    const placeOf = (box: DOMRect): string => [box.x, box.y, box.width, box.height].map(Math.round).join(' ');
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as Moved[])
        shifts.push({
          value,
          what: sources.map(
            ({ node, previousRect: from, currentRect: to }) =>
              `${nameOf(node)} from ${placeOf(from)} to ${placeOf(to)}`,
          ),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved since the page was opened. */
export async function shiftsOf(page: Page): Promise<Shift[]> {
  return page.evaluate(() => (window as unknown as { readonly shifts: Shift[] }).shifts);
}

/** What has moved on a page, if it is too much. */
export function tooMuch(shifts: readonly Shift[]): readonly string[] {
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return sum <= MOST ? [] : shifts.map(({ value, what }) => `${value.toFixed(4)} ${what.join('; ')}`);
}
