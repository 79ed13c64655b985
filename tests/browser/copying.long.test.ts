// What members pay to or type elsewhere is copied completely, whether by a double click, by dragging or by the
// keyboard.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, ElementHandle, Page } from 'playwright-core';
import { example } from '#tests/components/support/examples.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openScripted, type Script } from './support/scripted.ts';

const ID = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e003';
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const HASH = `0x${'4f1d09ab'.repeat(8)}`;
const at = '2026-11-21T03:00:00Z';
const SCRIPT: Script = {
  [`GET /receipts/${ID}`]: () => ({
    ...example('GET', '/receipts/{id}'),
    id: ID,
    kind: 'deposit',
    status: 'completed',
    amount: '400',
    fee: null,
    net: null,
    withdrawal: null,
    deposit: {
      id: ID,
      receiptId: ID,
      reference: 'D-7K2M-9QXD',
      status: 'completed',
      asset: 'USDT',
      network: 'ethereum',
      development: false,
      address: ADDRESS,
      paymentUri: `ethereum:${ADDRESS}`,
      amount: '400',
      minimum: '100',
      received: '400',
      confirmations: 12,
      confirmationsNeeded: 12,
      transactionId: HASH,
      createdAt: at,
      seenAt: at,
      creditedAt: at,
    },
  }),
};
const member = example('GET', '/account/userInfo') as { readonly referralCode: string };
const { binding } = example('GET', '/account/twoFactorInfo') as { readonly binding: { readonly secret: string } };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The content of the clipboard after copying the current selection with the keyboard. */
async function copied(page: Page): Promise<string> {
  await page.keyboard.press('Control+c');
  await page.evaluate(() => {
    const paper = document.createElement('textarea');
    paper.id = 'paper';
    document.body.append(paper);
    // At a place to which nothing scrolls.
    paper.style.cssText = 'position: fixed; top: 0; left: 0';
    paper.focus({ preventScroll: true });
  });
  await page.keyboard.press('Control+v');
  return page.evaluate(() => {
    const paper = document.querySelector<HTMLTextAreaElement>('#paper');
    const text = paper?.value ?? '';
    paper?.remove();
    return text;
  });
}

/** The innermost element that draws all of this text, whatever parts it is drawn in. */
async function placeOf(page: Page, text: string): Promise<ElementHandle<HTMLElement>> {
  const found = await page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll<HTMLElement>('main *')]
        .filter((element) => element.textContent === wanted && element.checkVisibility())
        .at(-1),
    text,
  );
  const element = found.asElement();
  if (element === null) throw new Error(`"${text}" stands nowhere.`);
  await element.scrollIntoViewIfNeeded();
  return element as ElementHandle<HTMLElement>;
}

/** Drags from before the first character to after the last, over every line of the text. */
async function drag(page: Page, text: ElementHandle<HTMLElement>): Promise<void> {
  const rects = await text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].map(({ left, right, top, bottom }) => ({
      left,
      right,
      middle: (top + bottom) / 2,
    }));
  });
  const [first, last] = [rects[0], rects.at(-1)];
  if (first === undefined || last === undefined) throw new Error('There is nothing to drag over.');
  await page.mouse.move(first.left + 1, first.middle);
  await page.mouse.down();
  await page.mouse.move(last.right - 1, last.middle, { steps: 8 });
  await page.mouse.up();
}

interface Place {
  readonly what: string;
  readonly path: string;
  /** The text as it is drawn, whatever its elements. */
  readonly text: string;
}

const places: readonly Place[] = [
  { what: 'the address of a deposit', path: `/Receipt/${ID}`, text: ADDRESS },
  { what: 'the id of a transaction', path: `/Receipt/${ID}`, text: HASH },
  { what: 'the referral code', path: '/Referral', text: member.referralCode },
  {
    what: 'a referral link',
    path: '/Referral',
    text: `http://perch.test/Signup?introducer=${member.referralCode}&position=left`,
  },
  { what: 'the key of an authenticator app', path: '/Authentication', text: binding.secret },
];

describe.each([360, 1280])('at %i px', (width) => {
  it.each(places)('$what is copied whole by a double click and by dragging', async ({ path, text, what }) => {
    const { page, context, goes } = await openScripted(browser, SCRIPT, { width });
    await goes(path);
    if (what.includes('key')) await page.locator('[data-event="NEXT"]').click();
    const found = await placeOf(page, text);
    await found.dblclick({ position: { x: 20, y: 8 } });
    expect(await copied(page)).toBe(text);
    // A press on a selection would drag it.
    await page.evaluate(() => window.getSelection()?.removeAllRanges());
    await drag(page, found);
    expect(await copied(page)).toBe(text);
    await context.close();
  });

  it('a shortened address cannot be copied as shown', async () => {
    const { page, context, goes } = await openScripted(browser, SCRIPT, { width });
    await goes('/Addresses');
    const short = page.locator('.select-none').first();
    await short.waitFor();
    await short.dblclick();
    expect(await page.evaluate(() => window.getSelection()?.toString() ?? '')).not.toContain('…');
    await context.close();
  });
});
