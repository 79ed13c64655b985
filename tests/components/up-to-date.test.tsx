import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { example, json, NOW, openApp, problem, type Answers, type OpenedApp } from './support/open-app.tsx';

/**
 * What a page has read stays until something newer replaces it, shows how old it is, and is refreshed when it may have
 * changed.
 */

const user = userEvent.setup({ delay: null });
const wallet = example('GET', '/wallet') as object;
const noNetwork = () => Promise.reject(new TypeError('no network'));
const total = () => within(screen.getByRole('region', { name: 'Wallet total' }));
const calls = ({ sent }: OpenedApp, call: string) => sent.filter((each) => each.call === call).length;

let passed = 0;
const now = () => NOW + passed;

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/wallet/wallet.page.tsx'),
    import('#src/pages/history/history.page.tsx'),
    import('#src/pages/staking/staking.page.tsx'),
    import('#src/pages/contact/contact.page.tsx'),
    import('#src/pages/contact/inquiry.page.tsx'),
    import('#src/pages/dashboard/dashboard.page.tsx'),
    import('#src/frames/member-frame.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  passed = 0;
});

async function openWallet(rest: Answers = {}): Promise<{ app: OpenedApp; answers: Answers }> {
  const answers: Answers = { 'GET /wallet': () => json({ ...wallet, totalUsd: '100' }), ...rest };
  const app = await openApp('/wallet', { answers, now });
  await screen.findByText('100.00 USD');
  return { app, answers };
}
const comesBack = () => act(async () => void window.dispatchEvent(new Event('focus')));
const event = (name: string) => act(async () => void window.dispatchEvent(new Event(name)));

describe('a page that a member returns to', () => {
  it('is refreshed without ever being empty', async () => {
    const { app, answers } = await openWallet();
    answers['GET /wallet'] = () => json({ ...wallet, totalUsd: '250.5' });
    passed = 60_000;
    await comesBack();
    expect(total().queryByText(/USD$/)).not.toBeNull();
    await screen.findByText('250.50 USD');
    expect(calls(app, 'GET /wallet')).toBe(2);
  });

  it('is not refreshed if it was just read', async () => {
    const { app } = await openWallet();
    passed = 5_000;
    await comesBack();
    expect(calls(app, 'GET /wallet')).toBe(1);
  });

  it('keeps its content if nothing has changed', async () => {
    const { app } = await openWallet();
    const amount = total().getByText('100.00 USD');
    passed = 60_000;
    await comesBack();
    await waitFor(() => expect(calls(app, 'GET /wallet')).toBe(2));
    expect(total().getByText('100.00 USD')).toBe(amount);
  });

  it('also refreshes a list of one page', async () => {
    const stakes = example('GET', '/stakes') as { totals: object };
    const answers: Answers = { 'GET /stakes': () => json(stakes) };
    await openApp('/staking', { answers, now });
    await screen.findByText('1 stake');
    answers['GET /stakes'] = () => json({ ...stakes, totals: { ...stakes.totals, earnedMp: '987.5' } });
    passed = 60_000;
    await comesBack();
    await screen.findByText('987.50 MP');
  });
});

describe('the days of Home', () => {
  it('are read again when the next one begins', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const app = await openApp('/', { answers: {}, now });
    await waitFor(() => expect(calls(app, 'GET /wallet/days')).toBe(1), { timeout: 20_000 });
    passed = 86_400_000 - (NOW % 86_400_000) - 10_000;
    await comesBack();
    await waitFor(() => expect(calls(app, 'GET /wallet/days')).toBe(2));
    await act(() => vi.advanceTimersByTimeAsync(9_000));
    expect(calls(app, 'GET /wallet/days')).toBe(2);
    passed += 12_000;
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(calls(app, 'GET /wallet/days')).toBe(3);
  });
});

describe('what is under way', () => {
  it('is refreshed every half minute, and only while the page is visible', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const pending = [
      {
        receiptId: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001',
        reference: 'W-7K2M-9QXD',
        kind: 'withdrawal',
        status: 'inProcess',
        asset: 'USDT',
        amount: '400',
        dueAt: null,
      },
    ];
    const { app, answers } = await openWallet({ 'GET /wallet': () => json({ ...wallet, totalUsd: '100', pending }) });
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(calls(app, 'GET /wallet')).toBe(1);
    visible.mockReturnValue('visible');
    answers['GET /wallet'] = () => json({ ...wallet, totalUsd: '100', pending: [] });
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await screen.findByText('Nothing is in process.');
  });

  it('is not required: the balance of a member with nothing under way is refreshed as often', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const { answers } = await openWallet({
      'GET /wallet': () => json({ ...wallet, totalUsd: '100', pending: [], held: [] }),
    });
    answers['GET /wallet'] = () => json({ ...wallet, totalUsd: '150', pending: [], held: [] });
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await screen.findByText('150.00 USD');
  });

  it('is refreshed in a history that has it, and not in one where everything is final', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const page = example('GET', '/histories/{kind}') as {
      readonly items: readonly object[];
      readonly nextCursor: string | null;
    };
    const withStatus = (status: string) => () =>
      json({ items: [{ ...page.items[0], status }], days: [], nextCursor: null });
    const answers: Answers = { 'GET /histories/withdrawal': withStatus('inProcess') };
    const app = await openApp('/History/Withdrawal', { answers, now });
    const list = async () => within(await screen.findByRole('region', { name: 'Records' }));
    await (await list()).findByText('In process');
    answers['GET /histories/withdrawal'] = withStatus('completed');
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    // A row says nothing of a record that is completed.
    const records = await list();
    await waitFor(() => expect(records.queryByText('In process')).toBeNull());
    const before = calls(app, 'GET /histories/withdrawal');
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(calls(app, 'GET /histories/withdrawal')).toBe(before);
  });

  it('is refreshed in the list of inquiries, while one of them is open', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const { items } = example('GET', '/inquiries') as { readonly items: readonly object[] };
    const withStatus = (status: string) => () => json({ items: [{ ...items[0], status }], nextCursor: null });
    const answers: Answers = { 'GET /inquiries': withStatus('open') };
    await openApp('/contact', { answers, now });
    const panel = within(await screen.findByRole('region', { name: 'Your inquiries' }));
    await panel.findByText('Awaiting reply');
    answers['GET /inquiries'] = withStatus('answered');
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await panel.findByText('Answered');
  });

  it('is refreshed on an inquiry that waits for an answer, without undoing an act of the page', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const open = { ...(example('GET', '/inquiries/{id}') as { messages: object[] }), status: 'open' };
    const answers: Answers = { 'GET /inquiries/Q-7K2M-9QXD': () => json(open) };
    await openApp('/contact?ticket=Q-7K2M-9QXD', { answers, now });
    await screen.findByRole('list', { name: 'Messages' });
    answers['GET /inquiries/Q-7K2M-9QXD'] = () =>
      json({
        ...open,
        messages: [...open.messages, { from: 'support', at: new Date(NOW).toISOString(), text: 'It has arrived now.' }],
      });
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    await screen.findByText('It has arrived now.');
  });
});

describe('without a response', () => {
  it('a page keeps what it read, greyed out and with its time, and refreshes itself when the network is back', async () => {
    const { answers } = await openWallet();
    answers['GET /wallet'] = noNetwork;
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    passed = 60_000;
    await event('offline');
    expect(screen.getByText('100.00 USD')).toBeDefined();
    expect(screen.getByText(/^You’re offline/, { selector: 'strong' }).parentElement?.textContent).toMatch(
      /Data from 2026-11-21 \d\d:00:00\.$/,
    );
    // Never broken after a hyphen.
    expect(screen.getByText(/^2026-11-21 \d\d:00:00$/).className).toBe('whitespace-nowrap');
    expect(screen.getByRole('main').hasAttribute('data-old')).toBe(true);
    expect(await axeFindings()).toEqual([]);
    answers['GET /wallet'] = () => json({ ...wallet, totalUsd: '130' });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    await event('online');
    await screen.findByText('130.00 USD');
    expect(screen.queryByText(/shows data from/)).toBeNull();
    expect(screen.getByRole('main').hasAttribute('data-old')).toBe(false);
  });

  it('the dashboard keeps what waits for a choice, even if the page of the stakes read it', async () => {
    const stakes = example('GET', '/stakes') as object;
    const answers: Answers = { 'GET /stakes': () => json(stakes) };
    await openApp('/staking', { answers, now });
    await screen.findByText('1 stake');
    answers['GET /stakes'] = noNetwork;
    await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Home' }));
    await screen.findByText('1 unlocked stake needs your choice');
  });

  it('the dashboard says so if it cannot know what waits', async () => {
    await openApp('/', { answers: { 'GET /stakes': noNetwork }, now });
    const panel = within(await screen.findByRole('region', { name: 'Needs your attention' }));
    expect(
      panel.getByText('Some of your account data couldn’t be loaded, so something may be missing here.'),
    ).toBeDefined();
  });

  it('a page that is opened again shows what was last read there, with its time', async () => {
    const { answers } = await openWallet();
    await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Activity' }));
    await waitFor(() => expect(screen.queryByText('100.00 USD')).toBeNull());
    expect(screen.queryByText(/shows data from/)).toBeNull();
    answers['GET /wallet'] = noNetwork;
    passed = 90_000;
    await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Wallet' }));
    await screen.findByText('100.00 USD');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('This page isn’t up to date.').parentElement?.textContent).toMatch(
      /shows data from 2026-11-21 \d\d:00:00/,
    );
    answers['GET /wallet'] = () => json({ ...wallet, totalUsd: '140' });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('140.00 USD');
    await waitFor(() => expect(screen.queryByText('This page isn’t up to date.')).toBeNull());
  });

  it.each([
    ['no network', noNetwork],
    ['a server whose database is away', () => problem(503, 'unavailable', { retryAfterSeconds: 2 })],
  ])(
    'a page that is opened again with %s shows what was last read, and refreshes once another call was answered',
    async (_, away) => {
      const { app, answers } = await openWallet();
      await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Activity' }));
      await waitFor(() => expect(screen.queryByText('100.00 USD')).toBeNull());
      answers['GET /wallet'] = away;
      await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Wallet' }));
      await screen.findByText('This page isn’t up to date.');
      expect(total().queryByText('100.00 USD')).not.toBeNull();
      answers['GET /wallet'] = () => json({ ...wallet, totalUsd: '140' });
      await act(async () => void (await app.services.api.GET('/rules')));
      await screen.findByText('140.00 USD');
    },
  );

  it('what was read for another period is never shown for this one', async () => {
    const answers: Answers = {};
    await openApp('/', { answers, now });
    const panel = within(await screen.findByRole('region', { name: 'Total assets' }));
    await panel.findByRole('slider');
    answers['GET /wallet/days'] = () => new Promise<Response>(() => undefined);
    await user.click(panel.getByRole('radio', { name: /30/ }));
    expect(panel.queryByRole('slider')).toBeNull();
  });

  it('the next member sees nothing of what was read before', async () => {
    const { app, answers } = await openWallet();
    answers['GET /wallet'] = noNetwork;
    act(() => app.services.session.forget());
    expect(app.services.readings.last('wallet')).toBeNull();
  });

  it('a page that was never read says that the server is unreachable, and loads by itself once another call was answered', async () => {
    const answers: Answers = { 'GET /wallet': noNetwork };
    const { services } = await openApp('/wallet', { answers, now });
    await screen.findByText('Can’t reach the server');
    expect(screen.getByRole('alert').textContent).not.toMatch(/you entered/i);
    answers['GET /wallet'] = () => json({ ...wallet, totalUsd: '170' });
    await act(async () => void (await services.api.GET('/rules')));
    await screen.findByText('170.00 USD');
  });
});

describe('a form that met maintenance or an unreachable server', () => {
  async function written(answer: () => Response | Promise<Response>): Promise<{ app: OpenedApp; answers: Answers }> {
    const answers: Answers = {
      'POST /inquiries/Q-7K2M-9QXD/messages': answer,
      'GET /inquiries/Q-7K2M-9QXD': () => json({ ...(example('GET', '/inquiries/{id}') as object), status: 'open' }),
    };
    const app = await openApp('/contact?ticket=Q-7K2M-9QXD', { answers, now });
    await user.type(await screen.findByLabelText('Your message'), 'Where is it?');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    return { app, answers };
  }

  it('drops the problem when the club opens again, keeps what was typed and sends it', async () => {
    let open = false;
    const { app, answers } = await written(() =>
      problem(503, 'maintenance', { until: new Date(NOW + 3_600_000).toISOString() }),
    );
    answers['GET /status'] = () =>
      json({ ...(example('GET', '/status') as object), maintenance: { on: !open, until: null } });
    await screen.findByText('The system is under maintenance');
    open = true;
    act(() => app.services.club.tell('open'));
    await screen.findByText('Maintenance is over');
    expect(screen.queryByText('The system is under maintenance')).toBeNull();
    expect(screen.queryByText(/until/)).toBeNull();
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your message').value).toBe('Where is it?');
  });

  it('drops the problem when the server can work again', async () => {
    const { app, answers } = await written(() => problem(503, 'unavailable', { retryAfterSeconds: 2 }));
    await screen.findByText('The service is unavailable for a moment');
    answers['POST /inquiries/Q-7K2M-9QXD/messages'] = () => json(example('GET', '/inquiries/{id}'));
    await act(async () => void (await app.services.api.GET('/rules')));
    await screen.findByText('You’re connected again');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('drops the problem when the network is back', async () => {
    const { answers } = await written(noNetwork);
    await screen.findByText('Can’t reach the server');
    answers['POST /inquiries/Q-7K2M-9QXD/messages'] = () => json(example('GET', '/inquiries/{id}'));
    await event('online');
    await screen.findByText('You’re connected again');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.queryByText('You’re connected again')).toBeNull());
  });
});
