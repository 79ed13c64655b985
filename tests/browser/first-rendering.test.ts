// A member's page is rendered in short tasks, and its frame stands before its script does: what a member does meanwhile
// counts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openScripted } from './support/scripted.ts';
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

it.each([
  ['phone', 'Move'],
  ['phone', 'Menu'],
  ['phone', 'Notifications'],
  ['desk', 'Menu'],
  ['desk', 'Notifications'],
] as const)('what is pressed on a %s before its script is there opens with it: %s', async (size, name) => {
  const { context, page, goes } = await openScripted(browser, MONEY, SIZES[size]);
  await page.setViewportSize(SIZES[size]);
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/assets/main-*.js', (route) => arrived.then(() => route.fallback()));
  const begun = goes('/Wallet');
  const control = page.getByRole('button', { name: new RegExp(`^${name}`) });
  await control.click();
  arrive();
  await begun;
  const opened = page.locator('dialog[open]');
  await opened.waitFor();
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });
  // The control of the frame that answers now.
  await expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true);
  await context.close();
});
