// What members see of Home and of a history on a phone before they scroll, with long figures.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { settles } from './crawl/crawler.ts';
import { boxOf } from './support/box-of.ts';
import { openScripted } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';

/** The smallest target for a finger (px). */
const TARGET = 44;
const PHONE = { width: 360, height: 740 };
/** Where the first record of a history begins at the latest (px). */
const FIRST_RECORD = 330;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function open(path: string, look: (page: Page) => Promise<void>): Promise<void> {
  const { context, page, goes } = await openScripted(browser, MONEY, { width: PHONE.width });
  await page.setViewportSize(PHONE);
  await goes(path);
  await look(page);
  await context.close();
}

describe('the first screen of a phone', () => {
  /** Where a phone's lower bar begins. */
  const endOf = async (page: Page) => (await boxOf(page, '[data-covers="bar"]')).y;

  it('has on Home what is owned, its days, the acts in one row, and the beginning of what comes next', () =>
    open('/', async (page) => {
      await page.locator('main .panel h2').first().waitFor();
      await settles(page);
      const inSight = await endOf(page);
      const acts = await page
        .locator('main .raised nav a')
        .evaluateAll((links) =>
          links.map((link) => link.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom]),
        );
      expect(acts).toHaveLength(4);
      expect(new Set(acts.map(([top]) => top)).size).toBe(1);
      for (const [, bottom] of acts) expect(bottom).toBeLessThan(inSight);
      expect((await boxOf(page, 'main .raised input[type="range"]')).height).toBeGreaterThanOrEqual(TARGET);
      const next = await boxOf(page, 'main .panel h2');
      expect(next.y + next.height).toBeLessThan(inSight);
    }));

  it.each(['/History', '/History/DepositWithdrawal', '/History/Profit'])(
    'has the first record of %s in its upper half',
    (path) =>
      open(path, async (page) => {
        await page.locator('main [role="listitem"]').first().waitFor();
        await settles(page);
        expect((await boxOf(page, 'main [role="listitem"]')).y).toBeLessThanOrEqual(FIRST_RECORD);
        // Whichever kind is chosen stands in the line of the presets, and the others are a press away.
        const [line, chosen] = [await boxOf(page, 'main nav ul'), await boxOf(page, 'main nav [aria-current]')];
        expect(chosen.x).toBeGreaterThanOrEqual(line.x);
        expect(chosen.x + chosen.width).toBeLessThanOrEqual(line.x + line.width);
        const more = await boxOf(page, 'main nav button');
        expect(more.x + more.width).toBeLessThanOrEqual(PHONE.width);
      }),
  );
});
