import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { example, json, NOW, openApp, problem } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** /Wallet and the balance on the dashboard, which share one read. */

const wallet = example('GET', '/wallet') as { balances: object[] };
const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const withdrawal = {
  receiptId: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001',
  reference: 'W-7K2M-9QXD',
  kind: 'withdrawal',
  status: 'inProcess',
  asset: 'USDT',
  amount: '400.123456',
  dueAt: at(240),
};
const late = {
  ...withdrawal,
  receiptId: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e002',
  reference: 'W-LATE',
  status: 'approved',
  dueAt: at(-1),
};
const deposit = {
  ...withdrawal,
  receiptId: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e003',
  reference: 'D-7K2M-9QXD',
  kind: 'deposit',
  dueAt: null,
};
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/wallet/wallet.page.tsx'),
    import('#src/pages/dashboard/dashboard.page.tsx'),
    import('#src/frames/member-frame.tsx'),
  ]);
});
/** Of further records. */
const IDS_OF_MORE = ['0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e0a1', '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e0a2'];

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const openWith = (rest: object) =>
  openApp('/wallet', { answers: { 'GET /wallet': () => json({ ...wallet, ...rest }) } });

describe('the wallet', () => {
  it('shows the sum with the age of its rates, and each asset, whose exact amount is a tap away', async () => {
    await openWith({
      balances: [
        { asset: 'BTC', available: '0.25001234', underWay: '0.1', staked: '0', usd: '17250.85' },
        { asset: 'MSPC', available: '1', underWay: '0', staked: '0', usd: null },
      ],
    });
    await screen.findByText('29,750.00 USD');
    expect(within(screen.getByRole('region', { name: 'Wallet total' })).getByText('29,750.00 USD')).toBeDefined();
    expect(screen.getByText(saying(/^At rates as of 2026-11-21 .* \(1 minute ago\)\.$/))).toBeDefined();
    const bitcoin = within(screen.getByRole('heading', { name: /Bitcoin/ }).closest('li') as HTMLElement);
    expect(bitcoin.getByText('0.10 BTC')).toBeDefined();
    await user.click(bitcoin.getByRole('button', { name: /0\.25 BTC/ }));
    expect(bitcoin.getByText('0.25001234 BTC')).toBeDefined();
    expect(screen.getByText('No rate')).toBeDefined();
    expect(screen.queryByText('Out of date')).toBeNull();
    expect(screen.getByText('Nothing is in process.')).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it('shows the range if its rates are of different times, and never only the oldest', async () => {
    await openWith({ ratesAt: '2026-11-21T03:10:48Z', newestRateAt: '2026-11-21T03:59:29Z' });
    await screen.findByText(saying(/^At rates from 2026-11-21 \d\d:10:48 to \d\d:59:29\.$/));
    expect(screen.queryByText(/minutes ago/)).toBeNull();
    cleanup();
    await openApp('/', {
      answers: {
        'GET /wallet': () => json({ ...wallet, ratesAt: '2026-11-19T03:10:48Z', newestRateAt: '2026-11-21T03:59:29Z' }),
      },
    });
    // Each date is a separate element, so that it isn't broken at a hyphen.
    const told = /^In USD, rates from 2026-11-19 \d\d:10:48 to 2026-11-21 \d\d:59:29$/;
    await screen.findByText((_, element) => element?.tagName === 'P' && told.test(element.textContent));
  });

  it('hides every amount at a press, as Home does', async () => {
    const { services } = await openWith({
      pending: [withdrawal],
      held: [{ ...withdrawal, reference: 'D-SHORT', amount: '19.5', heldSince: '2026-11-18T05:00:00Z' }],
    });
    const main = screen.getByRole('main');
    await screen.findByText('29,750.00 USD');
    expect(main.textContent).toMatch(/19\.50 USDT/);
    await user.click(screen.getByRole('button', { name: 'Hide amounts', pressed: false }));
    await screen.findByRole('button', { name: 'Hide amounts', pressed: true });
    expect(main.textContent).not.toMatch(/\d[\d,]*\.\d+|\d (?:USD|USDT|BTC|MP)/);
    expect(services.storage.get('amountsHidden')).toBe(true);
    expect(await axeFindings()).toEqual([]);
    await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Home' }));
    await screen.findByRole('region', { name: 'Total assets' });
    expect(screen.getByRole('button', { name: 'Hide amounts', pressed: true })).toBeDefined();
  });

  it('says that what is staked or under way is not part of the sum', async () => {
    await openWith({});
    expect(await screen.findByText('The total leaves out staked funds and funds in process.')).toBeDefined();
  });

  it('says if the rates are stale, and if there are none', async () => {
    await openWith({ ratesStale: true });
    await screen.findByText('Out of date');
    expect(screen.getByText(/so the total may be off/)).toBeDefined();
    cleanup();
    await openWith({ ratesAt: null });
    await screen.findByText('There are no rates yet.');
  });

  it('says that there is nothing to value, not that there are no rates, if the balance is zero', async () => {
    await openWith({
      balances: [{ asset: 'USDT', available: '0', underWay: '0', staked: '0', usd: '0' }],
      totalUsd: '0',
      ratesAt: null,
      newestRateAt: null,
    });
    await screen.findByText('There’s nothing to value yet.');
    expect(screen.queryByText('There are no rates yet.')).toBeNull();
  });

  it('shows what is under way with its due time, and what is late', async () => {
    await openWith({ pending: [late, withdrawal, deposit] });
    const panel = within(await screen.findByRole('region', { name: 'In process' }));
    const row = panel.getByRole('link', { name: /Due 2026-12-01 \( ?in 10 days ?\)/ });
    expect(row.getAttribute('href')).toBe(`/Receipt/${withdrawal.receiptId}`);
    expect(row.textContent).toMatch(/^Withdrawal 400\.12 USDT.*Due 2026-12-01 \(in 10 days\)/);
    expect(panel.getByText(saying(/^Overdue since 2026-11-21\. Its receipt says whom to contact\.$/))).toBeDefined();
    expect(panel.getByText('Once the network has confirmed it')).toBeDefined();
    expect(panel.queryByText(/in -|ago/)).toBeNull();
    expect(await axeFindings()).toEqual([]);
  });

  it('shows the requests that wait for a payment, each leading to its address, and counts none of them', async () => {
    const requests = Array.from({ length: 2 }, (_, place) => ({
      receiptId: `0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e01${place}`,
      reference: `D-7K2M-9QX${place}`,
      asset: 'USDT',
      amount: place === 1 ? '0.5' : '500',
      requestedAt: at(-place),
    }));
    await openWith({ awaited: requests });
    const panel = within(await screen.findByRole('region', { name: 'In process' }));
    const links = panel.getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Deposit 500\.00 USDT +Waiting for your payment *$/),
      expect.stringMatching(/^Deposit 0\.50 USDT +Waiting for your payment *$/),
    ]);
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      requests.map(({ receiptId }) => `/Receipt/${receiptId}`),
    );
    // Only money that was paid could be lost.
    expect(panel.queryByText(/isn’t lost/)).toBeNull();
    expect(screen.getByText('29,750.00 USD')).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it('links to every way to move money, even while it cannot be read, and can be retried', async () => {
    let down = true;
    await openApp('/Wallet', { answers: { 'GET /wallet': () => (down ? problem(500, 'internal') : json(wallet)) } });
    expect((await screen.findByRole('alert')).textContent).toContain('req-7d1f');
    const main = within(screen.getByRole('main'));
    const ways = main.getAllByRole('link').filter((link) => link.closest('[role="alert"]') === null);
    expect(ways.map((link) => link.getAttribute('href'))).toEqual([
      '/History',
      '/Deposit',
      '/Withdraw',
      '/Transfer',
      '/Exchange',
      '/Package',
      '/Staking',
      '/Rate',
      '/Addresses',
    ]);
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('29,750.00 USD');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each(['ja-JP', 'zh-CN'] as const)('is complete in %s', async (culture) => {
    await openApp('/Wallet', {
      culture,
      answers: { 'GET /wallet': () => json({ ...wallet, ratesStale: true, pending: [late, withdrawal, deposit] }) },
    });
    await screen.findByText('29,750.00 USD');
    expect(screen.getByRole('main').textContent).not.toMatch(/\b(the|rates|due|available)\b|wallet:|money:/i);
  });
});

describe('the list of assets', () => {
  const balances = [
    { asset: 'USDT', available: '12500.123456', underWay: '0', staked: '5000', usd: '12500.12' },
    { asset: 'BTC', available: '0.00001', underWay: '0', staked: '0', usd: '0.69' },
    { asset: 'ETH', available: '0', underWay: '0', staked: '0', usd: '0' },
    // Nothing is available, but something is on its way; and nobody knows what the last one is worth.
    { asset: 'MP', available: '0', underWay: '0', staked: '3.5', usd: '0' },
    { asset: 'MSPC', available: '0.5', underWay: '0', staked: '0', usd: null },
    { asset: 'PP', available: '0', underWay: '0', staked: '0', usd: '0' },
  ];
  const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

  it('leaves out small balances if the member wants that, on this device, and says how many', async () => {
    const { services } = await openWith({ balances });
    const small = await screen.findByRole('switch', { name: /Hide small balances/ });
    expect(names()).toEqual(expect.arrayContaining(['BitcoinBTC', 'EtherETH']));
    await user.click(small);
    expect(screen.getByText('2 balances below 1 USD are hidden.')).toBeDefined();
    expect(names()).toEqual(
      expect.arrayContaining(['TetherUSDT', 'Member pointsMP', 'Club tokenMSPC', 'Principal pointsPP']),
    );
    expect(names().filter((name) => /BTC|ETH/.test(name))).toEqual([]);
    expect(services.storage.get('smallHidden')).toBe(true);
  });

  it('says that what stakes hold of points includes rewards', async () => {
    await openWith({ balances });
    const list = within(await screen.findByRole('region', { name: 'Balances' }));
    const row = (name: string) => list.getByRole('heading', { name }).closest('li')?.textContent;
    expect(row('Tether USDT')).toMatch(/Staked5,000\.00 USDT$/);
    expect(row('Member points MP')).toMatch(/Staked \+ rewards3\.50 MP$/);
  });

  it('has points apart from money', async () => {
    await openWith({ balances });
    const points = within(await screen.findByRole('region', { name: 'Points' }));
    expect(points.getByText('Principal points')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Balances' })).queryByText('Principal points')).toBeNull();
  });

  it('opens each on a page of its own, with its exact figures and the acts that it allows', async () => {
    const { services, sent } = await openWith({ balances });
    await user.click(await screen.findByRole('link', { name: 'Tether' }));
    await screen.findByRole('heading', { level: 1, name: 'Tether' });
    const panel = within(await screen.findByRole('region', { name: 'Available' }));
    expect(await panel.findByText('12,500.123456 USDT')).toBeDefined();
    expect(panel.getByText('Staked').parentElement?.textContent).toBe('Staked5,000.00 USDT');
    expect(panel.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Deposit',
      'Withdraw',
      'Transfer',
      'Exchange',
    ]);
    await waitFor(() => expect(sent.some(({ call }) => call === 'GET /histories/all')).toBe(true));
    await user.click(panel.getByRole('link', { name: 'Withdraw' }));
    expect(services.storage.get('withdrawalAssetName')).toBe('USDT');
  });

  it('offers nothing for points, which can’t be moved', async () => {
    await openApp('/Wallet?asset=PP', { answers: { 'GET /wallet': () => json({ ...wallet, balances }) } });
    const panel = within(await screen.findByRole('region', { name: 'Available' }));
    await panel.findByText('0.00 PP', { selector: '.hero-figure' });
    expect(panel.queryAllByRole('link')).toEqual([]);
  });
});

describe('the balance on the dashboard', () => {
  it('is a summary of the wallet', async () => {
    await openApp('/', {
      answers: {
        'GET /wallet': () =>
          json({
            ...wallet,
            balances: [...wallet.balances, { asset: 'ETH', available: '0', underWay: '0', staked: '0', usd: '0' }],
            pending: [withdrawal],
          }),
      },
    });
    const panel = within(await screen.findByRole('region', { name: 'Your assets' }));
    expect(panel.getByText('Wallet').parentElement?.textContent).toBe('Wallet29,750.00 USD');
    expect(panel.getByText('Staked').parentElement?.textContent).toBe('Staked5,000.00 USD');
    expect(panel.getByText('Bitcoin').parentElement?.textContent).toBe('Bitcoin0.25 BTC17,250.00 USD');
    expect(panel.queryByText('Ether')).toBeNull();
    expect(within(screen.getByRole('region', { name: 'Total assets' })).getByText('34,750.00 USD')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'In process' })).getAllByRole('listitem')).toHaveLength(1);
    expect(panel.getByRole('link', { name: 'My wallet' }).getAttribute('href')).toBe('/Wallet');
    expect(await axeFindings()).toEqual([]);
  });

  it('shows a request that waits for its payment', async () => {
    const { receiptId, reference, asset } = deposit;
    const awaited = [{ receiptId, reference, asset, amount: '500', requestedAt: at(-1) }];
    await openApp('/', { answers: { 'GET /wallet': () => json({ ...wallet, awaited }) } });
    const panel = within(await screen.findByRole('region', { name: 'In process' }));
    expect(
      panel.getByRole('link', { name: /^Deposit 500\.00 USDT +Waiting for your payment/ }).getAttribute('href'),
    ).toBe(`/Receipt/${receiptId}`);
    expect(within(screen.getByRole('region', { name: 'Total assets' })).getByText('34,750.00 USD')).toBeDefined();
  });

  it('shows the first in process and the first that waits for its payment, and leads to the others', async () => {
    const { receiptId, reference, asset } = deposit;
    const request = { receiptId, reference, asset, amount: '500', requestedAt: at(-1) };
    const pending = [late, withdrawal, { ...withdrawal, receiptId: IDS_OF_MORE[0] }];
    const awaited = [request, { ...request, receiptId: IDS_OF_MORE[1] }];
    await openApp('/', { answers: { 'GET /wallet': () => json({ ...wallet, pending, awaited }) } });
    const panel = within(await screen.findByRole('region', { name: 'In process' }));
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Overdue since/),
      expect.stringMatching(/^Deposit 500\.00 USDT Waiting for your payment/),
    ]);
    expect(panel.getByRole('link', { name: 'All 5' }).getAttribute('href')).toBe('/Wallet');
  });

  it('says what its total leaves out, by name alone while amounts are hidden', async () => {
    const balances = [{ asset: 'ETH', available: '3', underWay: '0', staked: '0', usd: null }];
    await openApp('/', { answers: { 'GET /wallet': () => json({ ...wallet, balances, totalUsd: '0' }) } });
    const panel = within(await screen.findByRole('region', { name: 'Your assets' }));
    expect(panel.getByText(saying('Not included, since there’s no rate: 3.00 ETH.'))).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Hide amounts/ }));
    expect(panel.getByText('Not included, since there’s no rate: Ether.')).toBeDefined();
  });

  it('says that there is none yet', async () => {
    await openApp('/', {
      answers: {
        'GET /wallet': () => json({ ...wallet, balances: [], totalUsd: '0', ratesAt: null }),
        'GET /wallet/days': () =>
          json({ items: [{ day: '2026-11-21', walletUsd: '0', stakedUsd: '0', onTheWayUsd: '0', paidInUsd: '0' }] }),
        'GET /stakes': () =>
          json({
            items: [],
            nextCursor: null,
            totals: { runningUsd: '0', maturedUsd: '0', accruedMp: '0', earnedMp: '0' },
          }),
      },
    });
    await screen.findByText('No balance yet. Make your first deposit.');
  });
});
