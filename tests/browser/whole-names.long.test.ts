// No word of Japanese or Chinese is broken in what names something, on phones: headings, terms, labels, buttons and
// names of stages. Browsers know no words in these scripts, and break between any two letters.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { ROUTES } from '#tests/client/source-routes.ts';
import { goesTo } from './crawl/crawler.ts';
import { openScripted } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';

/** Of each route that members have, and of pages that a query chooses; the club is open, so /Maintenance leads away. */
const PAGES = [
  ...ROUTES.filter(({ guard, leadsTo }) => guard !== 'visitor' && leadsTo === undefined).map(({ path }) => path),
  '/SalesManagement?month=2026-10',
  '/Wallet?asset=USDT',
].filter((path) => path !== '/Maintenance');
const WIDTHS = [320, 360];
const NAMES = 'main :is(h1, h2, h3, dt, label, legend, th, summary, .btn)';
const WHOLE_ROUND_MS = 600_000;

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Words in names that two lines share, with the text around them. */
async function brokenNames(page: Page, language: string): Promise<string[]> {
  return page.evaluate(
    ([names, culture]) => {
      const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
      const segmenter = new Intl.Segmenter(culture, { granularity: 'word' });
      const range = document.createRange();
      const broken = new Set<string>();
      for (const name of document.querySelectorAll(names)) {
        if (!name.checkVisibility()) continue;
        const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const text = node.textContent ?? '';
          for (const { segment, index } of segmenter.segment(text)) {
            if (segment.length < 2 || !spaceless.test(segment)) continue;
            const tops = [...segment].map((_, place) => {
              range.setStart(node, index + place);
              range.setEnd(node, index + place + 1);
              return range.getBoundingClientRect().top;
            });
            if (Math.max(...tops) - Math.min(...tops) > 4) broken.add(`${segment} in ${text}`);
          }
        }
      }
      return [...broken];
    },
    [NAMES, language] as const,
  );
}

it.each(['ja-JP', 'zh-CN'] as const)(
  'in %s',
  async (culture) => {
    const { page, goes } = await openScripted(browser, MONEY, { culture });
    await goes('/Faq');
    const found: string[] = [];
    for (const path of PAGES) {
      await goesTo(page, path);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 740 });
        found.push(...(await brokenNames(page, culture)).map((each) => `${path} at ${width} px: ${each}`));
      }
    }
    expect(found).toEqual([]);
    // What is planted is found.
    await goesTo(page, '/Organization');
    await page.addStyleTag({ content: 'main h1 { width: 1em }' });
    expect(await brokenNames(page, culture)).not.toEqual([]);
  },
  WHOLE_ROUND_MS,
);
