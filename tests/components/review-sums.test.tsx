import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { formatDate } from '#src/i18n/format.ts';
import { example, json, openApp } from './support/open-app.tsx';

/** What lies beside the control that confirms: on a phone it is all that is in sight of the money. */

const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/withdrawal/withdrawal.route.tsx'),
    import('#src/flows/exchange/exchange.route.tsx'),
    import('#src/flows/restake/restake.route.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
/** The parts of the sum: what it is called, how much it is, and that nothing takes it back. */
const sum = () => [...(document.querySelector('.submit-sum')?.children ?? [])].map(({ textContent }) => textContent);

it('beside the confirmation of a withdrawal is what arrives, not what leaves', async () => {
  const draft = example('POST', '/withdrawals') as { readonly address: string };
  await openApp('/Withdraw');
  await user.type(await screen.findByRole('textbox', { name: 'Address' }), draft.address);
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '400');
  await press('Review withdrawal');
  await screen.findByRole('button', { name: 'Confirm withdrawal' });
  expect(sum()).toEqual(['Amount you receive', '360.00 USDT', 'Withdrawals can’t be reversed after payout']);
});

it('beside the confirmation of an exchange is what arrives, in its asset', async () => {
  const options = example('GET', '/exchanges/options') as { readonly assets: readonly [object] };
  const [asset] = options.assets;
  const assets = [asset, { ...asset, asset: 'BTC', available: '0.5', rate: '68655' }];
  await openApp('/Exchange', { answers: { 'GET /exchanges/options': () => json({ ...options, assets }) } });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await press('Get quote');
  await screen.findByRole('button', { name: 'Exchange now' });
  expect(sum()).toEqual(['You receive', '0.00144202 BTC', 'An exchange can’t be undone.']);
});

it.each([
  ['none', 60],
  ['totp', 180],
])('a quote with the second factor %s has a ring of %i seconds', async (secondFactor, whole) => {
  const options = example('GET', '/exchanges/options') as { readonly assets: readonly [object] };
  const [asset] = options.assets;
  const assets = [asset, { ...asset, asset: 'BTC', available: '0.5', rate: '68655' }];
  const rules = { ...options, assets, quoteSeconds: 60, quoteSecondsWithCode: 180 };
  await openApp('/Exchange', {
    answers: {
      'GET /exchanges/options': () => json(rules),
      'POST /exchanges': () => json({ ...(example('POST', '/exchanges') as object), secondFactor, expiresIn: whole }),
    },
  });
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '100');
  await press('Get quote');
  await screen.findByRole('heading', { name: 'Your quote' });
  const [left = 0, all] = (document.querySelector('.ring-passed')?.getAttribute('stroke-dasharray') ?? '')
    .split(' ')
    .map(Number);
  expect(all).toBe(whole);
  expect(left).toBeGreaterThan(whole - 10);
});

it.each([
  ['of a restake', 'mpOnly', 'Restake MP only', '1,277.50 MP'],
  ['of a stake that ends', 'withdraw', 'Return both to wallet', '5,000.00 USDT1,277.50 MP'],
] as const)('beside the confirmation %s is what becomes of it', async (_what, option, name, value) => {
  const options = example('GET', '/stakes/{id}/options') as { readonly stake: { readonly id: string } };
  const drafted = example('POST', '/restakes') as { readonly choice: { readonly endsAt: string } };
  const { endsAt } = drafted.choice;
  const choice = {
    ...drafted.choice,
    option,
    ...(option === 'mpOnly'
      ? { stakedUsdt: '0', stakedMp: '1277.5', returnedUsdt: '5000', returnedMp: '0' }
      : { stakedUsdt: '0', stakedMp: '0', returnedUsdt: '5000', returnedMp: '1277.5', days: null, endsAt: null }),
  };
  const { id } = options.stake;
  await openApp(`/ReStaking?stake=${id}`, {
    answers: {
      [`GET /stakes/${id}/options`]: () => json({ ...options, choices: [choice] }),
      'POST /restakes': () => json({ ...drafted, choice }),
    },
  });
  await user.click(await screen.findByRole('radio', { name: new RegExp(`^${name}`) }));
  await press('Review choice');
  await screen.findByRole('button', { name: 'Confirm choice' });
  const final = option === 'withdraw' ? 'This can’t be undone' : `Locked until ${formatDate(endsAt)}, can’t be undone`;
  expect(sum()).toEqual([name, value, final]);
});
