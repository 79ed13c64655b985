import type { Locator, Page } from 'playwright-core';

/** Whether all of an element is in the window. */
export function isSeen(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
  });
}

/** Whether two elements overlap, by their selectors; both must exist. */
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

/** Whether all of an element is inside another, by their selectors; both must exist. */
export function isInside(page: Page, inner: string, outer: string): Promise<boolean> {
  return page.evaluate(
    (selectors) => {
      const [it, around] = selectors.map((selector) => document.querySelector(selector)?.getBoundingClientRect());
      return (
        it !== undefined &&
        around !== undefined &&
        it.left >= around.left &&
        it.right <= around.right &&
        it.top >= around.top &&
        it.bottom <= around.bottom
      );
    },
    [inner, outer],
  );
}
