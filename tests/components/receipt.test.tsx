import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isolated } from '#src/i18n/isolated.ts';
import { axeFindings } from './support/axe.ts';
import { teachDialogs } from './support/dialogs.ts';
import { json, openApp, problem } from './support/open-app.tsx';
import { at, details, fact, ID, openReceipt, READ, sample, shownStatus, withdrawal } from './support/receipts.ts';
import { saying } from './support/saying.ts';

/** /Receipt/:id, the lasting page of an act. */

const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/pages/receipt/done-panel.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
beforeEach(teachDialogs);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('a receipt', () => {
  it('shows in words and figures what happened, by which rules and when, in local time and UTC', async () => {
    await openReceipt(withdrawal({ amount: '-400.000001', net: '360.000001' }));
    await screen.findByRole('heading', { level: 1, name: 'Withdrawal' });
    expect(screen.getByText(saying('Reference W-7K2M-9QXD'))).toBeDefined();
    expect(
      screen.getByText(
        saying('400.000001 USDT has left your wallet. After the fee, 360.000001 USDT will be paid out.'),
      ),
    ).toBeDefined();
    expect([fact('Amount'), fact('Fee'), fact('Amount you receive')]).toEqual([
      '400.000001 USDT',
      '40.00 USDT',
      '360.000001 USDT',
    ]);
    expect(fact('Rate')).toBe('1 USDT = 1 USD');
    expect(fact('Rules version')).toBe('2');
    expect(fact('Date')).toBe('2026-11-21 12:00:002026-11-21 03:00:00 UTC');
    await waitFor(() => expect(document.title).toBe('Withdrawal W-7K2M-9QXD · Perch'));
    expect(await axeFindings()).toEqual([]);
  });

  it('shows a time once to readers whose clock is on UTC', async () => {
    vi.stubEnv('TZ', 'UTC');
    await openReceipt(withdrawal({ amount: '-400.000001', net: '360.000001' }));
    await screen.findByRole('heading', { level: 1, name: 'Withdrawal' });
    expect(fact('Date')).toBe('2026-11-21 03:00:00 UTC');
  });

  it('begins with the exact amount, its sign and its status', async () => {
    await openReceipt(withdrawal({ amount: '-400.000001', net: '360.000001' }));
    const moved = within(await screen.findByRole('region', { name: 'Amount' }));
    expect(moved.getByText('-400.000001 USDT').tagName).toBe('SPAN');
    expect([moved.getByText('2026-11-21 12:00:00').closest('time')?.dateTime, shownStatus()]).toEqual([
      '2026-11-21T03:00:00.000Z',
      'In process',
    ]);
    cleanup();
    await openReceipt({ ...withdrawal({}), status: 'cancel' });
    expect(
      (await within(await screen.findByRole('region', { name: 'Amount' })).findByText('400.00 USDT')).tagName,
    ).toBe('S');
  });

  it('on paper says whose it is and when it was printed', async () => {
    let moment = Date.parse('2026-11-21T04:00:00Z');
    await openApp(`/receipt/${ID}`, { now: () => moment, answers: { [READ]: () => json(sample) } });
    const printed = await screen.findByText(saying('Printed on 2026-11-21 13:00:00'));
    expect(printed.closest('p')?.textContent).toBe('Mika Sato (demo)Printed on 2026-11-21 13:00:00');
    moment += 3_600_000;
    fireEvent(window, new Event('beforeprint'));
    expect(printed.textContent).toBe('Printed on 2026-11-21 14:00:00');
  });

  it.each([
    ['restake', { asset: 'MP', amount: '-1095' }, 'You restaked 1,095.00 MP.', { 'Amount restaked': '1,095.00 MP' }],
    [
      'restake',
      { asset: 'MP', amount: '-1095', counterAsset: 'USDT', counterAmount: '5000' },
      'You restaked 1,095.00 MP; 5,000.00 USDT is back in your wallet.',
      { 'Amount restaked': '1,095.00 MP', 'Back in your wallet': '5,000.00 USDT' },
    ],
    [
      'stakeWithdrawal',
      { asset: 'USDT', amount: '5000' },
      'Your unlocked stake returned 5,000.00 USDT.',
      { Amount: '5,000.00 USDT' },
    ],
    [
      'stakeWithdrawal',
      { asset: 'USDT', amount: '5000', counterAsset: 'MP', counterAmount: '1095' },
      'Your unlocked stake returned 5,000.00 USDT and 1,095.00 MP.',
      { 'Back in your wallet': '5,000.00 USDT' },
    ],
  ])('of a %s of %j says what was restaked and what returned', async (kind, rest, sentence, facts) => {
    await openReceipt({
      ...sample,
      kind,
      status: null,
      fee: null,
      net: null,
      rate: null,
      rateAt: null,
      withdrawal: null,
      ...rest,
    });
    await screen.findByText(saying(sentence));
    for (const [term, value] of Object.entries(facts))
      expect(
        within(screen.getByRole('main')).getAllByText(term, { selector: 'dt' })[0]?.parentElement?.querySelector('dd')
          ?.textContent,
      ).toBe(value);
  });

  it('opens its journals, which sum to zero, including unknown kinds', async () => {
    await openReceipt(withdrawal());
    await user.click(await screen.findByText('Show 2 entries'));
    const table = within(screen.getByRole('table', { name: /Withdrawal requested/ }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'Ledger accountAmount',
      'Your wallet-400.000001 USDT',
      'Withdrawals in transit400.000001 USDT',
      'Sum0.00 USDT',
    ]);
    const other = within(screen.getByRole('table', { name: /^Entry/ }));
    expect(other.getByText('Other member’s wallet')).toBeDefined();
    expect(other.getByText('Club account')).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it('shows both sides of an exchange and its rate', async () => {
    await openReceipt({
      ...sample,
      kind: 'exchange',
      status: null,
      asset: 'BTC',
      amount: '-0.1',
      fee: null,
      net: null,
      counterAsset: 'USDT',
      counterAmount: '6865.5',
      rate: '68655',
    });
    await screen.findByText(saying('You paid 0.10 BTC and received 6,865.50 USDT.'));
    expect([fact('You paid'), fact('You received'), fact('Rate')]).toEqual([
      '0.10 BTC',
      '6,865.50 USDT',
      '1 BTC = 68,655 USDT',
    ]);
    expect(screen.getByText('Nothing has been moved yet.')).toBeDefined();
  });

  it('names the sender and the note of a transfer', async () => {
    await openReceipt({
      ...sample,
      kind: 'transferIn',
      status: null,
      amount: '5',
      fee: null,
      net: null,
      counterparty: 'mika',
      counterpartyName: 'Mika S.',
      note: 'Lunch',
    });
    await screen.findByText(saying('Mika S. sent you 5.00 USDT.'));
    expect([fact('Sender'), fact('Note')]).toEqual(['Mika S. (@mika)', 'Lunch']);
    const moved = within(screen.getByRole('region', { name: 'Amount' }));
    expect(moved.getByText('from Mika S.').parentElement?.textContent).toBe('from Mika S.@mika');
  });

  it('names the recipient of a transfer, by the username alone where no name is shown', async () => {
    const transfer = { kind: 'transferOut', status: null, amount: '-5', fee: null, net: null, counterparty: 'mika' };
    await openReceipt({ ...sample, ...transfer, counterpartyName: null });
    await screen.findByText(saying('You sent mika 5.00 USDT.'));
    expect(fact('Recipient')).toBe('mika');
    expect(screen.getByText('to mika').parentElement?.textContent).toBe('to mika');
  });

  it('keeps the amount where it belongs beside a name that is written from right to left', async () => {
    const transfer = { kind: 'transferOut', status: null, amount: '-5', fee: null, net: null, counterparty: 'sara' };
    await openReceipt({ ...sample, ...transfer, counterpartyName: 'שרה כ.' });
    const name = isolated('שרה כ.');
    await screen.findByText(saying(`You sent ${name} 5.00 USDT.`));
    expect([fact('Recipient'), name.length]).toEqual([`${name} (@sara)`, 'שרה כ.'.length + 2]);
    expect(screen.getByText(`to ${name}`)).toBeDefined();
  });

  it('prints itself', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await openReceipt(withdrawal());
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it('says if it cannot be read, and can be retried', async () => {
    let down = true;
    await openApp(`/Receipt/${ID}`, {
      answers: { [READ]: () => (down ? problem(500, 'internal') : json(withdrawal())) },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('req-7d1f');
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('heading', { level: 1, name: 'Withdrawal' });
  });

  it.each([
    ['of nobody', ID, 1],
    ['that can not be one', 'x', 0],
  ])('%s is reported not to exist', async (_, id, calls) => {
    const { sent } = await openApp(`/Receipt/${id}`, { answers: { [READ]: () => problem(404, 'not_found') } });
    expect((await screen.findByRole('alert')).textContent).toContain('This page or information can’t be found');
    expect(screen.getByRole('link', { name: 'Back to activity' }).getAttribute('href')).toBe('/History');
    expect(sent.filter(({ call }) => call.startsWith('GET /receipts'))).toHaveLength(calls);
  });

  it.each(['ja-JP', 'zh-CN'] as const)('is complete in %s', async (culture) => {
    await openApp(`/Receipt/${ID}`, { culture, answers: { [READ]: () => json(withdrawal({}, { overdue: true })) } });
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain('W-7K2M-9QXD'));
    expect(screen.getByRole('main').textContent).not.toMatch(/\b(the|your|amount|withdrawal)\b|receipt:|money:/i);
  });
});

describe('a bonus of a month', () => {
  it('names its entry and links to its calculation', async () => {
    const entry = {
      id: '9',
      at: at(-1),
      kind: 'binary_bonus',
      postings: [
        { account: 'wallet', own: true, asset: 'USDT', amount: '16' },
        { account: 'bonuses', own: false, asset: 'USDT', amount: '-16' },
      ],
    };
    await openReceipt({
      ...sample,
      kind: 'binaryBonus',
      status: null,
      amount: '16',
      fee: null,
      net: null,
      withdrawal: null,
      journals: [entry],
      bonusMonth: '2026-10',
    });
    expect((await screen.findByRole('link', { name: 'How it was calculated' })).getAttribute('href')).toBe(
      '/SalesManagement?month=2026-10',
    );
    expect(screen.getByText('Binary bonus', { selector: 'caption' })).toBeDefined();
  });
});

describe('the notice of a flow', () => {
  it.each([
    ['withdrawalAccepted', 'inProcess', 'Withdrawal requested.'],
    ['transferSent', null, 'Transfer sent.'],
    ['exchanged', null, 'Exchange completed.'],
    ['depositCredited', 'completed', 'Your deposit has been credited.'],
    ['depositNotApproved', 'notApproved', /^Your deposit wasn’t credited/],
  ])('%s is shown', async (notice, status, words) => {
    await openApp(`/Receipt/${ID}`, { answers: { [READ]: () => json(withdrawal({ status })) }, state: { notice } });
    await screen.findByText(saying(words));
  });

  it('that is unknown is not', async () => {
    await openApp(`/Receipt/${ID}`, { answers: { [READ]: () => json(withdrawal()) }, state: { notice: 'youAreRich' } });
    await screen.findByRole('heading', { level: 1, name: 'Withdrawal' });
    expect(screen.queryByText(/youAreRich|notice/)).toBeNull();
  });
});

describe('what happened to the money', () => {
  const paidIn = { kind: 'deposit', amount: '20', fee: null, net: null, withdrawal: null, rate: null, rateAt: null };

  it.each([
    ['cancel', 'You canceled this withdrawal. 400.00 USDT is back in your wallet; nothing was paid out.'],
    ['notApproved', 'This withdrawal wasn’t approved. 400.00 USDT is back in your wallet; nothing was paid out.'],
  ])(
    'of a withdrawal that is %s is that it returned: no fee, nothing paid out, no check mark',
    async (status, sentence) => {
      await openReceipt(
        withdrawal({ status }, { cancellable: false, timeline: [...details.timeline, { status, at: at(0) }] }),
      );
      await screen.findByText(saying(sentence));
      expect(screen.queryByText('Fee', { selector: 'dt' })).toBeNull();
      expect(screen.queryByText('Amount you receive', { selector: 'dt' })).toBeNull();
      expect(screen.getByText('400.00 USDT', { selector: 's *' })).toBeDefined();
      const [first, last] = within(screen.getByRole('list', { name: 'Progress' }))
        .getAllByRole('listitem')
        .map((step) => step.querySelector('[aria-hidden]')?.getAttribute('class') ?? '');
      expect(first).toContain('bg-primary');
      expect(last).not.toContain('bg-primary');
    },
  );

  it.each([
    ['awaitingPayment', 'You requested an address to deposit 20.00 USDT. No payment has been detected yet.'],
    ['inProcess', 'We detected a payment of 20.00 USDT. It goes to your wallet once it’s confirmed.'],
    ['notApproved', '20.00 USDT arrived, but it wasn’t approved. It isn’t in your wallet.'],
    ['returned', '20.00 USDT arrived and was sent back to its sender. It isn’t in your wallet.'],
    ['cancel', 'This request was canceled. Nothing was credited.'],
    ['completed', '20.00 USDT was deposited into your wallet.'],
  ])('of a deposit that is %s is stated correctly', async (status, sentence) => {
    await openReceipt({ ...sample, ...paidIn, status });
    await screen.findByText(saying(sentence));
  });

  it('of a binary bonus is that both parts were received, and nothing was exchanged', async () => {
    await openReceipt({
      ...sample,
      kind: 'binaryBonus',
      status: null,
      amount: '36.4',
      fee: null,
      net: null,
      withdrawal: null,
      counterAsset: 'PP',
      counterAmount: '9.1',
      rate: '1',
      rateAt: '2025-08-18T00:00:00Z',
      bonusMonth: '2025-07',
    });
    await screen.findByText(saying('You received a binary bonus of 36.40 USDT and 9.10 PP (20.00% as points).'));
    expect([fact('You received'), fact('Received as points')]).toEqual(['36.40 USDT', '9.10 PP']);
    for (const term of ['You paid', 'Rate', 'Rate as of'])
      expect(screen.queryByText(term, { selector: 'dt' })).toBeNull();
    expect(screen.getByRole('link', { name: 'How it was calculated' })).toBeDefined();
  });
});

describe('the recipient of a transfer', () => {
  const SET = 'POST /transfers/favorites';
  const sent = {
    ...sample,
    kind: 'transferOut',
    status: null,
    amount: '-25',
    fee: null,
    net: null,
    withdrawal: null,
    counterparty: 'demo2fa',
    counterpartyName: 'Demo S.',
    favorite: false,
  };

  it('can be saved as a favorite, and removed, where the transfer ends', async () => {
    const answers = { [READ]: () => json(sent), [SET]: async (request: Request) => json(await request.json()) };
    const app = await openApp(`/receipt/${ID}`, { answers });
    await user.click(await screen.findByRole('button', { name: 'Save as favorite' }));
    const remove = await screen.findByRole('button', { name: 'Remove from favorites' });
    expect(document.activeElement).toBe(remove);
    expect(await axeFindings()).toEqual([]);
    await user.click(remove);
    await screen.findByRole('button', { name: 'Save as favorite' });
    const [save, removal] = app.sent.filter(({ call }) => call === SET);
    expect([save?.body, removal?.body]).toEqual([
      { username: 'demo2fa', favorite: true },
      { username: 'demo2fa', favorite: false },
    ]);
    expect(save?.key).not.toBe(removal?.key);
  });

  it('is not saved if there are too many, which says where to remove one', async () => {
    await openApp(`/receipt/${ID}`, {
      answers: { [READ]: () => json(sent), [SET]: () => problem(409, 'favorites_full') },
    });
    await user.click(await screen.findByRole('button', { name: 'Save as favorite' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Under Transfer, remove a favorite that you no longer need.');
    await waitFor(() => expect(document.activeElement).toBe(alert));
    expect(screen.getByRole('button', { name: 'Save as favorite' })).toBeDefined();
  });

  it('is offered on no other receipt', async () => {
    await openReceipt(withdrawal({}));
    await screen.findByRole('heading', { level: 1, name: 'Withdrawal' });
    expect(screen.queryByRole('button', { name: /favorite/ })).toBeNull();
  });
});
