import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { example, json, NOW, openApp } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** Deposits below the minimum: shown where the member looks, with one path to support. */

const ID = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e009';
const held = {
  receiptId: ID,
  reference: 'D-7K2M-9QXD',
  asset: 'USDT',
  amount: '20',
  heldSince: '2026-11-21T03:00:00Z',
};
const wallet = example('GET', '/wallet') as object;
const receipt = example('GET', '/receipts/{id}') as object;
const deposit = example('POST', '/deposits') as object;
const SUPPORT = '/Contact?receipt=D-7K2M-9QXD';
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/wallet/wallet.page.tsx'),
    import('#src/pages/dashboard/dashboard.page.tsx'),
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/flows/deposit/deposit.route.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const linkIn = (part: HTMLElement, name: RegExp) => within(part).getByRole('link', { name }).getAttribute('href');

it('a hold on outgoing money is shown in the wallet, before a button is pressed', async () => {
  const member = example('GET', '/account/userInfo') as object;
  await openApp('/Wallet', {
    answers: { 'GET /account/userInfo': () => json({ ...member, moneyHeldUntil: '2999-01-01T00:00:00Z' }) },
  });
  await screen.findByText('Your money is on hold');
  expect(screen.getByText(saying(/^On hold until 2999-01-01/))).toBeDefined();
});

it('a hold that begins while the wallet is open is shown once the member is back', async () => {
  const member = example('GET', '/account/userInfo') as object;
  let moneyHeldUntil: string | null = null;
  let passed = 0;
  await openApp('/Wallet', {
    answers: { 'GET /account/userInfo': () => json({ ...member, moneyHeldUntil }) },
    now: () => NOW + passed,
  });
  await screen.findByRole('region', { name: 'In process' });
  expect(screen.queryByText('Your money is on hold')).toBeNull();
  moneyHeldUntil = '2999-01-01T00:00:00Z';
  passed = 60_000;
  await act(async () => void window.dispatchEvent(new Event('focus')));
  await screen.findByText('Your money is on hold');
});

it('a device whose clock is ahead says of nothing too early that it is over', async () => {
  const MINUTE = 60_000;
  const soon = new Date(NOW + 2 * MINUTE).toISOString();
  const member = { ...(example('GET', '/account/userInfo') as object), moneyHeldUntil: soon };
  const kept = { asset: 'USDT', amount: '400', kind: 'withdrawal', status: 'inProcess' };
  const pending = [{ ...kept, receiptId: ID, reference: 'W-7K2M-9QXD', dueAt: soon }];
  const dated = (body: unknown) => {
    const answer = json(body);
    answer.headers.set('date', new Date(NOW).toUTCString());
    return answer;
  };
  const opened = {
    now: () => NOW + 5 * MINUTE,
    answers: {
      'GET /account/userInfo': () => dated(member),
      'GET /wallet': () => dated({ ...wallet, pending }),
    },
  };
  await openApp('/Wallet', opened);
  expect(await screen.findByText(saying(/^On hold until /))).toBeDefined();
  expect(await screen.findByText(saying(/^Due .* \(in 2 minutes\)$/))).toBeDefined();
  expect(screen.queryByText(saying(/Overdue/))).toBeNull();
  cleanup();
  await openApp('/', opened);
  const panel = await screen.findByRole('region', { name: 'Needs your attention' });
  await within(panel).findByText(saying(/^Your money is on hold until /));
  expect(within(panel).queryByText(saying(/overdue/i))).toBeNull();
});

describe('money that the club holds', () => {
  it('is in the wallet with its amount, its receipt and one link to support that names the reference', async () => {
    await openApp('/Wallet', { answers: { 'GET /wallet': () => json({ ...wallet, held: [held] }) } });
    const panel = await screen.findByRole('region', { name: 'Held by the club' });
    expect(within(panel).getByText('20.00 USDT')).toBeDefined();
    expect(linkIn(panel, /Deposit D-7K2M-9QXD/)).toBe(`/Receipt/${ID}`);
    expect(linkIn(panel, /^Contact support/)).toBe(SUPPORT);
    expect(await axeFindings()).toEqual([]);
  });

  it('is listed on the dashboard, only if there is any', async () => {
    await openApp('/', { answers: { 'GET /wallet': () => json({ ...wallet, held: [held] }) } });
    const panel = await screen.findByRole('region', { name: 'Needs your attention' });
    expect(await within(panel).findByText(saying('Held by the club: 20.00 USDT'))).toBeDefined();
    expect(linkIn(panel, /^Contact support/)).toBe(SUPPORT);
    cleanup();
    await openApp('/', {
      answers: {
        'GET /wallet': () =>
          json({ ...wallet, held: [held, { ...held, receiptId: ID.replace('009', '010'), reference: 'D-2' }] }),
      },
    });
    expect(await screen.findByText('2 payments are held by the club')).toBeDefined();
    cleanup();
    await openApp('/Wallet', { answers: { 'GET /wallet': () => json({ ...wallet, held: [] }) } });
    await screen.findByRole('region', { name: 'In process' });
    expect(screen.queryByText(/Held by the club/)).toBeNull();
  });

  it('is explained on the receipt: how much, why, and what to do', async () => {
    const refused = {
      ...deposit,
      id: ID,
      receiptId: ID,
      status: 'notApproved',
      amount: '150',
      received: '20',
      minimum: '100',
      confirmations: 12,
      refusal: { reason: 'belowMinimum', minimum: '100' },
    };
    await openApp(`/Receipt/${ID}`, {
      answers: {
        [`GET /receipts/${ID}`]: () =>
          json({
            ...receipt,
            id: ID,
            kind: 'deposit',
            status: 'notApproved',
            reference: held.reference,
            asset: 'USDT',
            amount: '20',
            fee: null,
            net: null,
            withdrawal: null,
            deposit: refused,
          }),
      },
    });
    const panel = await screen.findByRole('region', { name: 'Payment' });
    expect(within(panel).getByText(saying('Held by the club: 20.00 USDT'))).toBeDefined();
    expect(
      within(panel).getByText(saying(/below the minimum of 100.00 USDT.*contact them with reference D-7K2M-9QXD/)),
    ).toBeDefined();
    expect(linkIn(panel, /^Contact support/)).toBe(SUPPORT);
    expect(await axeFindings()).toEqual([]);
  });
});

describe('cancelling a deposit request', () => {
  it('asks first, says what happens to coins on their way, and ends on the receipt', async () => {
    const own = deposit as { id: string; receiptId: string };
    const { sent } = await openApp('/Deposit', {
      answers: {
        'POST /deposits': () => json(deposit),
        [`POST /deposits/${own.id}/cancel`]: () => json({ ...deposit, status: 'cancel' }),
        [`GET /receipts/${own.receiptId}`]: () =>
          json({
            ...receipt,
            id: own.receiptId,
            kind: 'deposit',
            status: 'cancel',
            withdrawal: null,
            deposit: { ...deposit, status: 'cancel' },
          }),
      },
    });
    const cancels = () => sent.filter(({ call }) => call.endsWith('/cancel')).length;
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '500');
    await user.click(screen.getByRole('button', { name: 'Get address' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel request' }));
    expect(await screen.findByText(/If you’ve already sent coins, we’ll still credit them/)).toBeDefined();
    expect(cancels()).toBe(0);
    expect(await axeFindings()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Keep request' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel request' }));
    await screen.findByRole('heading', { name: 'Cancel this request?' });
    await user.click(screen.getByRole('button', { name: 'Cancel request' }));
    expect(
      await screen.findByText(/^Request canceled\. If you’ve already sent coins, we’ll still credit them/),
    ).toBeDefined();
    expect(screen.getByRole('region', { name: 'Payment' })).toBeDefined();
    expect(cancels()).toBe(1);
  });
});
