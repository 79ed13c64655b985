import type { Locator, Page } from 'playwright-core';

/** Whether all of an element is in the window. */
export function isSeen(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
  });
}

/** Whether two elements lie over each other, by their selectors; each must be there. */
export function overlap(page: Page, one: string, other: string): Promise<boolean> {
  return page.evaluate(
    (selectors) => {
      const [a, b] = selectors.map((selector) => document.querySelector(selector)?.getBoundingClientRect());
      if (a === undefined || b === undefined) throw new Error(`One of ${selectors.join(' and ')} is not there.`);
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    },
    [one, other],
  );
}
