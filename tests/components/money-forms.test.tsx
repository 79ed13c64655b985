import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatDate } from '#src/i18n/format.ts';
import { axeFindings } from './support/axe.ts';
import { chosenIn } from './support/choices.ts';
import { example, json, NOW, openApp, problem, type Answers } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** What the flows for money show before anything is confirmed; their steps are walked (machines). */

const RECEIPT = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
const plans = example('GET', '/purchases/options') as { readonly stages: readonly object[] };
const [asset] = (example('GET', '/exchanges/options') as { readonly assets: readonly [object] }).assets;
const exchange = {
  ...(example('GET', '/exchanges/options') as object),
  assets: [asset, { ...asset, asset: 'BTC', available: '0.5', rate: '68655' }],
};
const EXCHANGE: Answers = { 'GET /exchanges/options': () => json(exchange) };
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/purchase/purchase.route.tsx'),
    import('#src/flows/exchange/exchange.route.tsx'),
    import('#src/flows/transfer/transfer.route.tsx'),
    import('#src/flows/withdrawal/withdrawal.route.tsx'),
    import('#src/flows/deposit/deposit.route.tsx'),
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const main = () => within(screen.getByRole('main'));
const fact = (term: string) =>
  main().getAllByText(term, { selector: 'dt' })[0]?.parentElement?.querySelector('dd')?.textContent;
const press = async (name: string) => user.click(await screen.findByRole('button', { name }));

describe('a plan that costs more than what is available', () => {
  const poor: Answers = { 'GET /purchases/options': () => json({ ...plans, available: '250.5' }) };

  it('says on its card how much is missing, and links to depositing it', async () => {
    await openApp('/Package', { answers: poor });
    const link = await screen.findByRole('link', { name: 'Deposit 749.50 USDT' });
    expect(link.getAttribute('href')).toBe('/Deposit?asset=USDT&amount=749.5');
    expect(link.parentElement?.textContent).toContain('749.50 USDT more neededDeposit');
    expect(screen.getAllByRole('link', { name: /^Deposit .* USDT$/ })).toHaveLength(1);
    expect(await axeFindings()).toEqual([]);
  });

  it('leads to a deposit of exactly that, whatever was typed there before', async () => {
    const offered = example('GET', '/deposits/options') as { readonly assets: readonly { readonly asset: string }[] };
    const [usdt] = offered.assets.filter(({ asset }) => asset === 'USDT');
    const answers: Answers = {
      ...poor,
      'GET /deposits/options': () => json({ ...offered, assets: [{ ...usdt, asset: 'BTC' }, usdt] }),
    };
    const amount = async () => (await screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' })).value;
    const { stores } = await openApp('/Deposit', { answers });
    expect(await amount()).toBe('');
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '0.7');
    cleanup();
    await openApp('/Package', { answers, stores });
    await user.click(await screen.findByRole('link', { name: 'Deposit 749.50 USDT' }));
    expect(await amount()).toBe('749.5');
    expect(chosenIn('Asset')).toBe('USDT');
  });

  it.each([
    ['at least the minimum deposit, if less is missing', '?asset=USDT&amount=12', 'USDT', '100'],
    ['nothing if it is not an amount', '?asset=BTC&amount=-12', 'USDT', ''],
    ['nothing if it can’t be deposited', '?asset=PP&amount=749.5', 'USDT', ''],
    ['another asset if it names one', '?asset=BTC&amount=749.5', 'BTC', '749.5'],
  ])('begins that deposit with %s', async (_, search, asset, expected) => {
    const offered = example('GET', '/deposits/options') as { readonly assets: readonly { readonly asset: string }[] };
    const [usdt] = offered.assets.filter((each) => each.asset === 'USDT');
    await openApp(`/Deposit${search}`, {
      answers: {
        'GET /deposits/options': () =>
          json({
            ...offered,
            assets: [
              { ...usdt, asset: 'BTC' },
              { ...usdt, minimum: '100' },
            ],
          }),
      },
    });
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' })).value).toBe(expected);
    expect(chosenIn('Asset')).toBe(asset);
    expect(screen.queryByText('You need 12.00 USDT. The minimum deposit is 100.00 USDT.') !== null).toBe(
      search.includes('amount=12'),
    );
  });

  it('shows the minimum of the custom plan once, beside the hint', async () => {
    await openApp('/Plan?stage=8', {
      answers: { 'GET /purchases/options': () => json({ ...plans, available: '1000' }) },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Amount in USD' }), '100');
    await user.click(screen.getByRole('checkbox'));
    await press('Review purchase');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The amount must be more than 100.00 USD. You entered 100.00 USD.');
    expect(alert.textContent?.match(/must be more than/g)).toHaveLength(1);
  });

  it('is refused with its price if the money was spent meanwhile and no smaller amount can be typed', async () => {
    let available = '1000';
    await openApp('/Plan?stage=1', {
      answers: {
        'GET /purchases/options': () => json({ ...plans, available }),
        'POST /purchases': () => {
          available = '250.5';
          return problem(409, 'insufficient_balance', {
            amounts: { unit: 'USDT', asked: '1000', minimum: null, available },
          });
        },
      },
    });
    await user.click(await screen.findByRole('checkbox'));
    await press('Review purchase');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('1,000.00 USDT is more than the 250.50 USDT you had available.');
    expect(alert.textContent).not.toMatch(/[Tt]ype/);
    expect(within(alert).getByRole('link', { name: 'Deposit' }).getAttribute('href')).toBe('/Deposit');
  });

  it('names what is missing for a custom amount, and links to depositing exactly that', async () => {
    await openApp('/Package', { answers: poor });
    await user.click(await screen.findByRole('radio', { name: /Custom/ }));
    await press('Continue with this plan');
    await user.type(await screen.findByRole('textbox', { name: /^Amount/ }), '300');
    await user.click(screen.getByRole('checkbox'));
    await press('Review purchase');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(
      '300.00 USDT is more than the 250.50 USDT you had available.\nYou need 49.50 USDT more.',
    );
    expect(within(alert).getByRole('link', { name: 'Deposit 49.50 USDT' }).getAttribute('href')).toBe(
      '/Deposit?asset=USDT&amount=49.5',
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ }).value).toBe('300');
    expect(await axeFindings()).toEqual([]);
  });

  it('can’t be chosen, so nobody reads its risk in vain', async () => {
    await openApp('/Package', { answers: poor });
    const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });
    await screen.findByRole('radio', { name: /Bronze/ });
    await user.click(radio(/Bronze/));
    expect([radio(/Bronze/).checked, radio(/Bronze/).disabled, radio(/Custom/).disabled]).toEqual([false, true, false]);
    await press('Continue with this plan');
    await screen.findByText('Plan is required.');
    await user.click(radio(/Custom/));
    await press('Continue with this plan');
    await screen.findByRole('heading', { level: 1, name: 'About this plan' });
  });

  it('leaves depositing as the only option if no plan can be paid', async () => {
    await openApp('/Package', { answers: { 'GET /purchases/options': () => json({ ...plans, available: '0' }) } });
    await screen.findByRole('radio', { name: /Bronze/ });
    expect(screen.getAllByRole<HTMLInputElement>('radio').every(({ disabled }) => disabled)).toBe(true);
    expect(screen.queryByRole('button', { name: 'Continue with this plan' })).toBeNull();
    const ways = main().getAllByRole('link', { name: 'Deposit' });
    // On the card of the custom plan, which has no price, and below all plans.
    expect(ways.map((link) => link.getAttribute('href'))).toEqual(['/Deposit', '/Deposit']);
    expect(await axeFindings()).toEqual([]);
  });

  it('is shown among the others if a link leads to it', async () => {
    await openApp('/Plan?stage=1', { answers: poor });
    await screen.findByRole('link', { name: 'Deposit 749.50 USDT' });
    expect(screen.getByRole('heading', { level: 1, name: 'Plans' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('does not mention a deposit if the balance suffices', async () => {
    await openApp('/Package');
    expect(await screen.findAllByText('You have enough')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: /^Deposit / })).toBeNull();
  });
});

it('the rate on the form of an exchange is that of the quote', async () => {
  // One USDT is so little of a bitcoin that eight decimals would lose three digits.
  const rate = { ...exchange, assets: [asset, { ...asset, asset: 'BTC', available: '0.5', rate: '65000' }] };
  const quoted = { ...(example('POST', '/exchanges') as object), rate: '0.000015307692307692', receive: '0.00153076' };
  await openApp('/Exchange', {
    answers: { 'GET /exchanges/options': () => json(rate), 'POST /exchanges': () => json(quoted) },
  });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  expect(fact('Rate, including spread')).toContain('1 BTC = 65,326.63 USDT');
  await press('Get quote');
  await screen.findByRole('button', { name: 'Exchange now' });
  expect(fact('Rate')).toContain('1 BTC = 65,326.63 USDT');
});

it('the form of an exchange says how long a quote is valid, with and without a code, and the quote says whether a code follows', async () => {
  const large = { ...(example('POST', '/exchanges') as object), secondFactor: 'email' };
  await openApp('/Exchange', { answers: { ...EXCHANGE, 'POST /exchanges': () => json(large) } });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  expect(
    screen.getByText(
      saying(
        'Quotes are valid for 30 seconds. Above 1,000.00 USD you need a code, and the quote is valid for 3 minutes.',
      ),
    ),
  ).toBeTruthy();
  await press('Get quote');
  await screen.findByRole('button', { name: 'Continue' });
  expect(screen.queryByRole('button', { name: 'Exchange now' })).toBeNull();
});

describe('what is deposited', () => {
  const offered = example('GET', '/deposits/options') as {
    readonly assets: readonly [{ readonly networks: [object] }];
  };
  const [usdt] = offered.assets;
  const bitcoin = { ...usdt, asset: 'BTC', networks: [{ ...usdt.networks[0], network: 'bitcoin', confirmations: 3 }] };
  const answers: Answers = { 'GET /deposits/options': () => json({ ...offered, assets: [bitcoin, usdt] }) };
  const tiles = (name: string) =>
    within(screen.getByRole('radiogroup', { name }))
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ value, checked }) => (checked ? `(${value})` : value));

  it('is chosen by one press, USDT at first, and the network follows', async () => {
    const { sent } = await openApp('/Deposit', { answers });
    await screen.findByRole('textbox', { name: 'Amount' });
    expect([tiles('Asset'), tiles('Network')]).toEqual([['(USDT)', 'BTC'], ['(ethereum)']]);
    await user.click(screen.getByRole('radio', { name: 'BTC', description: 'Bitcoin' }));
    expect([tiles('Asset'), tiles('Network')]).toEqual([['USDT', '(BTC)'], ['(bitcoin)']]);
    expect(screen.getByRole('radio', { name: /^Bitcoin/, description: 'Credited after 3 network confirmations.' }));
    expect(await axeFindings()).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '200');
    await press('Get address');
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain('POST /deposits'));
    expect(sent.find(({ call }) => call === 'POST /deposits')?.body).toEqual({
      asset: 'BTC',
      network: 'bitcoin',
      amount: '200',
    });
  });

  it('has one stop each for the keyboard, at what is chosen', async () => {
    await openApp('/Deposit', { answers });
    await screen.findByRole('textbox', { name: 'Amount' });
    await user.click(screen.getByRole('radio', { name: 'BTC' }));
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Bitcoin/ }));
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Amount' }));
  });

  it('is refused at its tiles if it was closed meanwhile', async () => {
    await openApp('/Deposit', { answers: { ...answers, 'POST /deposits': () => problem(409, 'asset_closed') } });
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '200');
    await press('Get address');
    const alert = await screen.findByRole('alert');
    const group = screen.getByRole('radiogroup', { name: 'Asset' });
    expect(group.contains(alert)).toBe(true);
    expect(group.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(group));
    await user.click(screen.getByRole('radio', { name: 'BTC' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('a quote that has run out', () => {
  it('is reported without an alert, with a figure beside each known asset, and renewed in place', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const { sent } = await openApp('/Exchange', { now: () => Date.now(), answers: EXCHANGE });
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
    await press('Get quote');
    await screen.findByRole('button', { name: 'Exchange now' });
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    const word = (await screen.findByText('The quote has expired')).closest('[role=alert]');
    expect(word?.className).toContain('tint-info');
    expect(word?.className).not.toContain('error');
    expect([fact('You pay'), fact('You receive')]).toEqual(['100.00 USDT', 'BTC (new rate)']);
    await press('Get new quote');
    await screen.findByRole('button', { name: 'Exchange now' });
    expect([fact('You pay'), fact('You receive')]).toEqual(['100.00 USDT', '0.00144202 BTC']);
    const [one, two, ...rest] = sent.filter(({ call }) => call === 'POST /exchanges');
    expect([two?.body, rest]).toEqual([one?.body, []]);
  });
});

describe('the day on a review', () => {
  it('of a withdrawal is the one on its receipt, although the code took four minutes', async () => {
    const draft = example('POST', '/withdrawals') as { readonly completesAt: string; readonly address: string };
    const later = new Date(Date.parse(draft.completesAt) + 240_000).toISOString();
    await openApp('/Withdraw');
    await user.type(await screen.findByRole('textbox', { name: 'Address' }), draft.address);
    await user.type(screen.getByRole('textbox', { name: 'Amount' }), '400');
    await press('Review withdrawal');
    await screen.findByRole('button', { name: 'Confirm withdrawal' });
    const day = formatDate(draft.completesAt);
    expect(fact('Expected payout')).toBe(`${day}in 10 days`);
    cleanup();
    const details = {
      id: RECEIPT,
      network: 'ethereum',
      development: true,
      address: draft.address,
      addressLabel: null,
      completesAt: later,
      overdue: false,
      cancellable: true,
      transactionId: null,
      timeline: [],
      refusal: null,
    };
    await openApp(`/Receipt/${RECEIPT}`, {
      state: { notice: 'withdrawalAccepted' },
      answers: {
        [`GET /receipts/${RECEIPT}`]: () =>
          json({ ...(example('GET', '/receipts/{id}') as object), withdrawal: details }),
      },
    });
    expect(await screen.findByText(saying(new RegExp(`^Expected payout: .+ on ${day}\\.$`)))).toBeDefined();
    expect(document.querySelector(`time[datetime="${later}"]`)?.textContent).toMatch(
      new RegExp(`^${day} \\d\\d:04:00 \\(in `),
    );
  });

  it('of a purchase is a day without a time, since the stake begins when it is confirmed', async () => {
    await openApp('/Plan?stage=1');
    await user.click(await screen.findByRole('checkbox'));
    await press('Review purchase');
    await screen.findByRole('button', { name: 'Buy now' });
    const day = formatDate((example('POST', '/purchases') as { readonly endsAt: string }).endsAt);
    expect(fact('Locked until')).toBe(`${day}in 12 months`);
    expect(screen.getByText(saying(new RegExp(`stays locked until ${day}\\. `)))).toBeDefined();
  });
});

describe('the command that pays on a development chain', () => {
  const deposit = example('POST', '/deposits') as { readonly address: string };
  const command = `npm run operator -- pay ${deposit.address} 500 USDT`;

  it.each([
    ['is the bare one with the default folder', {}, command],
    ['names another folder', { developmentDataDir: '/srv/perch/data' }, `DATA_DIR=/srv/perch/data ${command}`],
    [
      'quotes a folder that a shell would split',
      { developmentDataDir: "/srv/the club's data" },
      `DATA_DIR='/srv/the club'\\''s data' ${command}`,
    ],
    [
      'is that of an installed release',
      { developmentOperator: 'perch-operator' },
      `perch-operator pay ${deposit.address} 500 USDT`,
    ],
  ])('%s', async (_, development, expected) => {
    await openApp('/Deposit', { answers: { 'POST /deposits': () => json({ ...deposit, ...development }) } });
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '500');
    await press('Get address');
    await waitFor(() => expect(document.querySelector('code')?.textContent).toBe(expected));
  });
});
