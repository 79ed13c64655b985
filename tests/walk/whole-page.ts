// A picture of a whole page, as long as it is: what is fixed to the window, such as a phone's bar, would lie over its middle.
import type { Page } from 'playwright-core';

/** Set on what is fixed to the window while a picture is taken. */
const MARK = 'data-fixed-to-window';

/** What is fixed stands where it is written in the page, and the page keeps no room for it. */
const STYLE = `[${MARK}] { position: static !important; } :root { --perch-covered-bottom: 0px !important; }`;

/** Takes a picture of the whole page. Dialogs lie above all of it and stay where they are. */
export async function pictureOfWholePage(page: Page, path?: string): Promise<Buffer> {
  await page.evaluate((mark) => {
    for (const element of document.querySelectorAll('body *')) {
      if (getComputedStyle(element).position === 'fixed' && element.closest('dialog, [role="dialog"]') === null) element.setAttribute(mark, '');
    }
  }, MARK);
  try {
    return await page.screenshot({ ...(path === undefined ? {} : { path }), fullPage: true, style: STYLE });
  } finally {
    await page.evaluate((mark) => document.querySelectorAll(`[${mark}]`).forEach((element) => element.removeAttribute(mark)), MARK).catch(() => undefined);
  }
}
