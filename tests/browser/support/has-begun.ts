import type { Page } from 'playwright-core';
import { BEGUN, PLAN_ID } from '#src/shell/plan.ts';

/** Waits until the app runs: a page is loaded before that, since it asks for its scripts once it is painted. */
export async function hasBegun(page: Page): Promise<void> {
  // What is shown without a network, or by another server, has no plan.
  if ((await page.locator(`#${PLAN_ID}`).count()) > 0)
    await page.locator(`html[${BEGUN}]`).waitFor({ state: 'attached' });
}
