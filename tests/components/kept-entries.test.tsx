import { readdirSync, readFileSync } from 'node:fs';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { chooseIn, chosenIn } from './support/choices.ts';
import { example, json, openApp, type Answers } from './support/open-app.tsx';

/** What was typed into a form for money is still there after a reload (P-1). */

const user = userEvent.setup({ delay: null });
const [usdt] = (example('GET', '/exchanges/options') as { readonly assets: readonly [object] }).assets;
const [payable] = (
  example('GET', '/deposits/options') as { readonly assets: readonly [{ readonly networks: readonly object[] }] }
).assets;
const bitcoin = {
  ...payable,
  asset: 'BTC',
  networks: payable.networks.map((network) => ({ ...network, network: 'bitcoin' })),
};
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/purchase/purchase.route.tsx'),
    import('#src/flows/exchange/exchange.route.tsx'),
    import('#src/flows/transfer/transfer.route.tsx'),
    import('#src/flows/withdrawal/withdrawal.route.tsx'),
    import('#src/flows/deposit/deposit.route.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

interface Form {
  readonly at: string;
  readonly answers?: Answers;
  /** The path to the form, if it is not the first step. */
  readonly reach?: () => Promise<void>;
  readonly chosen?: Readonly<Record<string, string>>;
  /** As it is typed, not as it is sent: a reload changes no character. */
  readonly typed: Readonly<Record<string, string>>;
  /** The path at which the page is reloaded. */
  readonly reloadedAt: string;
}

const reachAmount = async () => {
  await user.type(await field('Recipient’s username'), 'demo2fa');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
};
const forms: Readonly<Record<string, Form>> = {
  'the recipient of a transfer': {
    at: '/Transfer',
    typed: { 'Recipient’s username': 'demo2' },
    reloadedAt: '/Transfer',
  },
  'amount and note of a transfer': {
    at: '/Transfer',
    reach: reachAmount,
    typed: { Amount: '1,250.5', Note: 'For the ' },
    reloadedAt: '/Transfer?step=amount',
  },
  'a withdrawal': {
    at: '/Withdraw',
    typed: { Address: ADDRESS.slice(0, 30), Amount: '12,5' },
    reloadedAt: '/Withdraw',
  },
  'an exchange': {
    at: '/Exchange',
    answers: {
      'GET /exchanges/options': () =>
        json({ ...(example('GET', '/exchanges/options') as object), assets: [usdt, { ...usdt, asset: 'BTC' }] }),
    },
    chosen: { 'You pay': 'BTC' },
    typed: { Amount: '0.25' },
    reloadedAt: '/Exchange',
  },
  'the amount of the custom plan': {
    at: '/Plan?stage=8',
    typed: { 'Amount in USD': '2,000' },
    reloadedAt: '/Plan?stage=8',
  },
  'a deposit': {
    at: '/Deposit',
    answers: {
      'GET /deposits/options': () =>
        json({ ...(example('GET', '/deposits/options') as object), assets: [payable, bitcoin] }),
    },
    chosen: { Asset: 'BTC' },
    typed: { Amount: '0.0' },
    reloadedAt: '/Deposit',
  },
};

describe.each(Object.entries(forms))('%s', (_, { at, answers = {}, reach, chosen = {}, typed, reloadedAt }) => {
  it('is restored after a reload as it was typed, and what was cleared stays cleared', async () => {
    const { stores } = await openApp(at, { answers });
    await reach?.();
    if (Object.keys(chosen).length > 0) await field('Amount');
    for (const [name, value] of Object.entries(chosen)) await chooseIn(name, value);
    for (const [name, value] of Object.entries(typed)) await user.type(await field(name), value);
    cleanup();
    await openApp(reloadedAt, { answers, stores });
    for (const [name, value] of Object.entries(typed)) expect((await field(name)).value).toBe(value);
    for (const [name, value] of Object.entries(chosen)) expect(chosenIn(name)).toBe(value);
    const [first = ''] = Object.keys(typed);
    await user.type(await field(first), '9');
    await user.type(await field(first), '{Backspace}');
    cleanup();
    await openApp(reloadedAt, { answers, stores });
    expect((await field(first)).value).toBe(typed[first]);
  });
});

it('what was typed for one recipient is not carried over to another', async () => {
  const known = example('GET', '/transfers/recipient') as object;
  let username = 'demo2fa';
  await openApp('/Transfer', { answers: { 'GET /transfers/recipient': () => json({ ...known, username }) } });
  await reachAmount();
  await user.type(await field('Amount'), '25');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  const lookUp = await screen.findByRole('button', { name: 'Continue' });
  username = 'other';
  await user.click(lookUp);
  expect((await field('Amount')).value).toBe('');
});

it('a form whose flow is over deletes what was typed', async () => {
  const { services } = await openApp('/Withdraw');
  await user.type(await field('Amount'), '400');
  expect(services.checkpoints.load('withdrawal/form')).not.toBeNull();
  services.checkpoints.save('withdrawals', {});
  services.checkpoints.forget('withdrawal');
  expect(services.checkpoints.load('withdrawal/form')).toBeNull();
  // A flow whose name begins alike is a different one.
  expect(services.checkpoints.load('withdrawals')).not.toBeNull();
});

describe('the forms of the flows', () => {
  const FLOWS = ['deposit', 'withdrawal', 'transfer', 'exchange', 'purchase'];
  const screens = readdirSync('src/flows', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => ({ name, text: readFileSync(`src/flows/${name}`, 'utf8') }));

  it('for money all keep what is typed', () => {
    const typing = screens.filter(
      ({ name, text }) =>
        FLOWS.some((flow) => name.startsWith(`${flow}/`)) &&
        /<Formik\b/.test(text) &&
        /<((Text|TextArea|Amount)Field|Sides)\b/.test(text),
    );
    expect(typing.map(({ name }) => name).sort()).toEqual([
      'deposit/screens/form.tsx',
      'exchange/screens/form.tsx',
      'purchase/screens/plan.tsx',
      'transfer/screens/form.tsx',
      'transfer/screens/recipient.tsx',
      'withdrawal/screens/form.tsx',
    ]);
    expect(
      typing
        .filter(({ text }) => !text.includes('<KeepEntries ') || !text.includes('useKeptEntries'))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  it('never keep a code or a password', () => {
    const kept = screens.filter(({ text }) => text.includes('KeepEntries'));
    expect(
      kept.filter(({ text }) => /<(\w*Code|\w*Password)\w*\b|MailCode/.test(text)).map(({ name }) => name),
    ).toEqual([]);
  });
});
