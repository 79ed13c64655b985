// The largest text of a page of members is in its first frame, before any script: what a browser measures as the
// largest paint doesn't wait for the rest. Home, receipts and what only its data name are left out, and so is what
// warns at length.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { settles } from './crawl/crawler.ts';
import { openScripted, type Script } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';

/** As Lighthouse's phone. */
const PHONE = { width: 412, height: 823 };
const PAGES = [
  '/Account',
  '/Addresses',
  '/AllowList',
  '/Contact',
  '/Deposit',
  '/Exchange',
  '/Faq',
  '/History',
  '/newsList',
  '/Organization',
  '/Package',
  '/Passkeys',
  '/Rate',
  '/SalesManagement',
  '/Signout',
  '/Staking',
  '/Top',
  '/Transfer',
  '/Wallet',
  '/Withdraw',
];

/** Nothing is out of date, which would be said at length. */
const SCRIPT: Script = {
  ...MONEY,
  'GET /wallet': (search) => ({ ...(MONEY['GET /wallet']?.(search) as object), ratesStale: false }),
};

interface Painted {
  readonly text: string;
  readonly isFirst: boolean;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it.each(PAGES)('%s', async (path) => {
  const { context, page, goes } = await openScripted(browser, SCRIPT, { width: PHONE.width });
  await page.setViewportSize(PHONE);
  await page.addInitScript(() => {
    const painted: object[] = [];
    Object.assign(globalThis, { painted });
    new PerformanceObserver((list) => {
      for (const { element } of list.getEntries() as (PerformanceEntry & { element: Element | null })[])
        painted.push({
          text: element?.textContent ?? '',
          isFirst: !document.documentElement.hasAttribute('data-begun'),
        });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/assets/main-*.js', (route) => arrived.then(() => route.fallback()));
  const begun = goes(path);
  const painted = () => page.evaluate(() => (globalThis as unknown as { painted: Painted[] }).painted);
  await expect.poll(painted).not.toEqual([]);
  arrive();
  await begun;
  await settles(page);
  expect((await painted()).filter(({ isFirst }) => !isFirst)).toEqual([]);
  await context.close();
});
