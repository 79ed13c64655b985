import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { example, json, NOW, openApp } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** Home: amounts that can be hidden, days that can be read, and the steps of a new member. */

const user = userEvent.setup({ delay: null });
const member = example('GET', '/account/userInfo') as object;
const wallet = example('GET', '/wallet') as object;
const stakes = example('GET', '/stakes') as { readonly items: object[] };
const pending = {
  receiptId: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001',
  reference: 'W-7K2M-9QXD',
  kind: 'withdrawal',
  status: 'inProcess',
  asset: 'USDT',
  amount: '400.123456',
  dueAt: null,
};
const held = { ...pending, amount: '19.5', heldSince: '2026-11-18T05:00:00Z' };
const DAY_MS = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/dashboard/dashboard.page.tsx'),
    import('#src/pages/dashboard/curve.tsx'),
    import('#src/frames/member-frame.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const region = (name: string) => screen.findByRole('region', { name });

describe('the amounts', () => {
  it('are hidden at a press, everywhere on the page, and stay so on this device', async () => {
    const { services } = await openApp('/', {
      answers: {
        'GET /wallet': () => json({ ...wallet, pending: [pending], held: [held] }),
        'GET /histories/all': () => json(example('GET', '/histories/{kind}')),
      },
    });
    const own = within(await region('Total assets'));
    await own.findByText('34,750.00 USD');
    await own.findByRole('slider');
    await region('In process');
    await screen.findByText(saying('Held by the club: 19.50 USDT'));
    await within(await region('Latest activity')).findByText('Withdrawal');
    const eye = screen.getByRole('button', { name: 'Hide amounts', pressed: false });
    await user.click(eye);
    expect(eye.getAttribute('aria-pressed')).toBe('true');
    const main = screen.getByRole('main');
    // What is hidden on which page, and what isn't, is looked at in hidden-amounts.test.tsx.
    await waitFor(() => expect(main.textContent).not.toContain('34,750.00'));
    expect(own.getByRole('slider').getAttribute('aria-valuetext')).toBe('2026-11-21: Amount hidden');
    expect(services.storage.get('amountsHidden')).toBe(true);
    expect(await axeFindings()).toEqual([]);
    await user.click(eye);
    await own.findByText('34,750.00 USD');
    expect(services.storage.get('amountsHidden')).toBe(false);
  });

  it('are hidden from the start if they were', async () => {
    await openApp('/Faq', { stored: { 'perch.amountsHidden': 'true' } });
    await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Home' }));
    await screen.findByRole('button', { name: 'Hide amounts', pressed: true });
    await region('Your assets');
    expect(screen.queryByText('34,750.00 USD')).toBeNull();
  });
});

describe('a stake that should be unlocked by now', () => {
  it('needs the member, with its receipt', async () => {
    const [stake] = stakes.items;
    const late = { ...stake, state: 'running', daysLeft: 0 };
    await openApp('/', { answers: { 'GET /stakes': () => json({ ...stakes, items: [late] }) } });
    const panel = within(await region('Needs your attention'));
    const row = (await panel.findByText('1 stake is overdue to unlock')).closest('li');
    expect(row?.querySelector('a')?.getAttribute('href')).toMatch(/^\/Receipt\//);
  });
});

describe('the days', () => {
  const opened = async () => {
    await openApp('/');
    const own = within(await region('Total assets'));
    return { own, slider: await own.findByRole('slider', { name: 'Balance over time' }) };
  };

  it('are read one by one, and the last again when the focus leaves', async () => {
    const { own, slider } = await opened();
    expect(own.getByText('90-day gain: 100.00 USD')).toBeDefined();
    slider.focus();
    fireEvent.change(slider, { target: { value: '0' } });
    expect(slider.getAttribute('aria-valuetext')).toBe('2026-11-20: 34,500.00 USD');
    expect(own.getByText('34,500.00 USD')).toBeDefined();
    expect(own.queryByText(/^90-day gain/)).toBeNull();
    fireEvent.blur(slider);
    expect(own.getByText('90-day gain: 100.00 USD')).toBeDefined();
  });

  it.each([
    // From nothing there is no percentage.
    ['0', '0', '90-day gain: 34,750.00 USD'],
    ['35000', '0', '90-day loss: 5,250.00 USD (13.13%)'],
    // Nor does it say anything where money came or went.
    ['29000', '750', 'No gain or loss in 90 days'],
    ['29000', '1000', '90-day loss: 250.00 USD'],
    ['29750', '-12.5', '90-day gain: 12.50 USD'],
  ])(
    'say what was gained since there were %s USD, without the %s that were paid in',
    async (walletUsd, paid, words) => {
      const staked = walletUsd === '0' ? '0' : '5000';
      await openApp('/', {
        answers: {
          'GET /wallet/days': () =>
            json({
              items: [
                { day: '2026-11-20', walletUsd, stakedUsd: staked, onTheWayUsd: '0', paidInUsd: '0' },
                { day: '2026-11-21', walletUsd: '29750', stakedUsd: '5000', onTheWayUsd: '0', paidInUsd: paid },
              ],
            }),
        },
      });
      expect(await within(await region('Total assets')).findByText(words)).toBeDefined();
    },
  );

  it('are read by a mouse that passes over them', async () => {
    const { own, slider } = await opened();
    vi.spyOn(slider, 'getBoundingClientRect').mockReturnValue({ left: 100, width: 200 } as DOMRect);
    fireEvent.pointerMove(slider, { pointerType: 'mouse', clientX: 110 });
    expect(own.getByText('34,500.00 USD')).toBeDefined();
    fireEvent.pointerLeave(slider, { pointerType: 'mouse' });
    expect(own.getByText('90-day gain: 100.00 USD')).toBeDefined();
  });

  it('are a table as well', async () => {
    const { own } = await opened();
    expect(own.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      'Date (UTC)Total (USD)Wallet (USD)Staked (USD)In process (USD)',
      '2026-11-2134,750.0029,750.005,000.000.00',
      '2026-11-2034,500.0029,500.005,000.000.00',
    ]);
  });

  it('end at the figure, which counts what is on the way, while the gain is that of the days as they were read', async () => {
    const balances = [{ asset: 'USDT', available: '12100', underWay: '400', staked: '5000', usd: '12100' }];
    await openApp('/', {
      answers: {
        'GET /wallet': () => json({ ...wallet, balances, totalUsd: '29350', pending: [{ ...pending, amount: '400' }] }),
        'GET /rates': () => {
          const [rate] = (example('GET', '/rates') as { readonly items: [object] }).items;
          return json({ ...(example('GET', '/rates') as object), items: [{ ...rate, asset: 'USDT', usd: '1' }] });
        },
        // Read before the withdrawal was accepted, and before a rate rose.
        'GET /wallet/days': () =>
          json({
            items: [
              { day: '2026-11-20', walletUsd: '29500', stakedUsd: '5000', onTheWayUsd: '0', paidInUsd: '0' },
              { day: '2026-11-21', walletUsd: '29745', stakedUsd: '5000', onTheWayUsd: '0', paidInUsd: '145' },
            ],
          }),
      },
    });
    const own = within(await region('Total assets'));
    const slider = await own.findByRole('slider', { name: 'Balance over time' });
    expect(own.getByText('34,750.00 USD')).toBeDefined();
    expect(own.getByText('90-day gain: 100.00 USD')).toBeDefined();
    expect(slider.getAttribute('aria-valuetext')).toBe('2026-11-21: 34,750.00 USD');
    expect(own.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
      'Date (UTC)Total (USD)Wallet (USD)Staked (USD)In process (USD)',
      '2026-11-2134,750.0029,350.005,000.00400.00',
      '2026-11-2034,500.0029,500.005,000.000.00',
    ]);
  });
});

describe('a new member', () => {
  const open = (info: object, rest: object = {}) =>
    openApp('/', {
      answers: {
        'GET /account/userInfo': () => json({ ...member, ...info }),
        'GET /wallet': () => json({ ...wallet, balances: [], totalUsd: '0', ratesAt: null, ...rest }),
        'GET /stakes': () => json({ ...stakes, items: [] }),
        'GET /account/communityInfo': () =>
          json({ ...(example('GET', '/account/communityInfo') as object), introduced: 0 }),
      },
    });

  it('sees the first steps, with those that are done', async () => {
    await open({ joinedAt: new Date(NOW - DAY_MS).toISOString(), emailVerified: true, twoFactorEnabled: false });
    const steps = within(await region('Your first steps'));
    expect(steps.getByText('1 of 5 done')).toBeDefined();
    expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Verify your emailDone',
      '2Set up your authenticator app',
      '3Make your first deposit',
      '4Choose your first plan',
      '5Invite someone',
    ]);
    expect(steps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/Authentication',
      '/Deposit',
      '/Package',
      '/Referral',
    ]);
    expect(await axeFindings()).toEqual([]);
    // The second factor is one of the steps: it is not asked for twice.
    expect(screen.queryByRole('region', { name: 'Needs your attention' })?.textContent ?? '').not.toMatch(/Two-factor/);
  });

  it('sees them later as well, until there was a deposit', async () => {
    await open({ joinedAt: new Date(NOW - 400 * DAY_MS).toISOString() });
    expect(
      within(await region('Your first steps')).getByRole('link', { name: 'Make your first deposit' }),
    ).toBeDefined();
  });

  it('sees none of them after that', async () => {
    await openApp('/');
    await region('Your assets');
    expect(screen.queryByRole('region', { name: 'Your first steps' })).toBeNull();
  });
});

describe('the latest activity', () => {
  it('is the newest of every kind, and opens its receipt', async () => {
    const [sample] = (example('GET', '/histories/{kind}') as { readonly items: [object] }).items;
    const items = ['transferIn', 'deposit', 'restake', 'exchange', 'stakingReward', 'binaryBonus'].map(
      (kind, place) => ({
        ...sample,
        id: `0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e00${place}`,
        kind,
        status: null,
      }),
    );
    await openApp('/', {
      answers: {
        'GET /histories/all': () => json({ ...(example('GET', '/histories/{kind}') as object), items }),
      },
    });
    const list = within(await region('Latest activity'));
    await list.findByText('Transfer received');
    expect(
      list.getAllByRole('listitem').map((row) => row.querySelector('.moved-head > :first-child')?.textContent),
    ).toEqual(['Transfer received', 'Deposit', 'Restake', 'Exchange', 'Staking reward']);
    expect(list.getByRole('link', { name: /^Deposit/ }).getAttribute('href')).toBe(
      '/Receipt/0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001',
    );
    expect(list.getByRole('link', { name: 'All activity' }).getAttribute('href')).toBe('/History');
  });

  it('says to whom a transfer went, or from whom it came', async () => {
    const base = example('GET', '/histories/{kind}') as { readonly items: [object] };
    const transfer = (place: number, kind: string, counterpartyName: string | null) => ({
      ...base.items[0],
      id: `0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e00${place}`,
      kind,
      status: null,
      counterparty: 'hanako',
      counterpartyName,
    });
    const items = [transfer(0, 'transferOut', 'Hanako S.'), transfer(1, 'transferIn', null)];
    await openApp('/', { answers: { 'GET /histories/all': () => json({ ...base, items }) } });
    const list = within(await region('Latest activity'));
    await list.findByText(/ to Hanako S\.$/);
    expect(list.getByText(/ from hanako$/)).toBeDefined();
    const faces = list.getAllByRole('listitem').map((row) => row.querySelector('[data-initials]'));
    expect(faces.map((face) => face?.getAttribute('data-initials'))).toEqual(['HS', undefined]);
  });

  const [sample] = (example('GET', '/histories/{kind}') as { readonly items: [object] }).items;
  const record = (place: number, kind: string, at: string) => ({
    ...sample,
    id: `0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e0${String(place).padStart(2, '0')}`,
    kind,
    status: null,
    at,
    asset: kind === 'stakingReward' ? 'MP' : 'USDT',
    amount: kind === 'stakingReward' ? '0.5' : '10',
  });
  const rewards = (from: number, count: number, at: string) =>
    Array.from({ length: count }, (_, place) => record(from + place, 'stakingReward', at));
  const rowsShown = async (pages: readonly object[][]) => {
    const page = (place: number) =>
      json({ items: pages[place], days: [], nextCursor: place < pages.length - 1 ? `page-${place + 1}` : null });
    let asked = 0;
    await openApp('/', { answers: { 'GET /histories/all': () => page(asked++) } });
    const list = within(await region('Latest activity'));
    await list.findAllByRole('listitem');
    return {
      list,
      asked: () => asked,
      rows: list.getAllByRole('listitem').map((row) => row.querySelector('.moved-head > :first-child')?.textContent),
      amounts: list.getAllByRole('listitem').map((row) => row.querySelector('.moved-head > :last-child')?.textContent),
    };
  };

  it('has the rewards of several stakes on a day as one row, so that the rest is seen', async () => {
    const { list, rows, amounts } = await rowsShown([
      [
        ...rewards(0, 4, '2026-11-20T12:00:00Z'),
        record(10, 'deposit', '2026-11-20T11:00:00Z'),
        ...rewards(20, 3, '2026-11-19T12:00:00Z'),
        record(30, 'transferOut', '2026-11-19T11:00:00Z'),
        record(31, 'stakingReward', '2026-11-18T12:00:00Z'),
        record(32, 'exchange', '2026-11-18T11:00:00Z'),
      ],
    ]);
    expect(rows).toEqual(['4 staking rewards', 'Deposit', '3 staking rewards', 'Transfer sent', 'Staking reward']);
    expect(amounts[0]).toMatch(/2\.00 MP$/);
    expect(list.getByRole('link', { name: /^4 staking rewards/ }).getAttribute('href')).toBe('/History/StakingReward');
  });

  it('has days of rewards alone as one row, which says which days they are', async () => {
    const { list, rows, amounts } = await rowsShown([
      ['20', '19', '18', '17'].flatMap((day, place) => rewards(2 * place, 2, `2026-11-${day}T12:00:00Z`)),
    ]);
    expect(rows).toEqual(['2 staking rewards', '6 staking rewards']);
    expect(amounts).toEqual(['+1.00 MP', '+3.00 MP']);
    expect(list.getByText('2026-11-17 – 11-19')).toBeDefined();
  });

  it('reads on while rewards leave too few rows, and folds no day that is not read to its end', async () => {
    const { rows, amounts, asked } = await rowsShown([
      rewards(0, 4, '2026-11-20T12:00:00Z'),
      [...rewards(10, 2, '2026-11-20T12:00:00Z'), ...rewards(12, 2, '2026-11-19T12:00:00Z')],
      rewards(20, 6, '2026-11-19T12:00:00Z'),
      rewards(30, 6, '2026-11-19T12:00:00Z'),
    ]);
    expect(asked()).toBe(3);
    expect(rows).toEqual(['6 staking rewards', 'Staking reward', 'Staking reward', 'Staking reward', 'Staking reward']);
    expect(amounts[0]).toMatch(/3\.00 MP$/);
  });
});
