import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { teachDialogs } from './support/dialogs.ts';
import { example, json, NOW, openApp, problem, type Answers, type OpenedApp } from './support/open-app.tsx';
import { streams } from './support/streams.ts';

/** The stream of the member: what it tells makes the readings that are shown again, and nothing else. */

const user = userEvent.setup({ delay: null });
const wallet = example('GET', '/wallet') as object;
const AT = '2026-11-21T03:00:00Z';

let passed = 0;
const now = () => NOW + passed;

beforeAll(async () => {
  teachDialogs();
  await Promise.all([
    import('#src/pages/wallet/wallet.page.tsx'),
    import('#src/pages/contact/contact.page.tsx'),
    import('#src/flows/withdrawal/withdrawal.route.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/frames/new-notice.ts'),
    import('#src/frames/notice-list.tsx'),
    import('#src/ui/toaster.tsx'),
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/reads/follow-member.ts'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  passed = 0;
});

/** An answer that comes when the test says so. */
function answeredLate() {
  let give: (response: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => void (give = resolve));
  return { answer, give: (response: Response) => give(response) };
}

const calls = ({ sent }: OpenedApp, call: string) => sent.filter((each) => each.call === call).length;

async function openWallet(rest: Answers = {}, stored: Readonly<Record<string, string>> = {}) {
  const stream = streams();
  const answers: Answers = {
    'GET /wallet': () => json({ ...wallet, totalUsd: '100' }),
    'GET /events': stream.answer,
    ...rest,
  };
  const app = await openApp('/wallet', { answers, now, stored });
  await screen.findByRole('heading', { level: 1 });
  await screen.findAllByText(stored['perch.amountsHidden'] === 'true' ? 'Amount hidden' : '100.00 USD');
  await waitFor(() => expect(stream.asked).toHaveLength(1));
  return { app, answers, stream };
}

function setVisible(isVisible: boolean): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  return act(async () => void document.dispatchEvent(new Event('visibilitychange')));
}

describe('a page whose member has a stream', () => {
  it('reads again what has changed, and nothing that has not', async () => {
    const { app, answers, stream } = await openWallet();
    expect(stream.asked).toEqual([null]);
    await stream.tell('a.b.c');
    answers['GET /wallet'] = () => json({ ...wallet, totalUsd: '250.5' });
    await stream.tell('a.b.d', 'inquiries');
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(calls(app, 'GET /wallet')).toBe(1);
    await stream.tell('b.b.d', 'balances');
    await screen.findByText('250.50 USD');
    expect(calls(app, 'GET /wallet')).toBe(2);
  });

  it('shows a deposit from its request to its payment, as each step is told', async () => {
    const receiptId = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
    const request = { receiptId, reference: 'D-7K2M-9QXD', asset: 'USDT', amount: '500' };
    const { answers, stream } = await openWallet();
    const panel = () => screen.getByRole('region', { name: 'In process' }).textContent;
    const tell = async (id: string, rest: object, words: RegExp) => {
      answers['GET /wallet'] = () => json({ ...wallet, totalUsd: '100', ...rest });
      await stream.tell(id, 'statuses');
      await waitFor(() => expect(panel()).toMatch(words));
    };
    await tell('1', { awaited: [{ ...request, requestedAt: AT }] }, /500\.00 USDT +Waiting for your payment/);
    const seen = { ...request, amount: '499.5', kind: 'deposit', status: 'inProcess', dueAt: null };
    await tell('2', { pending: [seen] }, /Deposit 499\.50 USDT/);
    expect(panel()).not.toMatch(/Waiting for your payment/);
    await tell('3', {}, /Nothing is in process/);
  });

  it('reads once for what is told together', async () => {
    const { app, stream } = await openWallet();
    await stream.tell('1', 'balances');
    await stream.tell('2', 'statuses');
    await stream.tell('3', 'balances');
    await waitFor(() => expect(calls(app, 'GET /wallet')).toBe(2));
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(calls(app, 'GET /wallet')).toBe(2);
  });

  it('asks by itself only while the stream does not cover what it shows', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { app, stream } = await openWallet();
    passed = 1;
    await stream.tell('1');
    const tick = () =>
      act(async () => {
        passed += 31_000;
        await vi.advanceTimersByTimeAsync(31_000);
      });
    // It was read before the stream began, so a change in between is nobody's news.
    await tick();
    expect(calls(app, 'GET /wallet')).toBe(2);
    await tick();
    await tick();
    expect(calls(app, 'GET /wallet')).toBe(2);
    await stream.end();
    await tick();
    expect(calls(app, 'GET /wallet')).toBe(3);
  });

  it('resumes after its last event once the stream has ended', async () => {
    const { stream } = await openWallet();
    await stream.tell('7.8.9');
    await stream.end();
    await waitFor(() => expect(stream.asked).toEqual([null, '7.8.9']), { timeout: 5_000 });
  });

  it('shows what it has, without a word, while no stream can be opened', async () => {
    const refused = vi.fn(() => problem(429, 'too_many_requests'));
    await openApp('/wallet', {
      answers: { 'GET /wallet': () => json({ ...wallet, totalUsd: '100' }), 'GET /events': refused },
      now,
    });
    await screen.findByText('100.00 USD');
    await waitFor(() => expect(refused).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('holds its stream while it is in view, and for a short while after', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { stream } = await openWallet();
    await stream.tell('4.5.6');
    await setVisible(false);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(stream.signals[0]?.aborted).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(stream.signals[0]?.aborted).toBe(true);
    await setVisible(true);
    await waitFor(() => expect(stream.asked).toEqual([null, '4.5.6']));
  });
});

describe('what happens while a member looks on', () => {
  const newest = {
    id: '9',
    kind: 'transferReceived',
    at: new Date(NOW).toISOString(),
    read: false,
    asset: 'USDT',
    amount: '1234.5',
    counterAsset: null,
    counterAmount: null,
    receiptId: '5b0f7c1e-2a55-4b0e-9a0e-0d6a4a559d0e',
    stage: null,
    ticket: null,
    heldUntil: null,
  };

  /** The wallet of a member with two unread notices; the stream tells of a third. */
  async function openAndTell(
    notice: object,
    stored: Readonly<Record<string, string>> = {},
    list?: () => Response | Promise<Response>,
  ) {
    let unread = 2;
    const { app, stream } = await openWallet(
      {
        'GET /notices/unread': () => json({ unread }),
        'GET /notices': list ?? (() => json({ items: [{ ...newest, ...notice }], nextCursor: null, unread })),
      },
      stored,
    );
    await screen.findAllByRole('button', { name: /2 unread/ });
    unread = 3;
    await stream.tell('1', 'notices');
    await screen.findAllByRole('button', { name: /3 unread/ });
    return app;
  }

  it('is told in a message that leads to it', async () => {
    const app = await openAndTell({});
    const link = await screen.findByRole('link', { name: 'Transfer of 1,234.50 USDT received' });
    expect(link.getAttribute('href')).toBe(`/Receipt/${newest.receiptId}`);
    expect(await axeFindings()).toEqual([]);
    fireEvent.click(link);
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Transfer of/ })).toBeNull());
    await waitFor(() => expect(calls(app, `GET /receipts/${newest.receiptId}`)).toBe(1));
  });

  it.each([
    ['referralBonus', {}, 'Referral bonus of 1,234.50 USDT received'],
    [
      'binaryBonus',
      { counterAsset: 'PP', counterAmount: '308.62' },
      'Binary bonus of 1,234.50 USDT and 308.62 PP received',
    ],
  ])('tells of a %s', async (kind, more, words) => {
    await openAndTell({ kind, ...more });
    const link = await screen.findByRole('link', { name: words });
    expect(link.getAttribute('href')).toBe(`/Receipt/${newest.receiptId}`);
  });

  it('says no amount on a device that hides amounts', async () => {
    await openAndTell({}, { 'perch.amountsHidden': 'true' });
    await screen.findByRole('link', { name: 'Transfer of hidden amount received' });
  });

  it('ends when amounts are hidden, since it names one', async () => {
    await openAndTell({});
    await screen.findByRole('link', { name: 'Transfer of 1,234.50 USDT received' });
    await user.click(screen.getByRole('button', { name: 'Hide amounts' }));
    await waitFor(() => expect(document.body.textContent).not.toMatch(/1,234\.50|100\.00 USD/));
    expect(screen.queryByRole('link', { name: /^Transfer of/ })).toBeNull();
  });

  it('says nothing if amounts are hidden while it is being read', async () => {
    const late = answeredLate();
    const app = await openAndTell({}, {}, () => late.answer);
    await waitFor(() => expect(calls(app, 'GET /notices')).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Hide amounts' }));
    await act(async () => late.give(json({ items: [newest], nextCursor: null, unread: 3 })));
    await act(() => new Promise((done) => setTimeout(done, 300)));
    expect(document.body.textContent).not.toContain('1,234.50');
  });

  it('ends with the session, as everything that is the member’s', async () => {
    const app = await openAndTell({});
    await screen.findByRole('link', { name: 'Transfer of 1,234.50 USDT received' });
    act(() => void app.services.session.forgetEverywhere());
    await waitFor(() => expect(document.body.textContent).not.toContain('1,234.50'));
  });

  it.each([
    ['it is the member’s own act', { kind: 'addressSaved', heldUntil: new Date(NOW).toISOString() }, undefined],
    ['it was read elsewhere', { read: true }, undefined],
    ['a later release tells of it', { kind: 'dividend' }, undefined],
    ['it can’t be read', {}, () => problem(500, 'internal')],
  ])('passes in silence if %s', async (_, notice, list) => {
    const app = await openAndTell(notice, {}, list);
    await waitFor(() => expect(calls(app, 'GET /notices')).toBe(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(document.body.textContent).not.toMatch(/Transfer of|An address was saved/);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  describe('of several', () => {
    const receiptOf = (id: string) => `5b0f7c1e-2a55-4b0e-9a0e-0d6a4a559d${id}`;
    /** A transfer that was received, with its number in its amount. */
    const transfer = (id: string) => ({ ...newest, id, amount: id, receiptId: receiptOf(id) });
    const own = { ...newest, id: '98', kind: 'addressSaved', asset: null, amount: null, receiptId: null };
    const messages = () =>
      [...document.querySelectorAll('li[data-state="open"] :is(a, button:not([aria-label]))')].map(
        ({ textContent }) => textContent,
      );

    /** The wallet of a member with two unread notices, who learns of `fresh`, the newest first. */
    async function openWith(...fresh: readonly object[]) {
      let unread = 2;
      const items = [...fresh, transfer('12'), transfer('11')];
      const { stream } = await openWallet({
        'GET /notices/unread': () => json({ unread }),
        'GET /notices': () => json({ items, nextCursor: null, unread }),
      });
      await screen.findAllByRole('button', { name: /2 unread/ });
      unread = items.length;
      await stream.tell('1', 'notices');
      await screen.findAllByRole('button', { name: new RegExp(`${unread} unread`) });
    }

    it('those that are the member’s own acts pass, and the others are told', async () => {
      await openWith(own, transfer('21'));
      await screen.findByRole('link', { name: 'Transfer of 21.00 USDT received' });
      expect(messages()).toEqual(['Transfer of 21.00 USDT received']);
    });

    it('two are told, each with its page, in their order', async () => {
      await openWith(transfer('22'), transfer('21'));
      const second = await screen.findByRole('link', { name: 'Transfer of 22.00 USDT received' });
      expect(second.getAttribute('href')).toBe(`/Receipt/${receiptOf('22')}`);
      expect(messages()).toEqual(['Transfer of 21.00 USDT received', 'Transfer of 22.00 USDT received']);
    });

    it('more than two are counted in one message, which opens the list', async () => {
      await openWith(transfer('23'), own, transfer('22'), { ...transfer('21'), kind: 'depositHeld' });
      const message = await screen.findByRole('button', { name: '3 new notifications' });
      expect(messages()).toEqual(['3 new notifications']);
      expect(await axeFindings()).toEqual([]);
      await user.click(message);
      const list = within(await screen.findByRole('dialog', { name: 'Notifications' }));
      await list.findByRole('link', { name: /Transfer of 23\.00 USDT received/ });
      await waitFor(() => expect(screen.queryByRole('button', { name: '3 new notifications' })).toBeNull());
      // The focus returns to the page, since the message is gone.
      await user.click(list.getByRole('button', { name: 'Close' }));
      expect(document.activeElement).toBe(screen.getByRole('main'));
    });

    it('none is told twice, though the list was ahead of the count', async () => {
      let unread = 2;
      const items = ['22', '21', '12', '11'].map(transfer);
      const { app, stream } = await openWallet({
        'GET /notices/unread': () => json({ unread }),
        'GET /notices': () => json({ items, nextCursor: null, unread: items.length }),
      });
      await screen.findAllByRole('button', { name: /2 unread/ });
      unread = 3;
      await stream.tell('1', 'notices');
      await screen.findByRole('link', { name: 'Transfer of 22.00 USDT received' });
      await screen.findByRole('link', { name: 'Transfer of 21.00 USDT received' });
      unread = 4;
      await stream.tell('2', 'notices');
      await waitFor(() => expect(calls(app, 'GET /notices')).toBe(2));
      await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
      expect(messages()).toEqual([...new Set(messages())]);
    });
  });

  it('a count that is answered late does not replace a newer one', async () => {
    const late = answeredLate();
    const answers = [() => json({ unread: 2 }), () => late.answer, () => json({ unread: 4 })];
    let asked = 0;
    const { app, stream } = await openWallet({
      'GET /notices/unread': () => (answers[asked++] ?? (() => json({ unread: 4 })))(),
      'GET /notices': () => json({ items: [], nextCursor: null, unread: 4 }),
    });
    await screen.findAllByRole('button', { name: /2 unread/ });
    await stream.tell('1', 'notices');
    await waitFor(() => expect(calls(app, 'GET /notices/unread')).toBe(2));
    await stream.tell('2', 'notices');
    await screen.findAllByRole('button', { name: /4 unread/ });
    await act(async () => late.give(json({ unread: 3 })));
    await act(() => new Promise((done) => setTimeout(done, 300)));
    expect(screen.getAllByRole('button', { name: /4 unread/ }).length).toBeGreaterThan(0);
  });

  it('is not looked for if the bell counts no more than before', async () => {
    const { app, stream } = await openWallet({ 'GET /notices/unread': () => json({ unread: 2 }) });
    await screen.findAllByRole('button', { name: /2 unread/ });
    await stream.tell('1', 'notices');
    await waitFor(() => expect(calls(app, 'GET /notices/unread')).toBe(2));
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(calls(app, 'GET /notices')).toBe(0);
  });
});

describe('a form', () => {
  it('keeps what is typed, and the focus, when money arrives', async () => {
    const stream = streams();
    const options = example('GET', '/withdrawals/options') as { readonly assets: readonly object[] };
    let available = '100';
    await openApp('/Withdraw', {
      answers: {
        'GET /events': stream.answer,
        'GET /withdrawals/options': () =>
          json({ ...options, assets: options.assets.map((each) => ({ ...each, available })) }),
      },
      now,
    });
    const entry = (await screen.findByRole('textbox', { name: /^Amount/ })) as HTMLInputElement;
    await user.type(entry, '12.5');
    await waitFor(() => expect(stream.asked).toHaveLength(1));
    available = '777';
    await stream.tell('1', 'balances');
    await waitFor(() => expect(document.querySelector('main')?.textContent).toContain('777'));
    expect(entry.value).toBe('12.5');
    expect(document.activeElement).toBe(entry);
  });
});
