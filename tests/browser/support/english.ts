// English left on a page in another language.
import type { Page } from 'playwright-core';
import { englishLeft } from '#tests/locales/english-left.ts';
import type { Culture } from '#walk/paths/report.ts';

/** What is wrong with the language of a page, in words. `own` are words that members chose themselves. */
export async function englishOn(page: Page, culture: Culture, own: readonly string[]): Promise<string[]> {
  return culture === 'en-US' ? [] : englishLeft(await wordsOf(page), own).map((word) => `English "${word}"`);
}

/** The words of a page, without those that belong to no language: names, codes, addresses. */
function wordsOf(page: Page): Promise<string> {
  return page.locator('body').evaluate((body: HTMLElement) => {
    const own = [...body.querySelectorAll<HTMLElement | SVGElement>('[translate="no"]')];
    const shown = own.map(({ style }) => style.display);
    for (const { style } of own) style.display = 'none';
    const words = body.innerText;
    own.forEach(({ style }, place) => (style.display = shown[place] ?? ''));
    return words;
  });
}
