// An amount that can't go, on a phone: its bound is in sight while it is typed, clear of the button, and nothing moves
// for it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { isSeen, overlap } from './support/in-sight.ts';
import { scrollsSideways, smallTargets } from './support/look.ts';
import { ACTS, scriptOf } from './support/money-acts.ts';
import { openScripted } from './support/scripted.ts';

const PHONE = { width: 360, height: 740 };
const MAIN = 'main [data-covers="submit"] > :first-child';
const MARKED = 'main .text-error';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const nothing = (): Promise<void> => Promise.resolve();

/** The entries of amounts: how each is reached from its act's first screen, and what can't go, with a pause if any. */
const ENTRIES = {
  withdrawal: { path: '/Withdraw', culture: 'en-US', name: 'amount', reach: nothing, told: ['5', '999999'] },
  transfer: {
    path: '/Transfer',
    culture: 'ja-JP',
    name: 'amount',
    reach: (page: Page) => ACTS['transfer']?.screens['transfer-recipient']?.(page) ?? nothing(),
    told: ['0.1234567', '999999'],
  },
  exchange: { path: '/Exchange', culture: 'zh-CN', name: 'amount', reach: nothing, told: ['0.000001', '999999'] },
  deposit: { path: '/Deposit', culture: 'ja-JP', name: 'amount', reach: nothing, told: ['5', '100.1234567'] },
  purchase: {
    path: '/Plan?stage=8',
    culture: 'en-US',
    name: 'amountUsd',
    reach: nothing,
    told: ['5', '999999', '200.123'],
  },
} as const;

/** Where everything on the page is, wherever it is scrolled to, but for what stays in the window. */
const placesOn = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is(label, input, select, dt, dd, legend, p, h2)')]
      .filter((each) => each.closest('[data-covers]') === null && each.checkVisibility())
      .map((each) => {
        const { top, height } = each.getBoundingClientRect();
        return [each.tagName, Math.round(top + scrollY), Math.round(height)].join(' ');
      }),
  );

describe.each(Object.entries(ENTRIES))('%s', (act, { path, culture, name, reach, told }) => {
  it('shows the bound, clear of the button, and moves nothing', async () => {
    const known = ACTS[act] ?? { path, screens: {}, receipt: {} };
    const { context, page, goes } = await openScripted(browser, scriptOf(known), { width: PHONE.width, culture });
    await page.setViewportSize(PHONE);
    await goes(path);
    await reach(page);
    const entry = page.locator(`main [name="${name}"]`);
    await entry.waitFor();
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await entry.focus();
    expect(await smallTargets(page)).toEqual([]);
    const before = await placesOn(page);
    for (const value of told) {
      await entry.fill(value);
      await page.locator(MARKED).first().waitFor();
      await expect.poll(() => isSeen(page.locator(MARKED).first())).toBe(true);
      expect(await overlap(page, MAIN, MARKED)).toBe(false);
      expect(await placesOn(page)).toEqual(before);
      expect(await scrollsSideways(page)).toEqual([]);
      await entry.fill('');
      await page.locator(MARKED).first().waitFor({ state: 'detached' });
    }
    await entry.fill('400');
    expect(await placesOn(page)).toEqual(before);
    await context.close();
  });
});
