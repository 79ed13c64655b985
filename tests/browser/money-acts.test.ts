// The acts of money on a phone: what leads on is in sight on every screen without scrolling, and covers nothing that is
// typed; the code is what a confirmation begins with; and the end says what was done, above the receipt.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { isSeen, overlap } from './support/in-sight.ts';
import { ACTS, doAct, scriptOf } from './support/money-acts.ts';
import { openScripted } from './support/scripted.ts';

const PHONE = { width: 360, height: 740 };
/** A phone with its keyboard open, where the window has become that much lower, or one that lies on its side. */
const LOW = { width: 360, height: 420 };
const BAR = 'nav[data-covers="bar"]';
const MAIN = 'main [data-covers="submit"] > :first-child';
/** What a review says above its button: what arrives or leaves, and that nothing takes it back. */
const SUM = 'main .submit-sum';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const stays = (page: Page): Promise<string> =>
  page.locator('main [data-covers="submit"]').evaluate((place) => getComputedStyle(place).position);

/** Whether what leads on is in the window, clear of the bar, without scrolling. */
const leadsOn = async (page: Page): Promise<boolean> =>
  (await page.evaluate(() => scrollY)) === 0 && (await isSeen(page.locator(MAIN))) && !(await overlap(page, MAIN, BAR));

/** A screen is there a moment before the page has returned to its top. */
const becomes = (holds: () => Promise<boolean>): Promise<boolean> =>
  expect
    .poll(holds)
    .toBe(true)
    .then(
      () => true,
      () => false,
    );

/** The terms of the first list whose values are wholly above what leads on. */
const termsAbove = (page: Page, main: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const end = document.querySelector(selector)?.getBoundingClientRect().top ?? innerHeight;
    const list = document.querySelector('main dl');
    return [...(list?.querySelectorAll('dt') ?? [])]
      .filter((term) => (term.nextElementSibling?.getBoundingClientRect().bottom ?? Infinity) <= end)
      .map((term) => term.textContent);
  }, main);

describe.each(Object.entries(ACTS))('%s', (_, act) => {
  it('has what leads on in sight on every screen', async () => {
    const scripted = await openScripted(browser, scriptOf(act), { width: PHONE.width });
    const { context, page } = scripted;
    await page.setViewportSize(PHONE);
    const hidden: string[] = [];
    const seen: string[] = [];
    let above: readonly string[] = [];
    await doAct(scripted, act, async (screen) => {
      seen.push(screen);
      if (screen === 'receipt') return;
      if (!(await becomes(() => leadsOn(page)))) hidden.push(screen);
      if (screen !== 'confirmation-code') {
        const isReview = (await page.locator('main [data-event="CONFIRM"]').count()) > 0;
        expect(await page.locator(SUM).count()).toBe(isReview ? 1 : 0);
        if (isReview) expect([await isSeen(page.locator(SUM)), await overlap(page, SUM, MAIN)]).toEqual([true, false]);
        above = await termsAbove(page, isReview ? SUM : MAIN);
        return;
      }
      // What the code confirms was in sight beside the button of the review too.
      const confirmed = await page.locator('main dl').first().locator('dt').allTextContents();
      expect(confirmed.filter((term) => !above.includes(term))).toEqual([]);
      // The code has the focus, below the figures that it confirms, and nothing lies over it.
      const code = page.locator('main [name="code"]');
      expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
      expect(await isSeen(code)).toBe(true);
      expect(await overlap(page, MAIN, 'main [name="code"]')).toBe(false);
      expect(await isSeen(page.locator('main dl').first())).toBe(true);
      // Money leaves by a press alone: six digits send nothing.
      await page.keyboard.type('123456');
      await page.waitForTimeout(300);
      expect(await page.locator('[data-screen="confirmation-code"]').count()).toBe(1);
      await code.fill('');
      await page.setViewportSize(LOW);
      expect(await stays(page)).toBe('static');
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await stays(page)).toBe('static');
      await page.setViewportSize(PHONE);
    });
    expect(hidden).toEqual([]);
    expect(seen.at(-1)).toBe('receipt');
    await context.close();
  });

  it('ends with what was done, in sight with the ways on', async () => {
    const scripted = await openScripted(browser, scriptOf(act), { width: PHONE.width });
    const { context, page } = scripted;
    await page.setViewportSize(PHONE);
    await doAct(scripted, act, () => Promise.resolve());
    const done = page.locator('main section', { has: page.locator('.done-tick') });
    expect(await isSeen(done.getByRole('button'))).toBe(true);
    expect(await done.getByRole('link').count()).toBe(2);
    await done.getByRole('button').click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    // The next time, the receipt is a receipt.
    await page.reload();
    await page.locator('main dl').first().waitFor();
    expect(await page.locator('.done-tick').count()).toBe(0);
    await context.close();
  });
});

it('requests a deposit with what leads on in sight', async () => {
  const { context, page, goes } = await openScripted(browser, {}, { width: PHONE.width });
  await page.setViewportSize(PHONE);
  await goes('/Deposit');
  await page.locator('[data-screen="deposit-form"]').waitFor();
  expect(await isSeen(page.locator(MAIN))).toBe(true);
  expect(await overlap(page, MAIN, BAR)).toBe(false);
  await context.close();
});

it('covers neither the code nor what is said about a refused amount, where the texts above are long', async () => {
  const act = ACTS['withdrawal'];
  if (act === undefined) throw new Error('There is no withdrawal.');
  const scripted = await openScripted(browser, scriptOf(act), { width: PHONE.width, culture: 'ja-JP' });
  const { context, page, goes } = scripted;
  await page.setViewportSize(PHONE);
  const isClear = async (selector: string): Promise<boolean> =>
    (await isSeen(page.locator(selector))) && !(await overlap(page, MAIN, selector));
  await doAct(scripted, act, async (screen) => {
    if (screen === 'confirmation-code') expect(await becomes(() => isClear('main [name="code"]'))).toBe(true);
  });
  await goes('/Deposit');
  await page.locator('main [name="amount"]').fill('5');
  await page.locator('main [data-event="SUBMIT_FORM"]').click();
  await page.locator('main [role="alert"]').waitFor();
  expect(await becomes(() => isClear('main [role="alert"]'))).toBe(true);
  expect(await isClear('main [name="amount"]')).toBe(true);
  await context.close();
});
