// What the atlas shows of a diagram at the moment.
import type { Page } from 'playwright-core';
import { isSeen } from './in-sight.ts';

/** How many pixels of the diagram lie beyond what its canvas shows; none or less where all of it is shown. */
export function hiddenOf(page: Page): Promise<number> {
  return page
    .locator('.canvas')
    .evaluate((canvas) => Math.max(canvas.scrollWidth - canvas.clientWidth, canvas.scrollHeight - canvas.clientHeight));
}

/** Whether all of the diagram is in the window. */
export async function isWhole(page: Page): Promise<boolean> {
  return (await hiddenOf(page)) <= 0 && isSeen(page.locator('svg.diagram').first());
}

/** Its size as the zoom says it, in percent. */
export async function zoomOf(page: Page): Promise<number> {
  return Number((await page.locator('output[aria-label="Zoom"]').innerText()).replace('%', ''));
}
