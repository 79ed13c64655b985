// A picture of a whole page, as long as it is: what is fixed to the window, such as a phone's bar, would lie over its middle.
import type { Page } from 'playwright-core';

/** Takes a picture of the whole page. Dialogs lie above all of it and stay where they are. */
export async function pictureOfWholePage(page: Page, path?: string): Promise<Buffer> {
  await page.evaluate(unfix);
  try {
    return await page.screenshot({ ...(path === undefined ? {} : { path }), fullPage: true });
  } finally {
    await page.evaluate(fixAgain).catch(() => undefined);
  }
}

/**
 * What is fixed stands where it is written in the page, and the page keeps no room for it. Element by element: the page's own
 * policy takes no further style sheet.
 */
function unfix(): void {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (getComputedStyle(element).position !== 'fixed' || element.closest('dialog, [role="dialog"]') !== null) continue;
    element.dataset['unfixed'] = element.style.position;
    element.style.setProperty('position', 'static', 'important');
  }
  document.documentElement.style.setProperty('--perch-covered-bottom', '0px', 'important');
}

function fixAgain(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-unfixed]')) {
    element.style.position = element.dataset['unfixed'] ?? '';
    if (element.getAttribute('style') === '') element.removeAttribute('style');
    delete element.dataset['unfixed'];
  }
  document.documentElement.style.removeProperty('--perch-covered-bottom');
}
