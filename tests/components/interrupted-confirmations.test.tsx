import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { exchangeMachine } from '#machines/exchange/exchange.machine.ts';
import { purchaseMachine } from '#machines/purchase/purchase.machine.ts';
import { restakeMachine } from '#machines/restake/restake.machine.ts';
import { transferMachine } from '#machines/transfer/transfer.machine.ts';
import { withdrawalMachine } from '#machines/withdrawal/withdrawal.machine.ts';
import { example, json, NOW, openApp } from './support/open-app.tsx';

/**
 * Whoever leaves a flow while its draft is being confirmed may come back before the outcome is known. Wherever the flow
 * is opened then, the draft is asked about first, so that nobody does the same twice (P-3).
 */

interface Draft {
  readonly id: string;
  readonly expiresIn: number;
}
interface Visit {
  readonly creates: string;
  /** What else the checkpoint has. */
  readonly checkpoint: (draft: Draft) => object;
  /** Where its first page is, and every page that begins it with something chosen. */
  readonly addresses: readonly string[];
}

const RECEIPT = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
const recipientOf = (draft: Draft) => (draft as Draft & { readonly recipient: object }).recipient;
const stakeOf = (draft: Draft) => (draft as Draft & { readonly stake: { readonly id: string } }).stake.id;

const visits: Readonly<Record<string, Visit>> = {
  [exchangeMachine.id]: {
    creates: '/exchanges',
    checkpoint: () => ({ version: 1, typed: { from: 'USDT', to: 'BTC', amount: '100' } }),
    addresses: ['/Exchange'],
  },
  [purchaseMachine.id]: {
    creates: '/purchases',
    checkpoint: () => ({ version: 1, stage: 2, amountUsd: null, acknowledged: 1 }),
    addresses: ['/Package', '/Plan', '/Plan?stage=3'],
  },
  [transferMachine.id]: {
    creates: '/transfers',
    checkpoint: (draft) => ({
      version: 3,
      username: 'demo2fa',
      recipient: recipientOf(draft),
      typed: { asset: 'USDT', amount: '25', note: 'Thanks' },
    }),
    addresses: ['/Transfer'],
  },
  [withdrawalMachine.id]: {
    creates: '/withdrawals',
    checkpoint: () => ({ version: 1, typed: null }),
    addresses: ['/Withdraw'],
  },
  // Another stake is another decision, and each is taken once.
  [restakeMachine.id]: {
    creates: '/restakes',
    checkpoint: (draft) => ({ version: 1, stakeId: stakeOf(draft), option: 'full' }),
    addresses: ['/ReStaking'],
  },
};

const cases = Object.entries(visits).flatMap(([flow, { addresses, ...visit }]) =>
  addresses.map((address) => ({ flow, address, ...visit })),
);

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/exchange/exchange.route.tsx'),
    import('#src/flows/purchase/purchase.route.tsx'),
    import('#src/flows/restake/restake.route.tsx'),
    import('#src/flows/transfer/transfer.route.tsx'),
    import('#src/flows/withdrawal/withdrawal.route.tsx'),
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Opens a flow whose last visit was left half a minute ago, while its draft was being confirmed. */
function openAgain({ flow, address, creates, checkpoint }: (typeof cases)[number], found: object) {
  const draft = example('POST', creates) as Draft;
  const open = { draft, lifetime: draft.expiresIn * 1000 };
  return openApp(address, {
    answers: { [`GET /drafts/${draft.id}`]: () => json({ ...(example('GET', '/drafts/{id}') as object), ...found }) },
    now: () => NOW,
    meanwhile: ({ checkpoints }) =>
      Promise.resolve(checkpoints.save(flow, { ...checkpoint(draft), step: 'confirming', open })),
  });
}

describe.each(cases)('$flow, left while it was being confirmed and opened at $address', (visit) => {
  it('shows the receipt of a draft that was carried out, and makes no other', async () => {
    const { sent } = await openAgain(visit, { state: 'executed', receiptId: RECEIPT });
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain(`GET /receipts/${RECEIPT}`));
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  });

  it('carries out nothing without a press, even if no code is asked for', async () => {
    const { sent } = await openAgain(visit, { state: 'open', secondFactor: 'none' });
    const confirm = await screen.findByRole('button', { name: 'Confirm transaction' });
    screen.getByText(/^Not confirmed yet\./u);
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
    await userEvent.click(confirm);
    await waitFor(() => expect(sent.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1));
  });

  it('goes on with the code of one that was not', async () => {
    const { sent } = await openAgain(visit, { state: 'open', secondFactor: 'totp' });
    await screen.findByLabelText('6-digit code');
    expect(sent.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  });
});
