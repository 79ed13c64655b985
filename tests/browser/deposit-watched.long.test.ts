// A deposit while it is watched: on a phone the address and its button are in sight, and when a payment is detected
// nothing of the page moves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { example } from '#tests/components/support/examples.ts';
import { settles } from './crawl/crawler.ts';
import { boxOf } from './support/box-of.ts';
import { smallTargets } from './support/look.ts';
import { openScripted } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';
import { shiftsOf, tooMuch, watchShifts } from './support/shifts.ts';

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };
/** Some polls of the chain, each of which may move what the one before has left. */
const WATCHED_MS = 1_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

type Report = Record<string, unknown>;

/** A request that was just made, on its page; `report` is what the chain says from then on. */
async function watched(
  size: { readonly width: number; readonly height: number },
  act: (page: Page, report: (news: Report) => void) => Promise<void>,
): Promise<void> {
  let deposit = example('POST', '/deposits') as Report;
  const { context, page, goes } = await openScripted(
    browser,
    { ...MONEY, [`GET /deposits/${String(deposit['id'])}`]: () => deposit },
    { width: size.width },
  );
  await page.setViewportSize(size);
  await watchShifts(page);
  await goes('/Deposit');
  await page.getByRole('textbox', { name: 'Amount' }).fill('500');
  await page.getByRole('button', { name: 'Get address' }).click();
  await page.getByRole('heading', { name: 'Send to this address' }).waitFor();
  await settles(page);
  await act(page, (news) => {
    deposit = { ...deposit, ...news };
  });
  await context.close();
}

const SEEN: Report = {
  status: 'inProcess',
  received: '500',
  confirmations: 1,
  transactionId: `0x${'5c'.repeat(32)}`,
  seenAt: '2026-11-21T04:02:00Z',
  sharedWith: [],
};

describe('a deposit that is watched', () => {
  it('has its address and the button that copies it on the first screen of a phone, each large enough', () =>
    watched(PHONE, async (page) => {
      const inSight = (await boxOf(page, '[data-covers="bar"]')).y;
      const copy = await page.getByRole('button', { name: /^Copy: Address/ }).boundingBox();
      expect((copy?.y ?? inSight) + (copy?.height ?? 0)).toBeLessThanOrEqual(inSight);
      expect(await smallTargets(page)).toEqual([]);
    }));

  it.each([PHONE, DESK])('turns to the payment at $width px, and nothing moves', (size) =>
    watched(size, async (page, report) => {
      // What moved on the way to the address followed from presses.
      const before = (await shiftsOf(page)).length;
      const at = (place: string) => page.locator(`main [aria-current="step"]:has-text("${place}")`).waitFor();
      await at('Waiting');
      report(SEEN);
      await page.getByRole('heading', { name: 'Payment detected' }).waitFor();
      await at('1/12 confirmed');
      report({ confirmations: 11 });
      await at('11/12 confirmed');
      await page.waitForTimeout(WATCHED_MS);
      expect(tooMuch((await shiftsOf(page)).slice(before))).toEqual([]);
      // A mouse needs less room than a finger.
      if (size === PHONE) expect(await smallTargets(page)).toEqual([]);
    }),
  );
});
