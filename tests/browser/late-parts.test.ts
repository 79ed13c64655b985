// Parts of a page whose code comes after it: their place until then, and the way on if the code can't be fetched.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { boxOf } from './support/box-of.ts';
import { openScripted } from './support/scripted.ts';
import { IDS, MONEY } from './support/scripted-money.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it.each([
  ['search', 360],
  ['search', 1280],
  ['filter', 360],
  ['filter', 1280],
] as const)('the %s of Activity is as high without its code, %i px wide', async (part, width) => {
  const { context, page, goes } = await openScripted(browser, MONEY, { width });
  let comes = (): void => undefined;
  const code = new Promise<void>((resolve) => (comes = resolve));
  await context.route(`**/assets/${part}-form-*.js`, async (route) => {
    await code;
    await route.fallback();
  });
  await goes('/History');
  const place = `#history-${part}`;
  await page.locator(`[data-opens="history-${part}"]`).click();
  await page.locator(`${place} .skeleton`).first().waitFor();
  const { height } = await boxOf(page, place);
  comes();
  await page.locator(`${place} form`).waitFor();
  expect((await boxOf(page, place)).height).toBe(height);
  await context.close();
});

it('a part whose code can’t be fetched leaves the page as it is, and is fetched again at a press', async () => {
  const { context, page, goes } = await openScripted(browser, MONEY, { width: 360 });
  let isThere = false;
  await context.route('**/assets/search-form-*.js', (route) => (isThere ? route.fallback() : route.abort()));
  await goes('/History');
  await page.locator('main [role="listitem"]').first().waitFor();
  await page.locator('[data-opens="history-search"]').click();
  await page.locator('#history-search [role="status"]').waitFor();
  expect(await page.locator('main [role="listitem"]').count()).toBeGreaterThan(0);
  isThere = true;
  await page.locator('#history-search button').click();
  await page.locator('#history-search input:focus').waitFor();
  await context.close();
});

it('the address of a deposit is there without its QR code, which is fetched again at a press', async () => {
  const { context, page, goes } = await openScripted(browser, MONEY, { width: 360 });
  let isThere = false;
  await context.route('**/assets/qr-drawing-*.js', (route) => (isThere ? route.fallback() : route.abort()));
  await goes(`/Receipt/${IDS.deposit}`);
  await page.locator('main button', { hasText: 'Try again' }).waitFor();
  expect(await page.locator('main').innerText()).toContain('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
  isThere = true;
  await page.locator('main button', { hasText: 'Try again' }).click();
  await page.locator('main svg[role="img"]').waitFor();
  const { width, height } = await boxOf(page, 'main svg[role="img"]');
  expect([width, height]).toEqual([240, 240]);
  await context.close();
});
