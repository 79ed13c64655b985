// A page whose scripts or styles don’t arrive: what stands in it was drawn before them, so nobody else can say so.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { shownText } from '#walk/paths/texts.ts';
import { openScripted } from './support/scripted.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const RETRY = shownText('common:action.retry', 'ja-JP');

it.each([
  { at: '/Signin', isSignedIn: false },
  // What stands behind the # of a mailed link is kept.
  { at: '/Freeze#token=frz_one', isSignedIn: false },
  { at: '/Rate', isSignedIn: true },
])('$at says so, tries once by itself, and again when it is asked to', async ({ at, isSignedIn }) => {
  const { context, page } = await openScripted(browser, {}, { culture: 'ja-JP', isSignedIn });
  await page.addInitScript(() => sessionStorage.setItem('begun', location.hash));
  let isAway = true;
  let opened = 0;
  page.on('request', (request) => (opened += Number(request.isNavigationRequest())));
  await page.route(/\/assets\/framework-/, (route) => (isAway ? route.abort() : route.fallback()));
  await page.goto(`http://perch.test${at}`);
  const note = page.getByRole('alert').filter({ hasText: shownText('common:crash.unloaded', 'ja-JP') });
  await note.waitFor();
  expect(await note.getByRole('button', { name: RETRY }).boundingBox()).toMatchObject({
    x: expect.any(Number) as number,
  });
  await page.waitForRequest((request) => request.isNavigationRequest());
  await note.waitFor();
  expect(opened).toBe(2);
  isAway = false;
  await note.getByRole('button', { name: RETRY }).click();
  await page.locator('html[data-begun]').waitFor({ state: 'attached' });
  expect(opened).toBe(3);
  expect(await note.count()).toBe(0);
  // As a mailed link brought it, before the app took it out of the address.
  const begun = await page.evaluate(() => sessionStorage.getItem('begun'));
  expect(begun).toBe(new URL(at, 'http://perch.test').hash);
  await context.close();
});

it('the style of members that fails twice is asked for again, and the app draws nothing without it', async () => {
  const { context, page } = await openScripted(browser, {}, { isSignedIn: true });
  let asked = 0;
  await page.route(/\/assets\/member-[^/]+\.css$/, (route) => ((asked += 1) <= 2 ? route.abort() : route.fallback()));
  await page.goto('http://perch.test/Rate');
  await page.getByRole('heading', { level: 2, name: shownText('rates:assets', 'en-US') }).waitFor();
  const sheets = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href?.split('/').at(-1) ?? ''));
  expect(sheets.filter((name) => name.startsWith('member-'))).toHaveLength(1);
  expect(asked).toBe(3);
  await context.close();
});
