// States of the wallet's pages that a club reaches only after days, in each language; the checks are in
// support/look.ts. The responses are scripted, since a withdrawal would take ten days.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { pictureOfWholePage } from '#walk/browser/whole-page.ts';
import { FEW_LOOKS, lookAt, PICTURES } from './support/look.ts';
import { openScripted } from './support/scripted.ts';
import { IDS, MONEY } from './support/scripted-money.ts';

const PAGES: Readonly<Record<string, string>> = {
  'dashboard-balance': '/',
  wallet: '/Wallet',
  histories: '/History',
  history: '/History/DepositWithdrawal',
  'history-filtered': '/History/PP?asset=PP&from=2026-11-01',
  statements: '/History/Statements',
  'receipt-withdrawal': `/Receipt/${IDS.open}`,
  'receipt-late': `/Receipt/${IDS.late}`,
  'receipt-deposit': `/Receipt/${IDS.deposit}`,
  rates: '/Rate',
  addresses: '/Addresses',
};

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe.each(FEW_LOOKS)('$culture, $theme, $width px', (look) => {
  it('shows every page correctly', async () => {
    const scripted = await openScripted(browser, MONEY, look);
    const { context, page, goes } = scripted;
    const { see, problems } = lookAt(scripted, look);
    for (const [name, path] of Object.entries(PAGES)) {
      await goes(path);
      await page.locator('main h1').waitFor();
      await page
        .locator('main button[aria-expanded="false"]')
        .evaluateAll((all) => all.forEach((each) => (each as HTMLButtonElement).click()));
      await page
        .locator('main details')
        .evaluateAll((all) => all.forEach((each) => ((each as HTMLDetailsElement).open = true)));
      await see(name);
    }
    await page.locator('.top-item[aria-haspopup="dialog"]').filter({ visible: true }).first().click();
    await page.locator('dialog[open] section li').first().waitFor();
    await see('notices');
    await context.close();
    expect(problems).toEqual([]);
  }, 240_000);
});

describe('a receipt on paper', () => {
  it('is only its content, black on white, with nothing left collapsed', async () => {
    const { context, page, goes } = await openScripted(browser, MONEY, { theme: 'dark', width: 1280 });
    await goes(`/Receipt/${IDS.open}`);
    await page.locator('main details').first().waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.locator('nav:visible, aside:visible, main button:visible, dialog:visible').count()).toBe(0);
    const tables = await page.locator('main table').all();
    expect(tables.length).toBeGreaterThan(0);
    for (const table of tables) expect(await table.isVisible()).toBe(true);
    // The column of the unprinted menu belongs to the content.
    expect((await page.locator('main').boundingBox())?.width).toBeGreaterThan(1200);
    await pictureOfWholePage(page, join(PICTURES, 'receipt-print.png'));
    const colors = await page
      .locator('main h1')
      .evaluate((heading) => [
        getComputedStyle(heading).color,
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.documentElement).backgroundColor,
      ]);
    expect(colors).toEqual([
      'rgb(0, 0, 0)',
      expect.stringMatching(/rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\)/),
      'rgb(255, 255, 255)',
    ]);
    await context.close();
  });
});
