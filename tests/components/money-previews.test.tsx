import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  CUSTOM_PLAN,
  EXCHANGED,
  FEE_RATE,
  LEAST,
  MINIMUM_DEPOSIT_USD,
  MINIMUM_WITHDRAWAL_USD,
  ODD_RATES,
  SPREAD,
  WITHDRAWN,
} from '#tests/money/previews.ts';
import { chooseIn } from './support/choices.ts';
import { example, json, openApp } from './support/open-app.tsx';

/**
 * What a form for money computes before anything is pressed: the walk knows what the chart remembers, not what is being
 * typed.
 */

const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/withdrawal/withdrawal.route.tsx'),
    import('#src/flows/exchange/exchange.route.tsx'),
    import('#src/flows/deposit/deposit.route.tsx'),
    import('#src/flows/purchase/purchase.route.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

// Finding roles costs more than everything else if it is repeated.
const fact = (term: string) =>
  screen.getAllByText(term, { selector: 'dt' })[0]?.parentElement?.querySelector('dd')?.textContent;
const chosen = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value;

/** The response of the options with the assets of the table, each at its odd rate and with enough of it. */
const optionsOf = (
  path: string,
  assets: readonly string[],
  given: (asset: keyof typeof ODD_RATES) => object,
  rest: object = {},
) => {
  const options = example('GET', path) as { readonly assets: readonly [object] };
  const networks = (asset: string) =>
    'networks' in options.assets[0]
      ? {
          networks: [
            {
              network: asset === 'BTC' ? 'bitcoin' : 'ethereum',
              development: false,
              confirmations: 12,
              delayedSince: null,
            },
          ],
        }
      : {};
  const offered = assets.map((asset) => ({
    ...options.assets[0],
    asset,
    rate: ODD_RATES[asset as keyof typeof ODD_RATES],
    ...networks(asset),
    ...given(asset as keyof typeof ODD_RATES),
  }));
  return { [`GET ${path}`]: () => json({ ...options, ...rest, assets: offered }) };
};
const ON_CHAINS = ['USDT', 'BTC', 'ETH'] as const;
const list = (name: string) => screen.getByRole('combobox', { name });
const choose = (from: HTMLElement, asset: string) => fireEvent.change(from, { target: { value: asset } });
const told = () => document.body.textContent;

/**
 * What is shown here for each asset is what the server charges: tests/api/rules/previews.test.ts compares it with the
 * same figures.
 */
it('a withdrawal shows the exact minimum, gross, fee and net of the typed amount, whatever the asset', async () => {
  const rest = { feeRate: FEE_RATE, minimumUsd: MINIMUM_WITHDRAWAL_USD };
  const minimum = (asset: string) => LEAST[asset as keyof typeof LEAST].withdrawal;
  await openApp('/Withdraw', {
    answers: optionsOf(
      '/withdrawals/options',
      ON_CHAINS,
      (asset) => ({ available: '12500', minimum: minimum(asset) }),
      rest,
    ),
  });
  const entry = await screen.findByRole('textbox', { name: 'Amount' });
  for (const { asset, amount, fee, net } of WITHDRAWN) {
    await chooseIn('Asset', asset);
    await user.clear(entry);
    await user.click(entry);
    await user.paste(amount);
    expect([fact('Amount'), fact('Fee (10.00%)'), fact('Amount you receive')]).toEqual([
      `${amount} ${asset}`,
      `${fee} ${asset}`,
      `${net} ${asset}`,
    ]);
    expect(told()).toContain(`Minimum: ${minimum(asset)} ${asset} (300.00 USD at 1 ${asset} = `);
  }
});

it('a deposit shows the exact minimum of the chosen asset', async () => {
  const minimum = (asset: string) => LEAST[asset as keyof typeof LEAST].deposit;
  await openApp('/Deposit', {
    answers: optionsOf('/deposits/options', ON_CHAINS, (asset) => ({ minimum: minimum(asset) }), {
      minimumUsd: MINIMUM_DEPOSIT_USD,
      open: [],
    }),
  });
  await screen.findByRole('textbox', { name: 'Amount' });
  for (const asset of ON_CHAINS) {
    fireEvent.click(screen.getByRole('radio', { name: asset }));
    expect(told()).toContain(`Minimum: ${minimum(asset)} ${asset} (100.00 USD at 1 ${asset} = `);
  }
});

it('an exchange shows the exact rate of each pair', async () => {
  await openApp('/Exchange', {
    answers: optionsOf('/exchanges/options', Object.keys(ODD_RATES), () => ({ available: '12500' }), {
      spread: SPREAD,
    }),
  });
  await screen.findByRole('button', { name: 'Swap assets' });
  const [give, receive] = [list('You pay'), list('You receive')];
  const place = screen.getByText('Rate, including spread', { selector: 'dt' }).parentElement;
  for (const { from, to, rate } of EXCHANGED) {
    choose(give, from);
    choose(receive, to);
    const exactly = place?.querySelector('button')?.title;
    const [whole = '', decimals = ''] = rate.split('.');
    expect(exactly).toContain(`1 ${from} = ${whole.replace(/(\d)(?=(\d{3})+$)/g, '$1,')}.${decimals} ${to}`);
  }
});

describe('both sides of an exchange can be typed', () => {
  const entry = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  const type = (name: string, text: string) => fireEvent.change(entry(name), { target: { value: text } });
  const plain = (name: string) => entry(name).value.replaceAll(',', '');
  const opened = async () => {
    const { sent } = await openApp('/Exchange', {
      answers: optionsOf('/exchanges/options', Object.keys(ODD_RATES), () => ({ available: '12500' }), {
        spread: SPREAD,
      }),
    });
    await screen.findByRole('button', { name: 'Swap assets' });
    return sent;
  };

  it('and the other one follows, rounded as the server does', async () => {
    await opened();
    for (const { from, to, amount, receive, wanted, needed } of EXCHANGED) {
      choose(list('You pay'), from);
      choose(list('You receive'), to);
      type('Amount', amount);
      expect([from, to, plain('You receive (estimate)')]).toEqual([from, to, receive]);
      // It may say that already, and the same text would not be typed.
      type('You receive (estimate)', '');
      type('You receive (estimate)', wanted);
      expect([from, to, plain('Amount')]).toEqual([from, to, needed]);
    }
  });

  it('what was typed stays when assets change or are swapped, and the other side is computed again', async () => {
    await opened();
    type('You receive (estimate)', '0.001544');
    expect(plain('Amount')).toBe('99.940741');
    choose(list('You pay'), 'ETH');
    expect([plain('You receive (estimate)'), plain('Amount')]).toEqual(['0.001544', '0.031020750895938255']);
    await user.click(screen.getByRole('button', { name: 'Swap assets' }));
    // What was typed was bitcoin, and is paid now.
    expect([chosen('You pay'), plain('Amount'), chosen('You receive')]).toEqual(['BTC', '0.001544', 'ETH']);
    expect(plain('You receive (estimate)')).toBe('0.03071131890575127');
  });

  it('a refused entry is refused where it was typed, and nothing follows from it', async () => {
    const sent = await opened();
    type('You receive (estimate)', '1,5');
    expect(plain('Amount')).toBe('');
    await user.click(screen.getByRole('button', { name: 'Get quote' }));
    await waitFor(() => expect(entry('You receive (estimate)').getAttribute('aria-invalid')).toBe('true'));
    expect(entry('Amount').getAttribute('aria-invalid')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(entry('You receive (estimate)')));
    expect(sent.filter(({ call }) => call === 'POST /exchanges')).toEqual([]);
  });

  it('what the server is asked for is the amount that is paid', async () => {
    const sent = await opened();
    type('You receive (estimate)', '0.001544');
    await user.click(screen.getByRole('button', { name: 'Get quote' }));
    await waitFor(() =>
      expect(sent.find(({ call }) => call === 'POST /exchanges')?.body).toEqual({
        from: 'USDT',
        to: 'BTC',
        amount: '99.940741',
      }),
    );
  });
});

it('a custom plan may cost the whole balance, to the cent, and no more', async () => {
  const plans = example('GET', '/purchases/options') as { readonly stages: readonly object[] };
  const stages = [{ stage: 8, name: 'custom', amountUsd: null, amountUsdt: null, dailyRate: '0.0005' }];
  await openApp('/Plan?stage=8', {
    answers: {
      'GET /purchases/options': () =>
        json({ ...plans, available: CUSTOM_PLAN.available, rate: ODD_RATES.USDT, stages, heldUntil: null }),
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Max: use / }));
  expect(screen.getByRole<HTMLInputElement>('textbox').value.replace(',', '')).toBe(CUSTOM_PLAN.mostUsd);
});

it('swapping an exchange swaps both sides, the rate and the request', async () => {
  const given = example('GET', '/exchanges/options') as { readonly assets: readonly [object] };
  const asset = given.assets[0];
  const options = {
    ...given,
    spread: '0.005',
    assets: [
      { ...asset, asset: 'USDT', available: '1000', rate: '1' },
      { ...asset, asset: 'BTC', available: '0.5', rate: '68655' },
    ],
  };
  const { sent } = await openApp('/Exchange', { answers: { 'GET /exchanges/options': () => json(options) } });
  await screen.findByRole('button', { name: 'Swap assets' });
  expect([chosen('You pay'), chosen('You receive'), fact('Rate, including spread')]).toEqual([
    'USDT',
    'BTC',
    expect.stringContaining('1 BTC = 69,000 USDT'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Swap assets' }));
  expect([chosen('You pay'), chosen('You receive'), fact('Rate, including spread')]).toEqual([
    'BTC',
    'USDT',
    expect.stringContaining('1 BTC = 68,311.73 USDT'),
  ]);
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '0.1');
  await user.click(screen.getByRole('button', { name: 'Get quote' }));
  expect(sent.find(({ call }) => call === 'POST /exchanges')?.body).toEqual({ from: 'BTC', to: 'USDT', amount: '0.1' });
});
