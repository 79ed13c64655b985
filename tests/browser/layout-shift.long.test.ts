// Nothing jumps while a page loads cold: the code, the texts and each answer come late and one after the other, so that
// every state in between is painted. What has moved is measured as browsers do (Cumulative Layout Shift).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { ROUTES } from '#tests/client/source-routes.ts';
import type { Culture } from '#walk/paths/report.ts';
import { settles } from './crawl/crawler.ts';
import { openScripted } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';
import { shiftsOf, tooMuch, watchShifts, type Shift } from './support/shifts.ts';

const CODE_MS = 100;
/** Answers come one after the other, each so much later than the one before. */
const ANSWER_MS = 150;
const ANSWERS = 5;
const PAGE_MS = 60_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Everything comes late: code a little, each answer later than the one before. */
async function slowDown(page: Page): Promise<void> {
  let answers = 0;
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/api/')) await pause(ANSWER_MS * (1 + (answers++ % ANSWERS)));
    else if (pathname.endsWith('.js')) await pause(CODE_MS);
    await route.fallback();
  });
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function shiftsOn(
  path: string,
  look: { readonly width: number; readonly isSignedIn: boolean; readonly culture?: Culture },
): Promise<Shift[]> {
  const { page, context, goes } = await openScripted(browser, MONEY, look);
  await watchShifts(page);
  await slowDown(page);
  await goes(path);
  await settles(page);
  // What is asked for last, once everything else is there.
  await page.waitForTimeout(ANSWER_MS * (ANSWERS + 1));
  await settles(page);
  const shifts = await shiftsOf(page);
  await context.close();
  return shifts;
}

const PAGES = ROUTES.filter(({ leadsTo }) => leadsTo === undefined);

describe.concurrent.each([360, 1280])('at %i px nothing jumps', (width) => {
  it.each(PAGES)(
    'on $path ($guard)',
    async ({ path, guard }) => {
      expect(tooMuch(await shiftsOn(path, { width, isSignedIn: guard !== 'visitor' }))).toEqual([]);
    },
    PAGE_MS,
  );
});

// A text takes other lines in each language, and the most of them on a phone.
describe.concurrent.each(['ja-JP', 'zh-CN'] as const)('in %s on a phone nothing jumps', (culture) => {
  it.each(PAGES.filter(({ guard }) => guard !== 'visitor'))(
    'on $path',
    async ({ path }) => {
      expect(tooMuch(await shiftsOn(path, { width: 360, isSignedIn: true, culture }))).toEqual([]);
    },
    PAGE_MS,
  );
});

describe.concurrent.each([360, 1280])('at %i px nothing jumps when the network goes', (width) => {
  it.each([
    ['/', true],
    ['/Withdraw', true],
    ['/Faq', true],
    ['/Signin', false],
  ])(
    'on %s',
    async (path, isSignedIn) => {
      const { page, context, goes } = await openScripted(browser, MONEY, { width, isSignedIn });
      await watchShifts(page);
      await goes(path);
      await settles(page);
      const before = (await shiftsOf(page)).length;
      await context.setOffline(true);
      await page.locator('[data-covers="banner"]').waitFor();
      await page.waitForTimeout(CODE_MS);
      const shifts = (await shiftsOf(page)).slice(before);
      await context.close();
      expect(tooMuch(shifts)).toEqual([]);
    },
    PAGE_MS,
  );
});

it(
  'notices what is planted',
  async () => {
    const { page, context, goes } = await openScripted(browser, MONEY, { width: 360 });
    await watchShifts(page);
    await goes('/Faq');
    await settles(page);
    await page.evaluate(() => document.querySelector('main h1')?.insertAdjacentHTML('beforebegin', '<p>Planted</p>'));
    await page.waitForTimeout(CODE_MS);
    const shifts = await shiftsOf(page);
    await context.close();
    expect(tooMuch(shifts)).not.toEqual([]);
  },
  PAGE_MS,
);
