// Short messages on a phone: they cover no control, wherever the page is scrolled to, and repeat nothing that the page
// already says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { example } from '#tests/components/support/examples.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openScripted, type Script } from './support/scripted.ts';

const ID = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
const WITHDRAWAL = '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10';
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const details = {
  id: WITHDRAWAL,
  network: 'ethereum',
  development: false,
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  addressLabel: null,
  completesAt: at(239),
  overdue: false,
  cancellable: true,
  transactionId: null,
  timeline: [{ status: 'inProcess', at: at(-1) }],
};
const receipt = {
  ...example('GET', '/receipts/{id}'),
  id: ID,
  at: at(-1),
  updatedAt: at(-1),
  status: 'inProcess',
  withdrawal: details,
};
const cancelled = { ...receipt, status: 'cancel', withdrawal: { ...details, cancellable: false } };
const SCRIPT: Script = {
  [`GET /receipts/${ID}`]: () => receipt,
  [`POST /withdrawals/${WITHDRAWAL}/cancel`]: () => cancelled,
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The names of controls that a message covers. */
async function covered(page: Page): Promise<readonly string[]> {
  const toast = page.locator('ol li[data-state="open"]').last();
  await toast.waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => {
    const toasts = [...document.querySelectorAll('ol li[data-state="open"]')];
    const controls = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
    ].filter((control) => control.checkVisibility() && toasts.every((each) => !each.contains(control)));
    const over = (control: HTMLElement) => {
      const own = control.getBoundingClientRect();
      return toasts.some((each) => {
        const box = each.getBoundingClientRect();
        return (
          own.width > 1 && own.left < box.right && own.right > box.left && own.top < box.bottom && own.bottom > box.top
        );
      });
    };
    return controls.filter(over).map((control) => control.innerText || control.outerHTML.slice(0, 80));
  });
}

describe('at 360 px', () => {
  it.each([
    ['/Referral', 'link on the left'],
    ['/Referral', 'link on the right'],
    [`/Receipt/${ID}`, 'address'],
    ['/Addresses', 'address'],
  ])('no control of %s is covered by the message about copying (%s)', async (path, _) => {
    const { page, context, goes } = await openScripted(browser, SCRIPT);
    await page.setViewportSize({ width: 360, height: 740 });
    await goes(path);
    const copies = page.getByRole('button', { name: /^Copy/ });
    await copies.first().waitFor();
    if (_.includes('right')) await page.getByRole('radio', { name: 'Right link' }).check();
    const wanted = _.includes('right') ? copies.last() : copies.first();
    await wanted.scrollIntoViewIfNeeded();
    await wanted.click();
    expect(await covered(page)).toEqual([]);
    for (const distance of [60, 60, -200]) {
      await page.mouse.wheel(0, distance);
      await page.waitForTimeout(100);
      expect(await covered(page)).toEqual([]);
    }
    await context.close();
  });

  it('a canceled withdrawal is reported by one message, which covers neither button nor link', async () => {
    const { page, context, goes } = await openScripted(browser, SCRIPT);
    await page.setViewportSize({ width: 360, height: 740 });
    await goes(`/Receipt/${ID}`);
    await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click();
    expect(await covered(page)).toEqual([]);
    expect(await page.getByText('Withdrawal canceled.', { exact: true }).count()).toBe(1);
    await context.close();
  });
});
