import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { example, json, NOW, openApp, problem, type Answers } from './support/open-app.tsx';
import { saying } from './support/saying.ts';

/** The balance in the forms for an amount, refreshed while they are open. */

const plans = example('GET', '/purchases/options') as { readonly stages: readonly object[] };
const [asset] = (example('GET', '/exchanges/options') as { readonly assets: readonly [object] }).assets;
const exchange = {
  ...(example('GET', '/exchanges/options') as object),
  assets: [asset, { ...asset, asset: 'BTC', available: '0.5', rate: '68655' }],
};
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/flows/purchase/purchase.route.tsx'),
    import('#src/flows/exchange/exchange.route.tsx'),
    import('#src/flows/withdrawal/withdrawal.route.tsx'),
    import('#src/flows/transfer/transfer.route.tsx'),
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

describe('the balance of a form', () => {
  const options = (path: string) => example('GET', path) as { readonly assets: readonly object[] };
  const lists = (path: string) => (available: string) => {
    const offered = path === '/exchanges/options' ? exchange : options(path);
    return { ...offered, assets: offered.assets.map((each) => ({ ...each, available })) };
  };
  let passed = 0;
  const now = () => NOW + passed;
  const comesBack = () => {
    passed += 60_000;
    return act(async () => void window.dispatchEvent(new Event('focus')));
  };
  afterEach(() => (passed = 0));

  it('is refreshed on the list of plans, and a plan that was too expensive can be chosen', async () => {
    let available = '0';
    const { sent } = await openApp('/Package', {
      answers: { 'GET /purchases/options': () => json({ ...plans, available }) },
      now,
    });
    await screen.findByText(saying('1,000.00 USDT more needed'));
    available = '1000';
    await comesBack();
    await waitFor(() => expect(screen.queryByText(saying('1,000.00 USDT more needed'))).toBeNull());
    expect(fact('Available to pay')).toContain('1,000.00');
    expect(sent.filter(({ call }) => call === 'GET /purchases/options')).toHaveLength(2);
  });

  it('is refreshed every 30 seconds on the list of plans, while it is visible', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    let available = '0';
    await openApp('/Package', { answers: { 'GET /purchases/options': () => json({ ...plans, available }) }, now });
    await screen.findByText(saying('1,000.00 USDT more needed'));
    available = '50';
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await screen.findByText(saying('950.00 USDT more needed'));
  });

  it('is refreshed while money is on hold, and the page is not said to be old', async () => {
    let held = {};
    const transfers = lists('/transfers/options');
    await openApp('/Transfer', {
      answers: { 'GET /transfers/options': () => json({ ...transfers('10'), ...held }) },
      now,
    });
    await user.type(await screen.findByLabelText('Recipient’s username'), 'demo2fa');
    await user.click(main().getByRole('button', { name: 'Continue' }));
    await screen.findByText(saying('Available: 10.00 USDT'));
    held = { ...transfers('20'), heldUntil: new Date(NOW + 86_400_000).toISOString() };
    await comesBack();
    await screen.findByText(saying('Available: 20.00 USDT'));
    expect(screen.queryByText(/isn’t up to date/)).toBeNull();
  });

  it('changes on the plan, and what was typed and ticked stays', async () => {
    let available = '1000';
    await openApp('/Plan?stage=8', { answers: { 'GET /purchases/options': () => json({ ...plans, available }) }, now });
    const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: /Amount/ });
    await user.type(amount, '300');
    await user.click(screen.getByRole('checkbox'));
    expect(main().getByText(/1,000\.00 USD/)).toBeDefined();
    available = '1250';
    await comesBack();
    await waitFor(() => expect(main().getByText(/1,250\.00 USD/)).toBeDefined());
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Amount/ }).value).toBe('300');
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
  });

  it('stays, and so does the form, if it can’t be refreshed', async () => {
    const answers: Answers = { 'GET /purchases/options': () => json({ ...plans, available: '250.5' }) };
    await openApp('/Package', { answers, now });
    await screen.findByText(saying('749.50 USDT more needed'));
    answers['GET /purchases/options'] = () => problem(500, 'internal');
    await comesBack();
    expect(screen.getByText(saying('749.50 USDT more needed'))).toBeDefined();
  });

  it.each([
    ['an exchange', '/Exchange', '/exchanges/options'],
    ['a withdrawal', '/Withdraw', '/withdrawals/options'],
  ])('changes in the form of %s', async (_, page, path) => {
    const offered = lists(path);
    let available = '401';
    await openApp(page, { answers: { [`GET ${path}`]: () => json(offered(available)) }, now });
    await user.type(await screen.findByRole('textbox', { name: /Amount/ }), '7');
    expect(main().getAllByText(/401/).length).toBeGreaterThan(0);
    available = '777';
    await comesBack();
    await waitFor(() => expect(main().getAllByText(/777/).length).toBeGreaterThan(0));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /Amount/ }).value).toBe('7');
  });

  it.each([
    ['an exchange', '/Exchange', '/exchanges/options', 'POST /exchanges'],
    ['a withdrawal', '/Withdraw', '/withdrawals/options', 'POST /withdrawals'],
  ])('ends the refusal of %s that it suffices for, without a call', async (_, page, path, call) => {
    const offered = lists(path);
    let available = '401';
    const { sent } = await openApp(page, { answers: { [`GET ${path}`]: () => json(offered(available)) }, now });
    const amount = await screen.findByRole('textbox', { name: /^Amount/ });
    await user.type(amount, '500');
    const address = screen.queryByRole('textbox', { name: /^Address/ });
    if (address !== null) await user.type(address, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    const submit = () => main().getByRole('button', { name: /^(Get quote|Review)/ });
    await user.click(submit());
    const refusal = await main().findByRole('alert');
    expect(refusal.textContent).toContain('401.00');
    expect(document.activeElement).toBe(amount);
    const elsewhere = submit();
    elsewhere.focus();

    available = '450';
    await comesBack();
    await waitFor(() => expect(main().getByRole('alert').textContent).toContain('450.00'));
    expect(document.activeElement).toBe(elsewhere);

    available = '500';
    await comesBack();
    await waitFor(() => expect(main().queryByRole('alert')).toBeNull());
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ }).value).toBe('500');
    expect(sent.map((each) => each.call)).not.toContain(call);
    await user.click(submit());
    await waitFor(() => expect(sent.map((each) => each.call)).toContain(call));
  });
});
