// A member's page is rendered in short tasks, so the browser can do other things in between.
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
