import type { Page } from 'playwright-core';

/** Where the first element of a selector is. @throws Error if it is not shown */
export async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return box;
}
