// The acts of money from their first screen to their last, at a club with scripted responses.
import type { Page } from 'playwright-core';
import { example } from '#tests/components/support/examples.ts';
import type { Script, ScriptedPage } from './scripted.ts';

const DAY_MS = 86_400_000;
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const CODE = '123456';
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const restake = example('POST', '/restakes') as {
  readonly stake: { readonly id: string };
  readonly choice: { readonly option: string };
};
const exchange = example('GET', '/exchanges/options') as { readonly assets: readonly [object] };
const receipt = example('GET', '/receipts/{id}') as Readonly<Record<string, unknown>>;
const RECEIPT = (example('POST', '/drafts/{id}/confirm') as { readonly receiptId: string }).receiptId;
const holds = { expiresAt: at(1), expiresIn: 300 };
const draft = (path: string, more: object = {}) => ({ ...(example('POST', path) as object), ...holds, ...more });
const running = { ...restake.stake, state: 'running', endsAt: at(365), daysLeft: 365, receiptId: RECEIPT };

interface Act {
  readonly path: string;
  /** What is pressed and typed on each screen, by its name and in their order; the last leads to the receipt. */
  readonly screens: Readonly<Record<string, (page: Page) => Promise<void>>>;
  /** The receipt that it ends on. */
  readonly receipt: object;
}

const press = (page: Page, event: string): Promise<void> => page.locator(`main [data-event="${event}"]`).click();
const fill = (page: Page, name: string, value: string): Promise<void> =>
  page.locator(`main [name="${name}"]`).fill(value);
const CONFIRM = (page: Page): Promise<void> => press(page, 'CONFIRM');
const TYPE_CODE = async (page: Page): Promise<void> => {
  await fill(page, 'code', CODE);
  await press(page, 'SUBMIT_CODE');
};

/** Every act of money that a draft is confirmed for, by name. */
export const ACTS: Readonly<Record<string, Act>> = {
  withdrawal: {
    path: '/Withdraw',
    screens: {
      'withdrawal-form': async (page) => {
        await fill(page, 'address', ADDRESS);
        await fill(page, 'amount', '400');
        await press(page, 'SUBMIT_FORM');
      },
      'withdrawal-review': CONFIRM,
      'confirmation-code': TYPE_CODE,
    },
    receipt: {
      kind: 'withdrawal',
      status: 'inProcess',
      amount: '-400',
      withdrawal: {
        id: RECEIPT,
        network: 'ethereum',
        development: false,
        address: ADDRESS,
        addressLabel: null,
        completesAt: at(10),
        overdue: false,
        cancellable: true,
        transactionId: null,
        timeline: [{ status: 'inProcess', at: at(0) }],
        refusal: null,
      },
    },
  },
  transfer: {
    path: '/Transfer',
    screens: {
      'transfer-recipient': async (page) => {
        await fill(page, 'username', 'demo2fa');
        await press(page, 'SUBMIT_RECIPIENT');
      },
      'transfer-form': async (page) => {
        await fill(page, 'amount', '25');
        await fill(page, 'note', 'Thanks');
        await press(page, 'SUBMIT_FORM');
      },
      'transfer-review': CONFIRM,
      'confirmation-code': TYPE_CODE,
    },
    receipt: {
      kind: 'transferOut',
      status: null,
      amount: '-25',
      fee: null,
      net: null,
      counterparty: 'demo2fa',
      counterpartyName: 'Demo S.',
      favorite: true,
      note: 'Thanks',
      withdrawal: null,
    },
  },
  exchange: {
    path: '/Exchange',
    screens: {
      'exchange-form': async (page) => {
        await fill(page, 'amount', '100');
        await press(page, 'SUBMIT_FORM');
      },
      'exchange-quote': CONFIRM,
      'confirmation-code': TYPE_CODE,
    },
    receipt: {
      kind: 'exchange',
      status: null,
      amount: '-100',
      fee: null,
      net: null,
      counterAsset: 'BTC',
      counterAmount: '0.00144202',
      rate: '0.0000144202',
      withdrawal: null,
    },
  },
  purchase: {
    path: '/Package',
    screens: {
      'purchase-stages': async (page) => {
        await page.locator('main [name="plan"]').first().check();
        await press(page, 'CHOOSE_STAGE');
      },
      'purchase-plan': async (page) => {
        await page.locator('main [name="acknowledged"]').check();
        await press(page, 'SUBMIT_PLAN');
      },
      'purchase-review': CONFIRM,
      'confirmation-code': TYPE_CODE,
    },
    receipt: {
      kind: 'purchase',
      status: null,
      amount: '-5000',
      fee: null,
      net: null,
      stage: 2,
      stake: running,
      withdrawal: null,
    },
  },
  restake: {
    path: `/ReStaking?stake=${restake.stake.id}`,
    screens: {
      'restake-options': async (page) => {
        await page.locator(`main [name="option"][value="${restake.choice.option}"]`).check();
        await press(page, 'CHOOSE_OPTION');
      },
      'restake-review': CONFIRM,
      'confirmation-code': TYPE_CODE,
    },
    receipt: {
      kind: 'restake',
      status: null,
      asset: 'MP',
      amount: '-1277.5',
      fee: null,
      net: null,
      stage: 2,
      stake: running,
      withdrawal: null,
    },
  },
};

/** What the club answers while `act` is done. */
export function scriptOf({ receipt: end }: Act): Script {
  return {
    'GET /exchanges/options': () => ({
      ...exchange,
      assets: [exchange.assets[0], { ...exchange.assets[0], asset: 'BTC', available: '0.5', rate: '68655' }],
    }),
    'GET /purchases/options': () => ({
      ...(example('GET', '/purchases/options') as object),
      available: '12500.5',
      riskAcknowledged: false,
    }),
    [`GET /stakes/${restake.stake.id}/options`]: () => ({
      secondFactor: 'totp',
      stake: restake.stake,
      choices: [
        restake.choice,
        {
          option: 'withdraw',
          possible: true,
          stakedUsdt: '0',
          stakedMp: '0',
          amountUsd: '0',
          returnedUsdt: '5000',
          returnedMp: '1277.5',
          days: null,
          endsAt: null,
          dailyRate: null,
        },
      ],
    }),
    'POST /withdrawals': () => draft('/withdrawals', { rateAt: at(0), completesAt: at(10) }),
    'POST /transfers': () => draft('/transfers'),
    'POST /exchanges': () => draft('/exchanges', { secondFactor: 'totp', rateAt: at(0) }),
    'POST /purchases': () => draft('/purchases', { rateAt: at(0), endsAt: at(365) }),
    'POST /restakes': () => draft('/restakes'),
    [`GET /receipts/${RECEIPT}`]: () => ({ ...receipt, at: at(0), updatedAt: at(0), ...end, id: RECEIPT }),
  };
}

/** Does an act, and calls `see` on each of its screens before anything is touched there, and on its receipt. */
export async function doAct(
  { page, goes }: ScriptedPage,
  { path, screens }: Act,
  see: (screen: string) => Promise<void>,
): Promise<void> {
  await goes(path);
  for (const [screen, act] of Object.entries(screens)) {
    await page.locator(`[data-screen="${screen}"]`).waitFor();
    // The mail is sent first.
    if (screen === 'confirmation-code') await page.locator('main [name="code"]:not([readonly])').waitFor();
    await see(screen);
    await act(page);
  }
  await page.waitForURL(`**/Receipt/${RECEIPT}`);
  await page.locator('main dl').first().waitFor();
  await see('receipt');
}
