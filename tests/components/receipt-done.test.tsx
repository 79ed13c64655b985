import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { teachDialogs } from './support/dialogs.ts';
import { example, json, openApp } from './support/open-app.tsx';
import { details, fact, ID, READ, withdrawal } from './support/receipts.ts';
import { saying } from './support/saying.ts';

/** What a receipt says at the end of the act that made it. */

const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/pages/receipt/done-panel.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/frames/notice-list.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
beforeEach(teachDialogs);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the end of an act', () => {
  const [stake] = (example('GET', '/stakes') as { items: [object] }).items;
  const nothing = { fee: null, net: null, rate: null, rateAt: null, withdrawal: null, status: null };
  const begun = { ...stake, endsAt: '2027-02-24T03:00:00Z' };
  const back = { counterAsset: 'USDT', counterAmount: '5000' };
  const IN_WALLET = 'It’s already in your wallet.';
  const LOCKED = 'Your stake is locked until 2027-02-24. Then you choose: restake it or return it to your wallet.';
  it.each([
    [
      'withdrawalAccepted',
      { status: 'inProcess', net: '360', withdrawal: details },
      ['Expected payout: 360.00 USDT on 2026-12-01.'],
    ],
    ['transferSent', { kind: 'transferOut' }, ['It’s already in the other member’s wallet.']],
    ['exchanged', { kind: 'exchange' }, [IN_WALLET]],
    ['depositCredited', { kind: 'deposit', status: 'completed' }, [IN_WALLET]],
    ['stakeWithdrawn', { kind: 'stakeWithdrawal' }, [IN_WALLET]],
    ['bought', { kind: 'purchase', stake: begun }, [LOCKED]],
    ['restaked', { kind: 'restake', stake: begun }, [LOCKED]],
    ['restaked', { kind: 'restake', stake: begun, ...back }, [LOCKED, '5,000.00 USDT is back in your wallet.']],
    // Nothing is said of a stake that the receipt doesn't have.
    ['bought', { kind: 'purchase' }, []],
    ['restaked', { kind: 'restake' }, []],
    ['restaked', { kind: 'restake', ...back }, ['5,000.00 USDT is back in your wallet.']],
  ])('%s of %j says what comes next, and no more', async (notice, rest, words) => {
    const receipt = { ...withdrawal(nothing), ...rest };
    await openApp(`/Receipt/${ID}`, { answers: { [READ]: () => json(receipt) }, state: { notice } });
    const done = (await screen.findByRole('button', { name: 'See receipt' })).closest('section') as HTMLElement;
    const said = [...done.querySelectorAll('p')].map(({ textContent }) => textContent);
    expect(said.filter((each) => each.endsWith('.'))).toEqual(words);
  });

  it('of a transfer names whom it went to', async () => {
    const sent = { kind: 'transferOut', amount: '-5', counterparty: 'hanako', counterpartyName: 'Hanako S.' };
    const receipt = { ...withdrawal(nothing), ...sent };
    await openApp(`/Receipt/${ID}`, { answers: { [READ]: () => json(receipt) }, state: { notice: 'transferSent' } });
    const done = (await screen.findByRole('button', { name: 'See receipt' })).closest('section') as HTMLElement;
    expect(within(done).getByText('to Hanako S.').parentElement?.textContent).toBe('to Hanako S.@hanako');
    expect(done.querySelector('[data-initials="HS"]')).not.toBeNull();
  });

  it('leads to the receipt at once, however motion is set', async () => {
    const scrolled = vi.fn<Element['scrollIntoView']>();
    Element.prototype.scrollIntoView = scrolled;
    await openApp(`/Receipt/${ID}`, {
      answers: { [READ]: () => json(withdrawal({ status: 'inProcess' })) },
      state: { notice: 'withdrawalAccepted' },
    });
    await user.click(await screen.findByRole('button', { name: 'See receipt' }));
    expect(document.activeElement?.textContent).toBe('What happened');
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: 'start' });
  });

  it('is not that of another receipt, which is opened from here', async () => {
    const other = '5b0f7c1e-2a55-4b0e-9a0e-0d6a4a559d0e';
    const received = { kind: 'transferReceived', asset: 'BTC', amount: '2', receiptId: other, read: true };
    const notice = { ...received, id: '1', at: '2026-11-21T03:00:00Z', stage: null, ticket: null, heldUntil: null };
    await openApp(`/Receipt/${ID}`, {
      answers: {
        [READ]: () => json({ ...withdrawal(nothing), kind: 'transferOut' }),
        [`GET /receipts/${other}`]: () => json({ ...withdrawal(nothing), id: other, kind: 'transferIn' }),
        'GET /notices': () => json({ items: [notice], nextCursor: null, unread: 0 }),
      },
      state: { notice: 'transferSent' },
    });
    await screen.findByRole('button', { name: 'See receipt' });
    const [bell] = screen.getAllByRole('button', { name: /^Notifications/ });
    await user.click(bell as HTMLElement);
    await user.click(await screen.findByRole('link', { name: /Transfer of 2\.00 BTC received/ }));
    await screen.findByRole('heading', { level: 1, name: 'Transfer received' });
    expect(screen.queryByRole('button', { name: 'See receipt' })).toBeNull();
    expect(screen.queryByText(/^Transfer sent/)).toBeNull();
  });
});

describe('a restake', () => {
  const [stake] = (example('GET', '/stakes') as { items: [object] }).items;
  const kept = { ...stake, stakedUsdt: '1000', stakedMp: '182.5' };
  const restake = {
    ...withdrawal({ fee: null, net: null, rate: null, rateAt: null, withdrawal: null, status: null, journals: [] }),
    kind: 'restake',
    asset: 'MP',
    amount: '-182.5',
    counterAsset: null,
    counterAmount: null,
  };
  const opened = async (receipt: object) => {
    await openApp(`/Receipt/${ID}`, { answers: { [READ]: () => json(receipt) }, state: { notice: 'restaked' } });
    const done = (await screen.findByRole('button', { name: 'See receipt' })).closest('section') as HTMLElement;
    return within(done);
  };

  it('of everything says all that is staked again, without a sign, and that no wallet changed', async () => {
    const done = await opened({ ...restake, stake: kept });
    expect([done.getByText('1,000.00 USDT').tagName, done.getByText('182.50 MP').tagName]).toEqual(['SPAN', 'SPAN']);
    screen.getByText(saying('You restaked 1,000.00 USDT and 182.50 MP.'));
    expect(fact('Amount restaked')).toBe('1,000.00 USDT182.50 MP');
    screen.getByText('No wallet changed: everything stayed staked.');
    expect(screen.getByRole('main').textContent).not.toMatch(/[-+][\d,]+\.\d+ (MP|USDT)|\byet\b/);
  });

  it('of the MP alone has a sign at what returned, which moved', async () => {
    const back = { counterAsset: 'USDT', counterAmount: '1000' };
    const done = await opened({ ...restake, ...back, stake: { ...kept, stakedUsdt: '0' } });
    done.getByText('182.50 MP');
    expect(done.getByText('+1,000.00 USDT').className).toContain('text-success');
    screen.getByText(saying('You restaked 182.50 MP; 1,000.00 USDT is back in your wallet.'));
    expect([fact('Amount restaked'), fact('Back in your wallet')]).toEqual(['182.50 MP', '1,000.00 USDT']);
  });
});
