// Whether the focused control is visible (WCAG 2.4.11): no bar or sheet of the app may cover it. And whether it shows
// that it has the focus.
import type { Page } from 'playwright-core';
import { faintRing, unseenFocus } from './seen-focus.ts';

export const SMALL_PHONE = { width: 360, height: 640 };
/** More controls than any page has. */
const MOST_CONTROLS = 300;

/** What covers the focused control, in words; empty if it is visible, null if nothing has the focus. */
function coveredFocus(page: Page): Promise<string[] | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return null;
    // If the app itself has put the focus there, reading starts there, and the element may be longer than the window.
    if (focused.tabIndex < 0) return [];
    const labels = [...((focused as HTMLInputElement).labels ?? [])];
    const isOwn = (hit: Element | null): boolean =>
      hit !== null && (focused.contains(hit) || hit.contains(focused) || labels.some((label) => label.contains(hit)));
    // What is longer than the room between the bars, such as a list that scrolls sideways, is seen in part.
    const isLong = focused.getBoundingClientRect().height > innerHeight / 2;
    // A link that is broken over several lines has a box on each.
    for (const { left, width, top, bottom } of focused.getClientRects()) {
      const hits = [top + 1, (top + bottom) / 2, bottom - 1].map((height) =>
        document.elementFromPoint(left + width / 2, height),
      );
      const over = hits.filter((hit) => !isOwn(hit));
      if (over.length === 0 || (isLong && over.length < hits.length)) continue;
      const [hit = null] = over;
      const name = focused.getAttribute('aria-label') ?? (focused.innerText.trim() || focused.getAttribute('name'));
      return [
        `${focused.tagName.toLowerCase()} "${name ?? ''}" lies under ${hit === null ? "the window's edge" : `${hit.tagName.toLowerCase()} "${hit.textContent.slice(0, 20)}"`}`,
      ];
    }
    return [];
  });
}

/**
 * Tabs through the page from its beginning, or from its end with Shift+Tab, and reports each control that was covered
 * while it had the focus, and each that didn't show its focus, or hardly.
 */
export async function tabOver(
  page: Page,
  { back = false }: { readonly back?: boolean } = {},
): Promise<{ readonly passed: number; readonly covered: string[]; readonly unseen: string[] }> {
  // Blurring alone would leave the position from which Tab continues.
  const place = await page.evaluateHandle(async (fromEnd) => {
    const beyond = document.createElement('span');
    beyond.tabIndex = -1;
    beyond.style.cssText = 'position: fixed; width: 0; height: 0; outline: none';
    document.body[fromEnd ? 'append' : 'prepend'](beyond);
    beyond.focus();
    scrollTo(0, 0);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return beyond;
  }, back);
  const covered: string[] = [];
  const unseen: string[] = [];
  for (let passed = 0; passed < MOST_CONTROLS; passed += 1) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    const found = await coveredFocus(page);
    const left = await unseenFocus(page);
    if (left !== null) unseen.push(left);
    const faint = await faintRing(page);
    if (faint !== null) unseen.push(faint);
    // After the last control comes the browser's own frame.
    if (found === null) {
      await place.evaluate((beyond) => beyond.remove());
      return { passed, covered, unseen };
    }
    covered.push(...found);
  }
  throw new Error(`There is no end to the controls of ${page.url()}.`);
}
