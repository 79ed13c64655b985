import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { example, json, openApp } from './support/open-app.tsx';

/** What a form of money reckons before anything is pressed: the walk knows what the chart remembers, not what is being typed. */

const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([import('#src/flows/withdrawal/withdrawal.route.tsx'), import('#src/flows/exchange/exchange.route.tsx'), import('#src/pages/member-frame.tsx'), import('#src/ui/toaster.tsx')]);
}, 60_000);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const fact = (term: string) => within(screen.getByRole('main')).getAllByText(term, { selector: 'dt' })[0]?.parentElement?.querySelector('dd')?.textContent;
const chosen = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value;

it('a withdrawal tells gross, fee and net of the amount that is typed, to the last digit', async () => {
  const options = example('GET', '/withdrawals/options') as { readonly assets: readonly [object] };
  await openApp('/Withdraw', { answers: { 'GET /withdrawals/options': () => json({ ...options, feeRate: '0.10', assets: [{ ...options.assets[0], asset: 'USDT', available: '12500' }] }) } });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '400.000019');
  expect([fact('Amount'), fact('Fee (10.00%)'), fact('Net')]).toEqual(['400.000019 USDT', '40.000001 USDT', '360.000018 USDT']);
});

it('swapping an exchange turns both sides and the rate, and what is asked for', async () => {
  const given = example('GET', '/exchanges/options') as { readonly assets: readonly [object] };
  const asset = given.assets[0];
  const options = { ...given, spread: '0.005', assets: [{ ...asset, asset: 'USDT', available: '1000', rate: '1' }, { ...asset, asset: 'BTC', available: '0.5', rate: '68655' }] };
  const { sent } = await openApp('/Exchange', { answers: { 'GET /exchanges/options': () => json(options) } });
  await screen.findByRole('button', { name: 'Swap give and receive' });
  expect([chosen('You give'), chosen('You receive'), fact('Rate, spread included')]).toEqual(['USDT', 'BTC', expect.stringContaining('1 BTC = 69,000 USDT')]);
  await user.click(screen.getByRole('button', { name: 'Swap give and receive' }));
  expect([chosen('You give'), chosen('You receive'), fact('Rate, spread included')]).toEqual(['BTC', 'USDT', expect.stringContaining('1 BTC = 68,311.73 USDT')]);
  await user.type(screen.getByRole('textbox', { name: 'Amount you give' }), '0.1');
  await user.click(screen.getByRole('button', { name: 'Get a quote' }));
  expect(sent.find(({ call }) => call === 'POST /exchanges')?.body).toEqual({ from: 'BTC', to: 'USDT', amount: '0.1' });
});
