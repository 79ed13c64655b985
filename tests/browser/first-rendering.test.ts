// A member's page is rendered in short tasks, and its frame is there before its script: what a member does in the
// meantime is not lost.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { settles } from './crawl/crawler.ts';
import { openScripted, type ScriptedPage } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('a step back while the page is rendered for the first time leads to the page before', async () => {
  const { context, page, goes } = await openScripted(browser, MONEY);
  await page.addInitScript(() => {
    // As if the member had gone there from Home a moment before.
    history.pushState(null, '', '/Wallet');
    const SLICE_MS = 30;
    const { addEventListener } = EventTarget.prototype;
    const { createElement } = document;
    let left = 20;
    let isBegun = false;
    // The library listens at the place of the app as it begins, and makes elements once the router has looked at the
    // URL. So long a rendering takes several tasks, and the step comes between two of them.
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: unknown[]) {
      isBegun ||= this instanceof Element && this.id === 'app';
      Reflect.apply(addEventListener, this, given);
    };
    document.createElement = (...given: unknown[]) => {
      if (isBegun && left > 0) {
        if (left === 20) history.back();
        left -= 1;
        const end = performance.now() + SLICE_MS;
        while (performance.now() < end);
      }
      return Reflect.apply(createElement, document, given) as HTMLElement;
    };
  });
  await goes('/');
  await expect.poll(() => page.locator('main h1').innerText()).toContain('Hello');
  expect(new URL(page.url()).pathname).toBe('/');
  await context.close();
});

const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } };

/** Opens Wallet, and has its script arrive only once `meanwhile` is done. */
async function openedBefore(
  size: { readonly width: number; readonly height: number },
  meanwhile: (page: Page) => Promise<unknown>,
): Promise<ScriptedPage> {
  const scripted = await openScripted(browser, MONEY, size);
  const { page, goes } = scripted;
  await page.setViewportSize(size);
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/assets/main-*.js', (route) => arrived.then(() => route.fallback()));
  const begun = goes('/Wallet');
  await meanwhile(page);
  arrive();
  await begun;
  return scripted;
}

it('the frame and the heading stand before any script or style has arrived', async () => {
  const { context, page, goes } = await openScripted(browser, MONEY, SIZES.phone);
  await page.setViewportSize(SIZES.phone);
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/assets/*', (route) => arrived.then(() => route.fallback()));
  const begun = goes('/Wallet');
  const heading = page.getByRole('heading', { level: 1, name: 'My wallet' });
  await heading.waitFor();
  await page.getByText('The total leaves out staked funds').waitFor();
  const bar = await page.locator('#app [data-covers="bar"]').boundingBox();
  expect(bar).toMatchObject({ x: 0, width: SIZES.phone.width });
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(SIZES.phone.height);
  const before = await heading.boundingBox();
  arrive();
  await begun;
  await settles(page);
  // Nothing has moved; only the room after its words is what the tools leave, whose names are wider in each language.
  expect(await heading.boundingBox()).toEqual({ ...before, width: expect.any(Number) as number });
  await context.close();
});

const controlOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

it.each([
  ['phone', 'Move'],
  ['phone', 'Menu'],
  ['phone', 'Notifications'],
  ['desk', 'Menu'],
  ['desk', 'Notifications'],
] as const)('what is pressed on a %s before its script is there opens with it: %s', async (size, name) => {
  const { context, page } = await openedBefore(SIZES[size], async (before) => {
    await controlOf(before, name).click();
    // Whichever was pressed has a name by which it is found again.
    expect(await before.locator('#app button:not([name])').count()).toBe(0);
  });
  const opened = page.locator('dialog[open]');
  await opened.waitFor();
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  // The focus is back on the live frame's control.
  await expect.poll(() => controlOf(page, name).evaluate((element) => element === document.activeElement)).toBe(true);
  await context.close();
});

it('of two presses before the script is there, the last counts', async () => {
  const { context, page } = await openedBefore(SIZES.phone, async (before) => {
    await controlOf(before, 'Menu').click();
    await controlOf(before, 'Move').click();
  });
  await page.getByRole('dialog', { name: 'Move money' }).waitFor();
  expect(await page.locator('dialog[open]').count()).toBe(1);
  await context.close();
});

it('a step back before the script is there withdraws what was pressed', async () => {
  const { context, page } = await openedBefore(SIZES.phone, async (before) => {
    await controlOf(before, 'Move').click();
    // As the browser tells of it.
    await before.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 0 } })));
  });
  await page.getByRole('heading', { level: 1, name: 'My wallet' }).waitFor();
  await settles(page);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  await context.close();
});
