import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { example, json, NOW, openApp, problem } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** What is shown beside the address: that payments are delayed, and that other requests wait there too. */

interface Options {
  readonly assets: readonly { readonly networks: readonly object[] }[];
}
const options = example('GET', '/deposits/options') as Options;
const deposit = example('POST', '/deposits') as { readonly id: string };
const SINCE = '2026-11-21T03:00:00Z';
const delayed = {
  ...options,
  assets: options.assets.map((asset) => ({
    ...asset,
    networks: asset.networks.map((network) => ({ ...network, delayedSince: SINCE })),
  })),
};
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/deposit/deposit.route.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('requests that share an address', () => {
  const asks = async (sharedWith: readonly object[]) => {
    await openApp('/Deposit', { answers: { 'POST /deposits': () => json({ ...deposit, sharedWith }) } });
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '500');
    await user.click(screen.getByRole('button', { name: 'Get address' }));
    await screen.findByText('Send to this address');
  };

  it('are named beside it, with the one that a payment counts for', async () => {
    await asks([
      { reference: 'D-AAAA-AAAA', amount: '20' },
      { reference: 'D-BBBB-BBBB', amount: null },
    ]);
    expect(screen.getByText('You have 2 other open requests at this address')).toBeDefined();
    expect(
      screen.getByText(
        saying(
          '20.00 USDT (D-AAAA-AAAA), D-BBBB-BBBB. Each payment completes one request: the one for exactly that amount, or else the oldest.',
        ),
      ),
    ).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it('are not mentioned if there is only one', async () => {
    await asks([]);
    expect(screen.queryByText(/at this address$/)).toBeNull();
  });
});

describe('a delayed network', () => {
  it('is named in the form and beside the address, with its beginning and that nothing is lost', async () => {
    await openApp('/Deposit', {
      answers: {
        'GET /deposits/options': () => json(delayed),
        'POST /deposits': () => json({ ...deposit, delayedSince: SINCE }),
      },
    });
    expect(await screen.findByText(/^Deposits on Ethereum .*are delayed$/)).toBeDefined();
    expect(screen.getByText(saying(/since 2026-11-21 .* What you send is safe/))).toBeDefined();
    expect(await axeFindings()).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '500');
    await user.click(screen.getByRole('button', { name: 'Get address' }));
    await screen.findByText('Send to this address');
    expect(screen.getByText(/^Deposits on Ethereum .*are delayed$/)).toBeDefined();
  });

  it('is not mentioned if payments are seen', async () => {
    await openApp('/Deposit');
    await screen.findByRole('textbox', { name: 'Amount' });
    expect(screen.queryByText(/are delayed/)).toBeNull();
  });
});

describe('a refused cancellation', () => {
  afterEach(() => vi.useRealTimers());
  const paid = {
    status: 'inProcess',
    received: '480',
    confirmations: 3,
    transactionId: `0x${'9f'.repeat(32)}`,
    seenAt: new Date(NOW).toISOString(),
  };

  it('stays beside the address while the chain is read again, and leaves the focus where it is', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    let looks = 0;
    await openApp('/Deposit', {
      answers: {
        'POST /deposits': () => json(deposit),
        [`POST /deposits/${deposit.id}/cancel`]: () => problem(429, 'too_many_requests', { retryAfterSeconds: 60 }),
        [`GET /deposits/${deposit.id}`]: () => {
          looks += 1;
          return json(looks < 3 ? deposit : { ...deposit, ...paid });
        },
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '500');
    await user.click(screen.getByRole('button', { name: 'Get address' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel request' }));
    await user.click(
      within(screen.getByRole('group', { name: 'Cancel this request?' })).getByRole('button', { name: /^Cancel/ }),
    );
    const refusal = await screen.findByRole('alert');
    const back = screen.getByRole('button', { name: 'Back' });
    back.focus();
    for (const look of [1, 2]) {
      await act(() => vi.advanceTimersByTimeAsync(5_100));
      await waitFor(() => expect(looks).toBe(look));
      await act(() => vi.advanceTimersByTimeAsync(100));
      expect(refusal.isConnected).toBe(true);
      expect(document.activeElement).toBe(back);
    }
    // What the chain has seen is not missed.
    await act(() => vi.advanceTimersByTimeAsync(5_100));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Cancel request' })).toBeNull();
  });
});
