import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { teachDialogs } from './support/dialogs.ts';
import { json, NOW, openApp, problem } from './support/open-app.tsx';
import { ADDRESS, at, fact, ID, openReceipt, READ, sample } from './support/receipts.ts';
import { saying } from './support/saying.ts';

/** The receipt of a deposit: how it is paid, and that it is refreshed until it is credited. */

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
beforeEach(teachDialogs);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a deposit', () => {
  const deposit = {
    id: ID,
    receiptId: ID,
    reference: 'D-1',
    status: 'awaitingPayment',
    asset: 'USDT',
    network: 'ethereum',
    development: false,
    address: ADDRESS,
    paymentUri: `ethereum:${ADDRESS}`,
    amount: '400',
    minimum: '100',
    received: null,
    confirmations: 0,
    confirmationsNeeded: 12,
    transactionId: null,
    createdAt: at(-1),
    seenAt: null,
    creditedAt: null,
    delayedSince: null,
    sharedWith: [],
    refusal: null,
  };
  const receipt = (of: object) => ({
    ...sample,
    kind: 'deposit',
    amount: '400',
    fee: null,
    net: null,
    deposit: { ...deposit, ...of },
  });

  it('that waits for its payment shows the address, as text and as a picture', async () => {
    await openReceipt(receipt({}));
    await screen.findByRole('img', { name: 'Deposit QR code' });
    expect(screen.getByText('USDT · Ethereum')).toBeDefined();
    expect(fact('Minimum deposit')).toBe('100.00 USDT');
    expect(screen.getByText('Nothing received yet')).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it('that was seen counts its confirmations and requests no second payment', async () => {
    await openReceipt(receipt({ status: 'inProcess', received: '399.5', confirmations: 14 }));
    await screen.findByText('12 of 12');
    expect(screen.getByText('399.50 USDT')).toBeDefined();
    expect(screen.queryByRole('img', { name: 'Deposit QR code' })).toBeNull();
  });

  it('that was below the minimum says what arrived, what was needed, and whom to ask', async () => {
    const refused = { status: 'notApproved', received: '50', confirmations: 12 };
    await openReceipt(receipt({ ...refused, refusal: { reason: 'belowMinimum', minimum: '99.5' } }));
    await screen.findByText(
      saying(/We received 50\.00 USDT\. That’s below the minimum of 99\.50 USDT .* reference D-1\./),
    );
    expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toContain('D-1');
    cleanup();
    await openReceipt(receipt({ ...refused, refusal: { reason: 'belowMinimum', minimum: null } }));
    await screen.findByText(saying(/We received 50\.00 USDT, which is too small/));
  });

  it('to an address that the club no longer uses shows neither it nor a picture of it, and leads to a new one', async () => {
    await openReceipt(receipt({ status: 'cancel', addressRetired: true }));
    await screen.findByText('The club no longer uses this address');
    expect(screen.getByRole('link', { name: 'Request new address' }).getAttribute('href')).toContain('/Deposit');
    expect(screen.queryByText(ADDRESS)).toBeNull();
    cleanup();
    await openReceipt(receipt({ status: 'awaitingPayment', addressRetired: true }));
    await screen.findByText('The club no longer uses this address');
    expect(screen.queryByRole('img', { name: 'Deposit QR code' })).toBeNull();
    cleanup();
    const held = { status: 'notApproved', received: '50', confirmations: 12, addressRetired: true };
    await openReceipt(receipt({ ...held, refusal: { reason: 'retiredAddress', minimum: null } }));
    await screen.findByText(saying(/We received 50\.00 USDT at an address that the club no longer uses.* D-1\./));
    expect(screen.queryByText(/too small/)).toBeNull();
    expect(await axeFindings()).toEqual([]);
  });

  it('is refreshed until it is credited, and a failed refresh changes nothing', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const looks = [
      () => json(receipt({ status: 'inProcess', received: '400', confirmations: 3 })),
      () => problem(503, 'maintenance'),
      () =>
        json({
          ...receipt({ status: 'completed', received: '400', confirmations: 12, creditedAt: at(0) }),
          status: 'completed',
        }),
    ];
    let looked = 0;
    await openApp(`/receipt/${ID}`, {
      answers: { [READ]: () => (looks[looked++] ?? looks[2])?.() ?? problem(500, 'internal') },
    });
    await screen.findByText('3 of 12');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looked).toBe(2);
    expect(screen.getByText('3 of 12')).toBeDefined();
    await vi.advanceTimersByTimeAsync(10_000);
    await screen.findByText('12 of 12');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(looked).toBe(3);
  });
});
