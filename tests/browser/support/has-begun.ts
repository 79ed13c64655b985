import type { Page } from 'playwright-core';
import { BEGUN, PLAN_ID } from '#src/shell/plan.ts';

/**
 * Waits until the app runs, and has put its own frame in place of the one in the page: a page is loaded before that,
 * since it asks for its scripts once it is painted.
 */
export async function hasBegun(page: Page): Promise<void> {
  // What is shown without a network, or by another server, has no plan.
  if ((await page.locator(`#${PLAN_ID}`).count()) === 0) return;
  await page.locator(`html[${BEGUN}]`).waitFor({ state: 'attached' });
  await page.locator('#app header[data-column]').waitFor({ state: 'detached' });
}
