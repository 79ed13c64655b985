// Nothing jumps while a page loads cold: the code, the texts and each answer come late and one after the other, so that
// every state in between is painted. What has moved is measured as browsers do (Cumulative Layout Shift).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { ROUTES } from '#tests/client/source-routes.ts';
import { settles } from './crawl/crawler.ts';
import { openScripted } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';

/** The share of the window that may move, times how far; Lighthouse calls 0.1 good. */
const MOST = 0.01;
const CODE_MS = 100;
/** Answers come one after the other, each so much later than the one before. */
const ANSWER_MS = 150;
const ANSWERS = 5;
const PAGE_MS = 60_000;

interface Shift {
  readonly value: number;
  /** What moved, and between which places: from the left, from the top, width, height. */
  readonly what: readonly string[];
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Notes each shift of the pages that are opened from now on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Moved {
      readonly value: number;
      readonly sources: readonly { readonly node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      return `${element?.tagName.toLowerCase() ?? 'gone'} "${(element?.textContent ?? '').slice(0, 30)}"`;
    };
    const placeOf = (box: DOMRect): string => [box.x, box.y, box.width, box.height].map(Math.round).join(' ');
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as Moved[])
        shifts.push({
          value,
          what: sources.map(
            ({ node, previousRect: from, currentRect: to }) =>
              `${nameOf(node)} from ${placeOf(from)} to ${placeOf(to)}`,
          ),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

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
  look: { readonly width: number; readonly isSignedIn: boolean },
): Promise<Shift[]> {
  const { page, context, goes } = await openScripted(browser, MONEY, look);
  await watchShifts(page);
  await slowDown(page);
  await goes(path);
  await settles(page);
  // What is asked for last, once everything else is there.
  await page.waitForTimeout(ANSWER_MS * (ANSWERS + 1));
  await settles(page);
  const shifts = await page.evaluate(() => (window as unknown as { readonly shifts: Shift[] }).shifts);
  await context.close();
  return shifts;
}

/** What has moved on a page, if it is too much. */
function tooMuch(shifts: readonly Shift[]): readonly string[] {
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return sum <= MOST ? [] : shifts.map(({ value, what }) => `${value.toFixed(4)} ${what.join('; ')}`);
}

describe.concurrent.each([360, 1280])('at %i px nothing jumps', (width) => {
  const pages = ROUTES.filter(({ leadsTo }) => leadsTo === undefined);
  it.each(pages)(
    'on $path ($guard)',
    async ({ path, guard }) => {
      expect(tooMuch(await shiftsOn(path, { width, isSignedIn: guard !== 'visitor' }))).toEqual([]);
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
    const shifts = await page.evaluate(() => (window as unknown as { readonly shifts: Shift[] }).shifts);
    await context.close();
    expect(tooMuch(shifts)).not.toEqual([]);
  },
  PAGE_MS,
);
