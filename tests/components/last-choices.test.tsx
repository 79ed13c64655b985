import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { withdrawalCases } from '#machines/withdrawal/withdrawal.cases.ts';
import { markOf } from '#src/services/mark.ts';
import { createStorage, type ItemName } from '#src/services/storage.ts';
import { memory } from '#tests/client/memory.ts';
import { chooseIn, chosenIn } from './support/choices.ts';
import { example, json, NOW, openApp, problem, type Answers } from './support/open-app.tsx';

/** What a member chose last in a flow is what the next visit of the flow starts with (SRC §3). */

const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/deposit/deposit.route.tsx'),
    import('#src/flows/exchange/exchange.route.tsx'),
    import('#src/flows/sign-out/sign-out.route.tsx'),
    import('#src/flows/transfer/transfer.route.tsx'),
    import('#src/flows/withdrawal/withdrawal.route.tsx'),
    import('#src/pages/wallet/asset.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** The options of a flow, with two more assets behind the first one. */
function offered(path: string): object {
  const options = example('GET', path) as { readonly assets: readonly [object] };
  const [first] = options.assets;
  return { ...options, assets: [first, { ...first, asset: 'BTC' }, { ...first, asset: 'ETH' }] };
}

interface Choosing {
  readonly at: string;
  readonly options: string;
  readonly creates: string;
  readonly fields: Readonly<Record<string, string>>;
  /** What is chosen, by its label, and what the form starts with before. */
  readonly chosen: Readonly<Record<string, string>>;
  readonly first: Readonly<Record<string, string>>;
  readonly submit: string;
  /** What leads to the flow on the page of an asset. */
  readonly act: string;
  readonly stored: ItemName;
  readonly value: string;
}

const flows: Readonly<Record<string, Choosing>> = {
  deposit: {
    at: '/Deposit',
    options: '/deposits/options',
    creates: 'POST /deposits',
    fields: { Amount: '400' },
    chosen: { Asset: 'ETH' },
    first: { Asset: 'USDT' },
    submit: 'Get address',
    act: 'Deposit',
    stored: 'depositAssetName',
    value: 'ETH',
  },
  withdrawal: {
    at: '/Withdraw',
    options: '/withdrawals/options',
    creates: 'POST /withdrawals',
    fields: { Address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', Amount: '400' },
    chosen: { Asset: 'ETH' },
    first: { Asset: 'USDT' },
    submit: 'Review withdrawal',
    act: 'Withdraw',
    stored: 'withdrawalAssetName',
    value: 'ETH',
  },
  transfer: {
    at: '/Transfer',
    options: '/transfers/options',
    creates: 'POST /transfers',
    fields: { Amount: '400', Note: 'lunch' },
    chosen: { Asset: 'ETH' },
    first: { Asset: 'USDT' },
    submit: 'Review transfer',
    act: 'Transfer',
    stored: 'transferAssetName',
    value: 'ETH',
  },
  exchange: {
    at: '/Exchange',
    options: '/exchanges/options',
    creates: 'POST /exchanges',
    fields: { Amount: '400' },
    chosen: { 'You pay': 'ETH', 'You receive': 'BTC' },
    first: { 'You pay': 'USDT', 'You receive': 'BTC' },
    submit: 'Get quote',
    act: 'Exchange',
    stored: 'marketName',
    value: 'ETH/BTC',
  },
};
const main = () => within(screen.getByRole('main'));
const cases = Object.entries(flows).map(([flow, choosing]) => ({ flow, ...choosing }));

/** A tab of a signed-in member, in a browser that has stored something before or not. */
const tabIn = (local: ReturnType<typeof memory>) => ({
  local,
  tab: memory({ 'perch.accessToken': 'pat_1', 'perch.expiresAt': new Date(NOW + 600_000).toISOString() }),
});
type Stores = ReturnType<typeof tabIn>;

/** Opens a page; every quote is refused, so that the form of the flow stays. */
function openAt(address: string, { options, creates }: Choosing, stores: Stores) {
  const answers: Answers = {
    [`GET ${options}`]: () => json(offered(options)),
    [creates]: () => problem(503, 'maintenance'),
  };
  return openApp(address, { answers, stores });
}

/** Waits for the form. */
async function atForm({ at }: Choosing, isInterrupted: boolean) {
  // An interrupted transfer resumes behind the recipient.
  if (at === '/Transfer' && !isInterrupted) {
    await user.click(await screen.findByLabelText('Recipient’s username'));
    await user.paste('demo2fa');
    await user.click(main().getByText('Continue'));
  }
  return screen.findByLabelText<HTMLInputElement>('Amount', { selector: 'input' });
}

/** Opens the form of the flow. */
async function open(choosing: Choosing, stores: Stores) {
  const isInterrupted = stores.tab.getItem('perch.flows') !== null;
  const app = await openAt(choosing.at, choosing, stores);
  await atForm(choosing, isInterrupted);
  return app;
}

/** Presses what leads to the flow on the page of an asset. */
async function begin(asset: string, choosing: Choosing, stores: Stores) {
  const app = await openAt(`/Wallet?asset=${asset}`, choosing, stores);
  await user.click(await main().findByRole('link', { name: choosing.act }));
  return app;
}

/** What is chosen in the form, by the labels. */
const said = (lists: Choosing['chosen']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(lists).map((name) => [name, chosenIn(name) ?? '']));

/** Chooses in the form and presses its button. */
async function choose({ chosen, fields, submit, creates }: Choosing, { sent }: Awaited<ReturnType<typeof open>>) {
  for (const [name, value] of Object.entries(chosen)) await chooseIn(name, value);
  for (const [name, text] of Object.entries(fields)) {
    await user.click(main().getByLabelText(name, { selector: 'input' }));
    await user.paste(text);
  }
  await user.click(main().getByText(submit));
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain(creates));
}

describe.each(cases)('the last choice of a $flow', (choosing) => {
  it('is what the form starts with in another tab', async () => {
    const stores = tabIn(memory());
    const app = await open(choosing, stores);
    expect(said(choosing.first)).toEqual(choosing.first);
    await choose(choosing, app);
    cleanup();
    await open(choosing, tabIn(stores.local));
    expect(said(choosing.chosen)).toEqual(choosing.chosen);
  });

  it('doesn’t replace what an interrupted visit had chosen', async () => {
    const stores = tabIn(memory());
    const app = await open(choosing, stores);
    await choose(choosing, app);
    cleanup();
    const storage = createStorage(stores.local, stores.tab);
    const other = choosing.stored === 'marketName' ? 'BTC/USDT' : 'BTC';
    storage.set(choosing.stored, other);
    if (choosing.stored === 'marketName') storage.set('activeMarket', other);
    await open(choosing, stores);
    expect(said(choosing.chosen)).toEqual(choosing.chosen);
  });

  it('gives way to the asset on whose page the flow is begun, and so does what was typed', async () => {
    const stores = tabIn(memory());
    await choose(choosing, await open(choosing, stores));
    cleanup();
    await begin('BTC', choosing, stores);
    const amount = await atForm(choosing, false);
    expect(Object.values(said(choosing.chosen))[0]).toBe('BTC');
    expect(amount.value).toBe('');
  });

  it('stays with what was typed if the flow is begun on the page of the same asset', async () => {
    const stores = tabIn(memory());
    await choose(choosing, await open(choosing, stores));
    cleanup();
    await begin('ETH', choosing, stores);
    const amount = await atForm(choosing, true);
    expect(said(choosing.chosen)).toEqual(choosing.chosen);
    expect(amount.value).toBe('400');
  });

  it('is forgotten if it is no longer offered', async () => {
    const earlier = { 'perch.choicesOwner': markOf('demo'), [`perch.${choosing.stored}`]: 'DOGE' };
    await open(choosing, tabIn(memory(earlier)));
    expect(said(choosing.first)).toEqual(choosing.first);
  });

  it('is gone after the sign-out', async () => {
    const stores = tabIn(memory());
    await choose(choosing, await open(choosing, stores));
    cleanup();
    const storage = createStorage(stores.local, stores.tab);
    expect(storage.get(choosing.stored)).toBe(choosing.value);
    await openApp('/Signout', { stores });
    await user.click(
      await within(await screen.findByRole('main')).findByText('Sign out', { selector: 'button *, button' }),
    );
    await waitFor(() => expect(storage.get('accessToken')).toBeNull());
    expect([storage.get(choosing.stored), storage.get('activeMarket')]).toEqual([null, null]);
  });
});

it('a withdrawal that may have been confirmed is asked about, whatever is begun on the page of another asset', async () => {
  const stores = tabIn(memory());
  const { checkpoints } = (await openApp('/Wallet', { stores })).services;
  cleanup();
  const { resume } = withdrawalCases.starts['reloadedAtCode']?.input as { readonly resume: object };
  checkpoints.save('withdrawal', resume);
  const { sent } = await begin('BTC', { ...flows['withdrawal'] } as Choosing, stores);
  await waitFor(() => expect(sent.map(({ call }) => call)).toContainEqual(expect.stringMatching(/^GET \/drafts\//)));
});
