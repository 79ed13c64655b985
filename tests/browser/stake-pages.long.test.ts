// States of plans and stakes that are reached only after months, in each language; the checks are in support/look.ts.
// The responses are scripted, since a stake would take a year.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#fixtures/browser/chromium.ts';
import { example } from '#tests/components/support/examples.ts';
import { FEW_LOOKS, lookAt } from './support/look.ts';
import { openScripted, type Script } from './support/scripted.ts';

const DAY_MS = 86_400_000;
const ID = '8d1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a11';
const RUNNING = ID.replace(/1$/, '2');
const DECIDED = ID.replace(/1$/, '3');
const RECEIPT = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const matured = {
  id: ID,
  receiptId: RECEIPT,
  stage: 2,
  state: 'matured',
  option: null,
  amountUsd: '5000',
  stakedUsdt: '5000.123456',
  stakedMp: '0',
  accruedMp: '1277.512345',
  dailyRate: '0.0007',
  days: 365,
  daysLeft: 0,
  startedAt: at(-366),
  endsAt: at(-1),
  previousId: null,
  nextId: null,
};
const running = {
  ...matured,
  id: RUNNING,
  state: 'running',
  stage: 7,
  amountUsd: '306277.512345',
  stakedUsdt: '300000',
  stakedMp: '6277.512345',
  daysLeft: 112,
  startedAt: at(-253),
  endsAt: at(112),
};
const overdue = { ...running, id: RUNNING.replace(/2$/, '4'), daysLeft: 0, startedAt: at(-366), endsAt: at(-1) };
const decided = { ...matured, id: DECIDED, state: 'withdrawn', option: 'withdraw' };

const term = { days: 90, endsAt: at(90), dailyRate: '0.0007', possible: true };
const choices = [
  {
    option: 'full',
    ...term,
    stakedUsdt: '5000.123456',
    stakedMp: '1277.512345',
    amountUsd: '6277.512345',
    returnedUsdt: '0',
    returnedMp: '0',
  },
  {
    option: 'mpOnly',
    ...term,
    stakedUsdt: '0',
    stakedMp: '1277.512345',
    amountUsd: '1277.512345',
    returnedUsdt: '5000.123456',
    returnedMp: '0',
  },
  {
    option: 'withdraw',
    possible: true,
    stakedUsdt: '0',
    stakedMp: '0',
    amountUsd: '0',
    returnedUsdt: '5000.123456',
    returnedMp: '1277.512345',
    days: null,
    endsAt: null,
    dailyRate: null,
  },
];
const closed = choices.map((choice) => ({ ...choice, possible: false }));

const names = ['bronze', 'silver', 'gold', 'ruby', 'sapphire', 'emerald', 'diamond'] as const;
const prices = ['1000', '5000', '10000', '30000', '50000', '100000', '300000'];
const stages = [
  ...names.map((name, place) => ({
    stage: place + 1,
    name,
    amountUsd: prices[place],
    amountUsdt: `${prices[place]}.123457`,
    dailyRate: '0.0007',
  })),
  { stage: 8, name: 'custom', amountUsd: null, amountUsdt: null, dailyRate: '0.0005' },
];
const options = {
  heldUntil: null,
  secondFactor: 'totp',
  available: '12500.5',
  rate: '0.9998',
  rateAt: at(0),
  stakeDays: 365,
  customAboveUsd: '100',
  riskVersion: 1,
  riskAcknowledged: false,
  stages,
};
const totals = { runningUsd: '612555.02', maturedUsd: '5000', accruedMp: '3832.537035', earnedMp: '5110.04938' };
const draft = { expiresAt: at(1), expiresIn: 300 };

const SCRIPT: Script = {
  'GET /purchases/options': () => options,
  'POST /purchases': () => ({ ...(example('POST', '/purchases') as object), ...draft, endsAt: at(365) }),
  'GET /stakes': () => ({ totals, items: [matured, overdue, running, decided], nextCursor: 'NTc' }),
  [`GET /stakes/${ID}/options`]: () => ({ secondFactor: 'totp', stake: matured, choices }),
  [`GET /stakes/${RUNNING}/options`]: () => ({ secondFactor: 'totp', stake: running, choices: closed }),
  [`GET /stakes/${DECIDED}/options`]: () => ({ secondFactor: 'totp', stake: decided, choices: closed }),
  'POST /restakes': () => ({
    ...(example('POST', '/restakes') as object),
    ...draft,
    stake: matured,
    choice: choices[0],
  }),
  [`GET /receipts/${RECEIPT}`]: () => ({
    ...(example('GET', '/receipts/{id}') as object),
    id: RECEIPT,
    reference: 'P-7K2M-9QXD',
    kind: 'purchase',
    status: null,
    at: at(-253),
    updatedAt: at(-253),
    amount: '-300000',
    fee: null,
    net: null,
    stage: 7,
    withdrawal: null,
    stake: running,
  }),
};

const press = (page: Page, event: string): Promise<void> => page.locator(`[data-event="${event}"]`).click();

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe.each(FEW_LOOKS)('$culture, $theme, $width px', (look) => {
  it('shows every screen of plans and stakes correctly', async () => {
    const scripted = await openScripted(browser, SCRIPT, look);
    const { context, page, goes } = scripted;
    const { see, problems } = lookAt(scripted, look);
    const opens = async (path: string, screen: string): Promise<void> => {
      await goes(path);
      await page.locator(`[data-screen="${screen}"]`).waitFor();
    };
    await opens('/Package', 'purchase-stages');
    await press(page, 'CHOOSE_STAGE');
    await see('purchase-stages-required');
    await opens('/Package', 'purchase-stages');
    await page.locator('[name="plan"][value="silver"]').check();
    await see('purchase-stages');
    await press(page, 'CHOOSE_STAGE');
    await page.locator('[data-screen="purchase-plan"]').waitFor();
    await press(page, 'SUBMIT_PLAN');
    await see('purchase-plan');
    await page.locator('[name="acknowledged"]').check();
    await press(page, 'SUBMIT_PLAN');
    await page.locator('[data-screen="purchase-review"]').waitFor();
    await see('purchase-review');
    await opens('/Plan?stage=8', 'purchase-plan');
    await page.locator('[name="amountUsd"]').fill('100');
    await page.locator('[name="acknowledged"]').check();
    await press(page, 'SUBMIT_AMOUNT');
    await page.getByRole('alert').waitFor();
    await see('purchase-custom');
    await goes('/Staking');
    await page.locator('main progress').first().waitFor();
    await see('staking');
    await opens(`/ReStaking?stake=${ID}`, 'restake-options');
    await page.locator('[name="option"][value="full"]').check();
    await see('restake-options');
    await press(page, 'CHOOSE_OPTION');
    await page.locator('[data-screen="restake-review"]').waitFor();
    await see('restake-review');
    await opens(`/ReStaking?stake=${RUNNING}`, 'restake-running');
    await see('restake-running');
    await opens(`/ReStaking?stake=${DECIDED}`, 'restake-decided');
    await see('restake-decided');
    await goes(`/Receipt/${RECEIPT}`);
    await page.locator('main progress').waitFor();
    await see('receipt-stake');
    await context.close();
    expect(problems).toEqual([]);
  }, 240_000);
});
