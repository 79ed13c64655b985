import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { example, json, NOW, openApp, problem, type Answers } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** What Home counts of money that is on the way, whose rates it reads by itself. */

const wallet = example('GET', '/wallet') as object;
const list = example('GET', '/rates') as { readonly items: readonly [object] };
const rates = (rest: object = {}) => json({ ...list, items: [{ ...list.items[0], asset: 'USDT', usd: '1', ...rest }] });
const walletWith = (underWay: string) =>
  json({
    ...wallet,
    totalUsd: '29350',
    balances: [{ asset: 'USDT', available: '12100', underWay, staked: '5000', usd: '12100' }],
  });
const calls = (sent: readonly { readonly call: string }[], asked: string) =>
  sent.filter(({ call }) => call === asked).length;

let passed = 0;
const now = () => NOW + passed;

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/dashboard/dashboard.page.tsx'),
    import('#src/pages/dashboard/curve.tsx'),
    import('#src/frames/member-frame.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  passed = 0;
});

async function opened(underWay: string, rest: Answers = {}) {
  const answers: Answers = { 'GET /wallet': () => walletWith(underWay), 'GET /rates': () => rates(), ...rest };
  const app = await openApp('/', { answers, now });
  const own = within(await screen.findByRole('region', { name: 'Total assets' }));
  return { ...app, answers, own };
}
const comesBack = () => act(async () => void window.dispatchEvent(new Event('focus')));

describe('the page', () => {
  /** The height that is kept for rows of the latest activity that are still to come. */
  const reserve = () => screen.getByRole('region', { name: 'Latest activity' }).querySelector('.five-rows');
  const activity = () => json(example('GET', '/histories/{kind}'));

  it('requests the latest activity together with the wallet, and leaves no empty room below its rows', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { sent, services } = await openApp('/', {
      now,
      answers: { 'GET /wallet': () => new Promise((resolve) => (answer = resolve)), 'GET /histories/all': activity },
    });
    // Its answer is there before that of the wallet.
    await waitFor(() => expect(services.readings.last('last activity')).not.toBeNull());
    await act(async () => answer(walletWith('0')));
    await within(await screen.findByRole('region', { name: 'Latest activity' })).findByRole('listitem');
    expect(reserve()).toBeNull();
    expect(calls(sent, 'GET /histories/all')).toBe(1);
  });

  it('keeps room for the latest activity if it comes after the rest', async () => {
    let answer: (response: Response) => void = () => undefined;
    await openApp('/', {
      now,
      answers: { 'GET /histories/all': () => new Promise((resolve) => (answer = resolve)) },
    });
    const list = within(await screen.findByRole('region', { name: 'Latest activity' }));
    expect(reserve()).not.toBeNull();
    await act(async () => answer(activity()));
    await list.findByRole('listitem');
    expect(reserve()).not.toBeNull();
  });

  it('stays as it is while the rates of a payment that was just seen are read, and when the last one ends', async () => {
    let answer: (response: Response) => void = () => undefined;
    const { answers, own } = await opened('0', {
      'GET /rates': () => new Promise((resolve) => (answer = resolve)),
    });
    await own.findByText('34,350.00 USD');
    answers['GET /wallet'] = () => walletWith('400');
    passed = 60_000;
    await comesBack();
    await act(async () => Promise.resolve());
    expect(own.getByText('34,350.00 USD')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Latest activity' })).toBeDefined();
    await act(async () => answer(rates()));
    await own.findByText('34,750.00 USD');
    answers['GET /wallet'] = () => walletWith('0');
    passed = 120_000;
    await comesBack();
    await own.findByText('34,350.00 USD');
    expect(screen.getByRole('region', { name: 'Latest activity' })).toBeDefined();
  });

  it('counts the rest without the rates, says so, and counts all of it once they are read', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const { answers, own } = await opened('400', { 'GET /rates': () => problem(500, 'internal') });
    await own.findByText('34,350.00 USD');
    const missing = /^Some of your account data couldn’t be loaded/;
    expect(own.getByText(missing)).toBeDefined();
    answers['GET /rates'] = () => rates();
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await own.findByText('34,750.00 USD');
    expect(own.queryByText(missing)).toBeNull();
  });
});

describe('what isn’t counted', () => {
  const without = 'Deposits held by the club and rewards of current stakes aren’t included.';
  const noStakes = {
    ...(example('GET', '/stakes') as object),
    items: [],
    totals: { runningUsd: '0', maturedUsd: '0' },
  };
  const held = {
    receiptId: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001',
    reference: 'D-7K2M-9QXD',
    kind: 'deposit',
    status: 'notApproved',
    asset: 'USDT',
    amount: '19.5',
    heldSince: '2026-11-18T05:00:00Z',
  };
  const answers = (stakes: object, deposits: readonly object[]): Answers => ({
    'GET /stakes': () => json({ ...(example('GET', '/stakes') as object), ...stakes }),
    'GET /wallet': () => json({ ...wallet, held: deposits }),
  });

  it.each([
    ['a stake', {}, [], 1],
    ['a deposit that the club holds', noStakes, [held], 1],
    ['neither', noStakes, [], 0],
  ])('is said where the money is to who has %s', async (_, stakes, deposits, said) => {
    await opened('0', answers(stakes, deposits));
    const where = within(await screen.findByRole('region', { name: 'Your assets' }));
    expect(where.queryAllByText(without)).toHaveLength(said);
  });
});

describe('the rates', () => {
  it('are read again every minute; one that is stale is said, with its time', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const { answers, own, sent } = await opened('400');
    await own.findByText('34,750.00 USD');
    expect(own.queryByText('The rates are out of date.')).toBeNull();
    expect(calls(sent, 'GET /rates')).toBe(1);
    answers['GET /rates'] = () => rates({ usd: '2', at: '2026-11-19T04:00:00Z', stale: true });
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    await own.findByText('35,150.00 USD');
    expect(own.getByText('The rates are out of date.')).toBeDefined();
    expect(own.getByText(saying(/^In USD, rates from 2026-11-19 /))).toBeDefined();
    expect(calls(sent, 'GET /rates')).toBe(2);
  });
});
