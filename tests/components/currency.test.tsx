import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { RATED_CURRENCIES, type Currency } from '#money/currencies.ts';
import type { Culture } from '#src/i18n/cultures.ts';
import { memory } from '#tests/client/memory.ts';
import { axeFindings } from './support/axe.ts';
import { example, json, NOW, openApp, problem, type Answers } from './support/open-app.tsx';

/** What things are worth, in the currency that the member has chosen on this device. */

const user = userEvent.setup({ delay: null });
const wallet = example('GET', '/wallet') as object;

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/wallet/wallet.page.tsx'),
    import('#src/pages/wallet/asset.page.tsx'),
    import('#src/pages/account/account.page.tsx'),
    import('#src/pages/dashboard/dashboard.page.tsx'),
    import('#src/pages/staking/staking.page.tsx'),
    import('#src/flows/withdrawal/withdrawal.route.tsx'),
    import('#src/flows/transfer/transfer.route.tsx'),
    import('#src/flows/exchange/exchange.route.tsx'),
    import('#src/flows/purchase/purchase.route.tsx'),
    import('#src/frames/member-frame.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const AT = '2026-11-21T03:58:30Z';
const PER_USD = { JPY: '155.2', CNY: '7.2401', EUR: '0.9215' };
const ratesOf = (rest: object = {}): object => ({
  items: [{ asset: 'BTC', usd: '69000', at: AT, source: 'feed', stale: false, previousUsd: null }],
  currencies: RATED_CURRENCIES.map((currency) => ({
    currency,
    perUsd: PER_USD[currency],
    at: AT,
    source: 'feed',
    stale: false,
    ...rest,
  })),
  at: new Date(NOW).toISOString(),
});

/** The app on a device where a currency was chosen. */
const openIn = (currency: Currency | 'GBP', address: string, answers: Answers = {}) =>
  openApp(address, {
    answers: { 'GET /rates': () => json(ratesOf()), ...answers },
    stores: {
      local: memory({ 'perch.currency': currency }),
      tab: memory({ 'perch.accessToken': 'pat_1', 'perch.expiresAt': new Date(NOW + 600_000).toISOString() }),
    },
  });

const asked = (sent: readonly { readonly call: string }[]) => sent.filter(({ call }) => call === 'GET /rates').length;
const region = async (name: string) => within(await screen.findByRole('region', { name }));
/** An estimate, of which a screen reader reads "about" for the sign. */
const about = (figure: string) => (_text: string, element: Element | null) =>
  element?.textContent === `≈ about ${figure}` && element.classList.contains('tabular-nums');

describe('the wallet', () => {
  it.each([
    ['JPY', '4,617,200 JPY', '2,677,200 JPY', '1 USD = 155.2 JPY as of 2026-11-21 12:58:30'],
    ['CNY', '215,392.97 CNY', '124,891.72 CNY', '1 USD = 7.2401 CNY as of 2026-11-21 12:58:30'],
    ['EUR', '27,414.62 EUR', '15,895.87 EUR', '1 USD = 0.9215 EUR as of 2026-11-21 12:58:30'],
  ] as const)('is in %s, with the rate and its time', async (currency, total, bitcoin, rate) => {
    const { sent } = await openIn(currency, '/Wallet');
    const whole = await region('Wallet total');
    expect(await whole.findByText(about(total))).toBeDefined();
    expect(screen.getByRole('region', { name: 'Wallet total' }).textContent).toContain(rate);
    const row = screen.getByRole('heading', { name: /Bitcoin/ }).closest('li') as HTMLElement;
    expect(within(row).getByText(about(bitcoin))).toBeDefined();
    expect(screen.getByRole('main').textContent).not.toMatch(/\d USD\b(?! =)/);
    expect(asked(sent)).toBe(1);
    expect(await axeFindings()).toEqual([]);
  });

  it('is in USD unless another was chosen, and asks for no rate then', async () => {
    const { sent } = await openApp('/Wallet');
    expect(await screen.findByText('29,750.00 USD')).toBeDefined();
    expect(screen.getByRole('main').textContent).not.toContain('≈');
    expect(asked(sent)).toBe(0);
  });

  it('is in USD if what the device has stored is not one of the currencies', async () => {
    const { sent } = await openIn('GBP', '/Wallet');
    expect(await screen.findByText('29,750.00 USD')).toBeDefined();
    expect(asked(sent)).toBe(0);
  });

  it.each<[string, () => Response]>([
    ['is stale', () => json(ratesOf({ stale: true }))],
    ['is not set', () => json({ ...ratesOf(), currencies: [] })],
  ])('is in USD and says why if the rate %s', async (_what, rates) => {
    await openIn('JPY', '/Wallet', { 'GET /rates': rates });
    const whole = await region('Wallet total');
    expect(await whole.findByText('29,750.00 USD')).toBeDefined();
    expect(whole.getByText('We have no current rate for JPY, so amounts are in USD.')).toBeDefined();
    expect(screen.getByRole('main').textContent).not.toContain('≈');
  });

  it('is in USD while the rate can’t be read, says that, and follows once it is', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    let isDown = true;
    await openIn('JPY', '/Wallet', {
      'GET /rates': () => (isDown ? problem(500, 'internal') : json(ratesOf())),
    });
    const whole = await region('Wallet total');
    expect(await whole.findByText('29,750.00 USD')).toBeDefined();
    expect(whole.getByText('We have no current rate for JPY, so amounts are in USD.')).toBeDefined();
    isDown = false;
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(await whole.findByText(about('4,617,200 JPY'))).toBeDefined();
  });

  it('shows no amount in any currency while the rate is loading', async () => {
    let answer: (response: Response) => void = () => undefined;
    await openIn('JPY', '/Wallet', { 'GET /rates': () => new Promise((resolve) => (answer = resolve)) });
    const whole = await region('Wallet total');
    await screen.findByRole('heading', { name: /Bitcoin/ });
    expect(screen.getByRole('main').textContent).not.toMatch(/\d (?:USD|JPY)\b/);
    await act(async () => answer(json(ratesOf())));
    expect(await whole.findByText(about('4,617,200 JPY'))).toBeDefined();
  });

  it('hides an estimate like any amount', async () => {
    await openIn('JPY', '/Wallet');
    await (await region('Wallet total')).findByText(about('4,617,200 JPY'));
    await user.click(screen.getByRole('button', { name: 'Hide amounts' }));
    expect(screen.getByRole('main').textContent).not.toMatch(/\d JPY(?! as of)/);
  });
});

describe('home', () => {
  it.each([
    ['JPY', '5,393,200 JPY', '15,520 JPY', '1 USD = 155.2 JPY', '5,354,400 JPY'],
    ['CNY', '251,593.47 CNY', '724.01 CNY', '1 USD = 7.2401 CNY', '249,783.45 CNY'],
  ] as const)('is in %s with its gain and its days', async (currency, total, gain, price, before) => {
    await openIn(currency, '/');
    const own = await region('Total assets');
    expect(await own.findByText(about(total))).toBeDefined();
    const slider = await own.findByRole('slider');
    expect(own.getByText(`90-day gain: ≈ ${gain}`).getAttribute('aria-hidden')).toBe('true');
    expect(own.getByText(`90-day gain: about ${gain}`).className).toBe('sr-only');
    // One sentence for the rates of the assets and of the currency, which are of two moments.
    const said = [...document.querySelectorAll('.raised p')].map(({ textContent }) => textContent);
    expect(said.filter((text) => text.includes(price))).toEqual([
      expect.stringMatching(new RegExp(`^In ${currency}, rates from 2026-11-21 .{8} to .{8} · ${price}$`)),
    ]);
    fireEvent.change(slider, { target: { value: '0' } });
    expect(slider.getAttribute('aria-valuetext')).toBe(`2026-11-20: about ${before}`);
    expect(own.getByText(about(before))).toBeDefined();
    expect(axisOf(document).at(-1)).toBe(currency);
    const where = await region('Your assets');
    expect(where.getByText('Wallet', { selector: 'dt' }).parentElement?.textContent).toContain(` ${currency}`);
  });
});

/** The lines of the axis, the lowest first, and their currency. */
const axisOf = ({ body }: Document) => {
  const lines = [...body.querySelectorAll('.curve-tick')];
  return [...lines, lines[0]?.parentElement?.parentElement?.lastElementChild].map((each) => each?.textContent);
};

describe('the axis of what is owned', () => {
  const open = async (currency: 'JPY' | 'USD', culture: Culture, totals: readonly string[]) => {
    const items = totals.map((walletUsd, place) => ({
      day: `2026-11-${20 + place}`,
      walletUsd,
      stakedUsd: '0',
      onTheWayUsd: '0',
      paidInUsd: '0',
    }));
    await openApp('/', {
      culture,
      stored: { 'perch.currency': currency },
      answers: {
        'GET /rates': () => json(ratesOf()),
        'GET /wallet/days': () => json({ items }),
      },
    });
    await screen.findByRole('slider');
  };

  it.each([
    ['USD', 'en-US', '30000', ['30K', '32K', '34K', '36K', 'USD']],
    ['JPY', 'en-US', '30000', ['4.5M', '5M', '5.5M', 'JPY']],
    ['JPY', 'ja-JP', '30000', ['450万', '500万', '550万', 'JPY']],
    ['JPY', 'zh-CN', '30000', ['450万', '500万', '550万', 'JPY']],
    // Hardly anything has changed: each line still says something else.
    ['USD', 'en-US', '34749.5', ['34.749K', '34.75K', 'USD']],
    ['USD', 'ja-JP', '34749.5', ['3.4749万', '3.475万', 'USD']],
    ['USD', 'zh-CN', '34740', ['3.474万', '3.4745万', '3.475万', 'USD']],
  ] as const)('is in %s, short and exact, in %s from %s', async (currency, culture, first, axis) => {
    await open(currency, culture, [first, '34750']);
    expect(axisOf(document)).toEqual(axis);
  });
});

describe('one asset', () => {
  it('is worth something in the chosen currency', async () => {
    await openIn('CNY', '/Wallet?asset=BTC', { 'GET /wallet': () => json(wallet) });
    expect(await (await region('Available')).findByText(about('124,891.72 CNY'))).toBeDefined();
  });
});

describe('an entry', () => {
  const amount = () => screen.findByRole('textbox', { name: 'Amount' });

  it('says what the typed amount is worth, at the rate that the form states', async () => {
    await openIn('JPY', '/Withdraw');
    const field = await amount();
    const option = (example('GET', '/withdrawals/options') as { assets: { rate: string }[] }).assets[0];
    expect(option?.rate).toBe('1');
    expect(screen.getByRole('main').textContent).not.toContain('≈');
    await user.type(field, '300');
    expect(await screen.findByText(about('46,560 JPY'))).toBeDefined();
    await user.type(field, '.x');
    expect(screen.getByRole('main').textContent).not.toContain('≈');
  });

  it('says nothing in USD, in which the form states its rates', async () => {
    await openApp('/Withdraw');
    await user.type(await amount(), '300');
    expect(screen.getByRole('main').textContent).not.toContain('≈');
  });

  it('of an exchange is valued on both sides', async () => {
    const [first] = (example('GET', '/exchanges/options') as { readonly assets: readonly [object] }).assets;
    const assets = [
      { ...first, asset: 'USDT', available: '500', rate: '1' },
      { ...first, asset: 'BTC', available: '0', rate: '50000' },
    ];
    await openIn('CNY', '/Exchange', {
      'GET /exchanges/options': () =>
        json({ ...(example('GET', '/exchanges/options') as object), assets, spread: '0' }),
    });
    await user.type(await screen.findByRole('textbox', { name: /Amount/ }), '100');
    await waitFor(() => expect(screen.getAllByText(about('724.01 CNY'))).toHaveLength(2));
  });
});

describe('a price in USD', () => {
  it('stays, with its worth below it', async () => {
    await openIn('JPY', '/Package');
    const price = await screen.findByText('1,000.00 USD');
    expect(within(price.closest('p') as HTMLElement).getByText(about('155,200 JPY'))).toBeDefined();
  });
});

describe('the choice', () => {
  it('is kept on the device, is the same in the menu and on the account, and another tab follows', async () => {
    const { services } = await openIn('USD', '/Account');
    const preferences = await region('Appearance and language');
    const select = preferences.getByRole<HTMLSelectElement>('combobox', { name: 'Currency' });
    await user.selectOptions(select, 'JPY');
    expect(services.storage.get('currency')).toBe('JPY');
    const both = screen.getAllByRole<HTMLSelectElement>('combobox', { name: 'Currency', hidden: true });
    expect(both.map(({ value }) => value)).toEqual(['JPY', 'JPY']);
    expect(
      await preferences.findByText(
        (_, element) => element?.textContent.startsWith('1 USD = 155.2 JPY') === true && element.tagName === 'P',
      ),
    ).toBeDefined();
    services.storage.set('currency', 'EUR');
    act(() => void window.dispatchEvent(new Event('storage')));
    await waitFor(() => expect(select.value).toBe('EUR'));
    expect(await axeFindings()).toEqual([]);
  });
});
