// The address of a withdrawal from the camera and from the clipboard.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { example } from '#tests/components/support/examples.ts';
import { cultures } from '#walk/paths/report.ts';
import { shownText } from '#walk/paths/texts.ts';
import { goesTo } from './crawl/crawler.ts';
import { cameraLooksAt, isCameraOff } from './support/camera.ts';
import { axeFindings } from './support/look.ts';
import { misfitsOfDialog } from './support/open-dialog.ts';
import { openScripted, type Script } from './support/scripted.ts';
import { MONEY } from './support/scripted-money.ts';

const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7';
const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
/** A payment in a token: the link goes to the contract, the money must not. */
const CODE = `ethereum:${TOKEN}@1/transfer?address=${PAYEE}&uint256=5000000`;

const OPTIONS = 'GET /withdrawals/options';
const options = example('GET', '/withdrawals/options') as components['schemas']['WithdrawalOptions'];
const bitcoinOnly = {
  ...options,
  assets: options.assets.slice(0, 1).map((each) => ({
    ...each,
    asset: 'BTC',
    networks: each.networks.map((network) => ({ ...network, network: 'bitcoin', development: false })),
  })),
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** A member on a small phone, at the form. */
async function atTheForm({
  culture = 'en-US',
  script = MONEY,
}: { culture?: (typeof cultures)[number]; script?: Script } = {}) {
  const member = await openScripted(browser, script, { culture, width: 320, isSecure: true });
  await member.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await member.goes('/Faq');
  await goesTo(member.page, '/Withdraw');
  return member;
}

const scans = (page: Page, culture: (typeof cultures)[number] = 'en-US') =>
  page.getByRole('button', { name: shownText('money:scan.title', culture) }).click();
const typed = (page: Page) => page.locator('input[name="address"]');

it('takes the payee of a token’s transfer, and turns the camera off', async () => {
  const { page, context } = await atTheForm();
  await cameraLooksAt(page, CODE);
  await scans(page);
  await expect.poll(() => typed(page).inputValue()).toBe(PAYEE);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  await expect.poll(() => typed(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await expect.poll(() => isCameraOff(page)).toBe(true);
  await context.close();
});

it('refuses a code for another network, and goes on looking until it is closed', async () => {
  const { page, context } = await atTheForm({ script: { ...MONEY, [OPTIONS]: () => bitcoinOnly } });
  await cameraLooksAt(page, CODE);
  await scans(page);
  await page.getByText(shownText('money:scan.refused.otherNetwork', 'en-US')).waitFor();
  expect(await isCameraOff(page)).toBe(false);
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  // A dialog tells of its end in a task of its own.
  await expect.poll(() => isCameraOff(page)).toBe(true);
  expect(await typed(page).inputValue()).toBe('');
  await context.close();
});

it.each(cultures)('says in %s what to do where the camera is blocked, on the smallest phone', async (culture) => {
  const { page, context } = await atTheForm({ culture });
  // The browser's own answer to a member who forbids it, without its question.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await scans(page, culture);
  await page.getByText(shownText('money:scan.denied', culture)).waitFor();
  expect(await misfitsOfDialog(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await context.close();
});

it('pastes the address out of a payment link', async () => {
  const { page, context } = await atTheForm();
  await page.evaluate((text) => navigator.clipboard.writeText(text), CODE);
  await page.getByRole('button', { name: shownText('money:address.paste', 'en-US') }).click();
  await expect.poll(() => typed(page).inputValue()).toBe(PAYEE);
  await context.close();
});
