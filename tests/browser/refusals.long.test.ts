// What a phone shows after a refusal: the field, its message and the focus, without scrolling.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { documentedAnswers } from '#tests/client/documented-answers.ts';
import { example } from '#tests/components/support/examples.ts';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { openScripted, type Script } from './support/scripted.ts';

const PHONE = { width: 360, height: 740 };
const plans = example('GET', '/purchases/options') as { readonly stages: readonly { readonly name: string }[] };

const asset = (code: string, rate: string) => ({
  asset: code,
  available: '12500',
  rate,
  rateAt: '2026-11-21T03:59:00Z',
  stale: false,
});
const pairs = {
  spread: '0.005',
  quoteSeconds: 30,
  quoteSecondsWithCode: 180,
  secondFactorAboveUsd: '1000',
  assets: [asset('USDT', '1'), asset('BTC', '65000')],
};

/** The acts that are refused, and where they are sent. */
const CALLS = { createWithdrawal: '/withdrawals', createExchange: '/exchanges', createPurchase: '/purchases' };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The refusal as the description documents it; the app takes any other for an answer that it doesn't know. */
function refused(operationId: string, code: string) {
  const documented = documentedAnswers(operationId).find(({ label }) => label.endsWith(` ${code}`));
  if (documented === undefined) throw new Error(`${operationId} has no ${code}.`);
  const { status } = documented;
  return {
    status,
    contentType: 'application/problem+json',
    json: { type: `urn:perch:problem:${code}`, title: code, status, code, reference: 'req-7d1f' },
  };
}

/** A member on a phone whose act is refused with this code. */
async function opens(path: string, call: keyof typeof CALLS, code: string, script: Script = {}): Promise<Page> {
  const { page, goes } = await openScripted(browser, script);
  await page.setViewportSize(PHONE);
  await page.route(`**/api${CALLS[call]}*`, (route) =>
    route.request().method() === 'POST' ? route.fulfill(refused(call, code)) : route.fallback(),
  );
  await goes(path);
  return page;
}

interface Shown {
  readonly focused: string;
  readonly described: boolean;
  /** Whether focus and message are in the visible area between the bars of the page. */
  readonly inSight: readonly boolean[];
}

/** What is visible of a refusal once the page has come to rest. */
async function shown(page: Page): Promise<Shown> {
  await page.getByRole('alert').first().waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('[aria-invalid="true"], [role="alert"]') === true);
  return page.evaluate(() => {
    const alert = document.querySelector('[role="alert"]') as HTMLElement;
    const focused = document.activeElement as HTMLElement;
    const isOnTop = (element: HTMLElement): boolean => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = document.elementFromPoint(left + width / 2, top + Math.min(height, window.innerHeight) / 2);
      return top >= 0 && top < window.innerHeight && at !== null && (element.contains(at) || at.contains(element));
    };
    const described = (focused.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .some((id) => document.getElementById(id)?.contains(alert) === true);
    return {
      focused: focused.getAttribute('name') ?? focused.getAttribute('role') ?? focused.tagName,
      described,
      inSight: [isOnTop(focused), isOnTop(alert)],
    };
  });
}

describe('on a phone a refused act leads to what was wrong with it', () => {
  it('a withdrawal below the minimum, to the amount', async () => {
    const page = await opens('/Withdraw', 'createWithdrawal', 'below_minimum_withdrawal');
    await page.locator('input[name="address"]').fill('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    await page.locator('input[name="amount"]').fill('100');
    await page.locator('[data-event="SUBMIT_FORM"]').click();
    expect(await shown(page)).toEqual({ focused: 'amount', described: true, inSight: [true, true] });
    await page.context().close();
  });

  it('an invalid address, to the address', async () => {
    const page = await opens('/Withdraw', 'createWithdrawal', 'address_invalid');
    await page.locator('input[name="address"]').fill('0x12');
    await page.locator('input[name="amount"]').fill('400');
    await page.locator('[data-event="SUBMIT_FORM"]').click();
    expect(await shown(page)).toEqual({ focused: 'address', described: true, inSight: [true, true] });
    await page.context().close();
  });

  it('an exchange beyond the balance, to the amount', async () => {
    const page = await opens('/Exchange', 'createExchange', 'insufficient_balance', {
      'GET /exchanges/options': () => pairs,
    });
    await page.locator('input[name="amount"]').fill('0.01');
    await page.locator('[data-event="SUBMIT_FORM"]').click();
    expect(await shown(page)).toEqual({ focused: 'amount', described: true, inSight: [true, true] });
    await page.context().close();
  });

  it('a plan beyond the balance, to the message', async () => {
    const [first] = plans.stages;
    const page = await opens('/Package', 'createPurchase', 'rate_stale');
    await page.locator(`input[name="plan"][value="${first?.name ?? ''}"]`).check();
    await page.locator('[data-event="CHOOSE_STAGE"]').click();
    await page.locator('[data-flow="purchase"][data-state^="enteringPlan"]').waitFor();
    const risk = page.locator('input[name="acknowledged"]');
    if ((await risk.count()) > 0) await risk.check();
    await page.locator('[data-event="SUBMIT_PLAN"]').click();
    expect(await shown(page)).toEqual({ focused: 'alert', described: false, inSight: [true, true] });
    await page.context().close();
  });

  it('a missing choice of a plan, to the label and the message above its eight cards', async () => {
    const page = await opens('/Package', 'createPurchase', 'internal');
    await page.locator('input[name="plan"]').first().waitFor();
    await page.locator('[data-event="CHOOSE_STAGE"]').click();
    await page.waitForFunction(
      () => document.activeElement?.matches('[role="radiogroup"][aria-invalid="true"]') === true,
    );
    const seen = await page.evaluate(() => {
      const ids = (document.activeElement?.getAttribute('aria-describedby') ?? '').split(' ');
      return [
        ...ids.map((id) => document.getElementById(id)),
        document.querySelector('[role="radiogroup"] legend'),
      ].map((element) => {
        const { left, top, height } = (element as HTMLElement).getBoundingClientRect();
        return top >= 0 && element?.contains(document.elementFromPoint(left + 4, top + height / 2)) === true;
      });
    });
    expect(seen).toEqual([true, true]);
    await page.context().close();
  });

  it('disappears once its field has another value, and the next press leads to what is wrong now', async () => {
    const page = await opens('/Withdraw', 'createWithdrawal', 'address_invalid');
    const [address, amount] = [page.locator('input[name="address"]'), page.locator('input[name="amount"]')];
    await address.fill('0x12');
    await amount.fill('400');
    await page.locator('[data-event="SUBMIT_FORM"]').click();
    await shown(page);
    await amount.fill('');
    expect(await page.getByRole('alert').count()).toBe(1);
    await address.fill('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(await address.getAttribute('aria-invalid')).toBeNull();
    await page.locator('[data-event="SUBMIT_FORM"]').click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'amount');
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);
    await amount.fill('400');
    await page.locator('[data-event="SUBMIT_FORM"]').click();
    expect(await shown(page)).toEqual({ focused: 'address', described: true, inSight: [true, true] });
    await page.context().close();
  });

  it('missing values of the form, to the first field', async () => {
    const page = await opens('/Withdraw', 'createWithdrawal', 'internal');
    await page.locator('[data-event="SUBMIT_FORM"]').click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'address');
    const box = await page.locator('input[name="address"]').boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(PHONE.height);
    await page.context().close();
  });
});
