// The sizes at which every page is looked at, and what has no room there.
import type { Page } from 'playwright-core';
import { SMALL_PHONE } from './covered.ts';
import { crampedLabels, hiddenParts, scrollsSideways, wordsOutside } from './look.ts';

/** A page with more controls than the window holds. */
export const LONG = '/SalesManagement';

/** A phone that most members have, and a desk. */
export const WIDTHS = [360, 1280] as const;
export const PHONE = { ...SMALL_PHONE, width: WIDTHS[0] };
/** The narrowest window: the smallest phone, or a desk at 400 % (WCAG 1.4.10). */
export const NARROWEST = { ...SMALL_PHONE, width: 320 };
/** The same desk at 400 %, whose window is low too. */
export const LOWEST = { width: 320, height: 256 };

/** What has no room in the window. */
export async function misfits(page: Page): Promise<string[]> {
  return [
    ...(await scrollsSideways(page)),
    ...(await wordsOutside(page)),
    ...(await hiddenParts(page)),
    ...(await crampedLabels(page)),
  ];
}

/** What is found in the narrowest window; then the window is as it was. */
export async function atNarrowest(page: Page, find: (page: Page) => Promise<string[]>): Promise<string[]> {
  await page.setViewportSize(NARROWEST);
  const found = await find(page);
  await page.setViewportSize(SMALL_PHONE);
  return found;
}
