import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { axeFindings } from './support/axe.ts';
import { teachDialogs } from './support/dialogs.ts';
import { example, json, NOW, openApp, problem, type Answers } from './support/open-app.tsx';
import { catchFiles, textOf } from './support/saved-files.ts';

/** /Receipt/:id, the lasting page of an act. */

const ID = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
const WITHDRAWAL = '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10';
const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const READ = `GET /receipts/${ID}`;
const CANCEL = `POST /withdrawals/${WITHDRAWAL}/cancel`;
const SEEN = `POST /withdrawals/${WITHDRAWAL}/acknowledge`;
const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const sample = example('GET', '/receipts/{id}') as Record<string, unknown>;
const details = {
  id: WITHDRAWAL,
  network: 'ethereum',
  development: true,
  address: ADDRESS,
  addressLabel: 'Cold wallet',
  completesAt: at(239),
  overdue: false,
  cancellable: true,
  transactionId: null,
  timeline: [{ status: 'inProcess', at: at(-1) }],
};
const journals = [
  {
    id: '7',
    at: at(-1),
    kind: 'withdrawal_accepted',
    postings: [
      { account: 'wallet', own: true, asset: 'USDT', amount: '-400.000001' },
      { account: 'withdrawal_transit', own: false, asset: 'USDT', amount: '400.000001' },
    ],
  },
  {
    id: '8',
    at: at(0),
    kind: 'of_tomorrow',
    postings: [
      { account: 'wallet', own: false, asset: 'BTC', amount: '0.5' },
      { account: 'of_tomorrow', own: false, asset: 'BTC', amount: '-0.5' },
    ],
  },
];
const withdrawal = (rest: object = {}, of: object = {}) => ({
  ...sample,
  at: at(-1),
  updatedAt: at(-1),
  journals,
  withdrawal: { ...details, ...of },
  ...rest,
});
const user = userEvent.setup({ delay: null });

beforeAll(async () => {
  await Promise.all([
    import('#src/pages/receipt/receipt.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/ui/toaster.tsx'),
  ]);
});
beforeEach(teachDialogs);
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const openReceipt = (receipt: object, answers: Answers = {}) =>
  openApp(`/receipt/${ID}`, { answers: { [READ]: () => json(receipt), ...answers } });
const fact = (term: string) =>
  within(screen.getByRole('main')).getByText(term, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;

describe('a receipt', () => {
  it('tells in words and figures what happened, by which rules and when, here and in UTC', async () => {
    await openReceipt(withdrawal({ amount: '-400.000001', net: '360.000001' }));
    await screen.findByRole('heading', { level: 1, name: 'Withdrawal' });
    expect(screen.getByText('Reference W-7K2M-9QXD')).toBeDefined();
    expect(
      screen.getByText('400.000001 USDT leave your wallet; after the fee 360.000001 USDT are paid out.'),
    ).toBeDefined();
    expect([fact('Amount'), fact('Fee'), fact('Net')]).toEqual(['400.000001 USDT', '40.00 USDT', '360.000001 USDT']);
    expect(fact('Rate')).toBe('1 USDT = 1 USD');
    expect(fact('Version of the rules')).toBe('2');
    expect(fact('Made')).toBe('2026-11-21 12:00:002026-11-21 03:00:00 UTC');
    await waitFor(() => expect(document.title).toBe('Withdrawal W-7K2M-9QXD · Perch'));
    expect(await axeFindings()).toEqual([]);
  });

  it.each([
    ['restake', { asset: 'MP', amount: '-1095' }, 'You restaked 1,095.00 MP.', { Amount: '1,095.00 MP' }],
    [
      'restake',
      { asset: 'MP', amount: '-1095', counterAsset: 'USDT', counterAmount: '5000' },
      'You restaked 1,095.00 MP; 5,000.00 USDT are back in your wallet.',
      { Restaked: '1,095.00 MP', 'Back in your wallet': '5,000.00 USDT' },
    ],
    [
      'stakeWithdrawal',
      { asset: 'USDT', amount: '5000' },
      'A stake that was lifted returned 5,000.00 USDT.',
      { Amount: '5,000.00 USDT' },
    ],
    [
      'stakeWithdrawal',
      { asset: 'USDT', amount: '5000', counterAsset: 'MP', counterAmount: '1095' },
      'A stake that was lifted returned 5,000.00 USDT and 1,095.00 MP.',
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
    await screen.findByText(sentence);
    for (const [term, value] of Object.entries(facts))
      expect(
        within(screen.getByRole('main')).getAllByText(term, { selector: 'dt' })[0]?.parentElement?.querySelector('dd')
          ?.textContent,
      ).toBe(value);
  });

  it('opens its entries, which sum to zero, whatever kinds the books learn', async () => {
    await openReceipt(withdrawal());
    await user.click(await screen.findByText('Show 2 entries'));
    const table = within(screen.getByRole('table', { name: /Withdrawal accepted/ }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'AccountAmount',
      'Your wallet-400.000001 USDT',
      'Withdrawals in transit400.000001 USDT',
      'Sum0.00 USDT',
    ]);
    const other = within(screen.getByRole('table', { name: /^Entry/ }));
    expect(other.getByText('Wallet of the other member')).toBeDefined();
    expect(other.getByText('Account of the club')).toBeDefined();
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
    await screen.findByText('You gave 0.1000 BTC and got 6,865.50 USDT.');
    expect([fact('Given'), fact('Received'), fact('Rate')]).toEqual([
      '0.1000 BTC',
      '6,865.50 USDT',
      '1 BTC = 68,655 USDT',
    ]);
    expect(screen.getByText('Nothing has been moved yet.')).toBeDefined();
  });

  it('names the other member and the note of a transfer', async () => {
    await openReceipt({
      ...sample,
      kind: 'transferIn',
      status: null,
      amount: '5',
      fee: null,
      net: null,
      counterparty: 'mika',
      note: 'Lunch',
    });
    await screen.findByText('mika sent you 5.00 USDT.');
    expect([fact('Other member'), fact('Note')]).toEqual(['mika', 'Lunch']);
  });

  it('prints itself', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await openReceipt(withdrawal());
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  it('says when it can not be read, and tries again', async () => {
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
  ])('%s is told not to exist', async (_, id, calls) => {
    const { sent } = await openApp(`/Receipt/${id}`, { answers: { [READ]: () => problem(404, 'not_found') } });
    expect((await screen.findByRole('alert')).textContent).toContain('The resource does not exist');
    expect(screen.getByRole('link', { name: 'Back to the histories' }).getAttribute('href')).toBe('/History');
    expect(sent.filter(({ call }) => call.startsWith('GET /receipts'))).toHaveLength(calls);
  });

  it.each(['ja-JP', 'zh-CN'] as const)('is complete in %s', async (culture) => {
    await openApp(`/Receipt/${ID}`, { culture, answers: { [READ]: () => json(withdrawal({}, { overdue: true })) } });
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain('W-7K2M-9QXD'));
    expect(screen.getByRole('main').textContent).not.toMatch(/\b(the|your|amount|withdrawal)\b|receipt:|money:/i);
  });
});

describe('a bonus of a month', () => {
  it('names its entry and leads to how it came about', async () => {
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
    expect((await screen.findByRole('link', { name: 'How this bonus came about' })).getAttribute('href')).toBe(
      '/SalesManagement?month=2026-10',
    );
    expect(screen.getByText('Binary bonus', { selector: 'caption' })).toBeDefined();
  });
});

describe('a farewell', () => {
  it.each([
    ['withdrawalAccepted', 'inProcess', 'The withdrawal application has been completed.'],
    ['transferSent', null, 'The transfer is made.'],
    ['exchanged', null, 'The exchange is made.'],
    ['depositCredited', 'completed', 'Your deposit is credited.'],
    ['depositNotApproved', 'notApproved', /^Your deposit was not approved/],
  ])('%s is said', async (notice, status, words) => {
    await openApp(`/Receipt/${ID}`, { answers: { [READ]: () => json(withdrawal({ status })) }, state: { notice } });
    await screen.findByText(words);
  });

  it('of nobody’s making is not', async () => {
    await openApp(`/Receipt/${ID}`, { answers: { [READ]: () => json(withdrawal()) }, state: { notice: 'youAreRich' } });
    await screen.findByRole('heading', { level: 1, name: 'Withdrawal' });
    expect(screen.queryByText(/youAreRich|notice/)).toBeNull();
  });
});

describe('the way of a withdrawal', () => {
  it('tells what has happened never as yet to come, though the clock of the device is behind', async () => {
    const moment = new Date(NOW + 1_400).toISOString();
    await openReceipt(
      withdrawal(
        { status: 'cancel' },
        { cancellable: false, timeline: [...details.timeline, { status: 'cancel', at: moment }] },
      ),
    );
    const [, step] = within(await screen.findByRole('list', { name: 'Timeline' })).getAllByRole('listitem');
    expect(step?.textContent).toMatch(/\(now\)$/);
  });

  it('shows what was, what is to come and when, and where to', async () => {
    await openReceipt(withdrawal());
    const panel = within(await screen.findByRole('region', { name: 'Payout' }));
    const steps = within(panel.getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(steps[0]).toMatch(/^In process2026-11-21 .*\(1 hour ago\)$/);
    expect(steps[1]).toMatch(/^Completed \(expected\)2026-12-01 .*\(in 10 days\)$/);
    expect(panel.getByRole('progressbar').getAttribute('value')).toBe(String(3_600_000));
    expect(panel.getByText('Ethereum (development chain)')).toBeDefined();
    expect(panel.getByText('Cold wallet')).toBeDefined();
    expect(panel.getByRole('button', { name: 'Copy: Address' })).toBeDefined();
    expect(panel.getByText(/You can cancel it as long as it is in process/)).toBeDefined();
  });

  it.each([
    ['the server says so', {}, { overdue: true }],
    ['its moment has passed', {}, { completesAt: at(-2) }],
  ])('is overdue where %s, and names whom to ask', async (_, rest, of) => {
    await openReceipt(withdrawal(rest, of));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('This withdrawal is overdue')).toBeDefined();
    expect(alert.getByText(/name the reference W-7K2M-9QXD/)).toBeDefined();
    expect(alert.getByText(/support@perch\.example/)).toBeDefined();
    expect(screen.queryByText('Completed (expected)')).toBeNull();
    expect(await axeFindings()).toEqual([]);
  });

  it('that has ended waits for nothing more', async () => {
    await openReceipt(
      withdrawal(
        { status: 'cancel' },
        { cancellable: false, completesAt: at(-2), timeline: [...details.timeline, { status: 'cancel', at: at(0) }] },
      ),
    );
    await screen.findByRole('region', { name: 'Payout' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save to the calendar' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull();
  });

  it('can be put into a calendar', async () => {
    const saved = catchFiles();
    await openReceipt(withdrawal());
    await user.click(await screen.findByRole('button', { name: 'Save to the calendar' }));
    expect(saved.map(({ name }) => name)).toEqual(['perch-W-7K2M-9QXD.ics']);
    const file = (await textOf(saved[0])).replaceAll('\r\n ', '');
    expect(file).toContain('DTSTART:20261201T030000Z\r\n');
    expect(file).toContain(`UID:${WITHDRAWAL}@perch\r\n`);
    expect(file).toContain(`Address: ${ADDRESS}.`);
    expect(file).toContain(`URL:${window.location.origin}/Receipt/${ID}\r\n`);
  });
});

describe('what became of the money', () => {
  const paidIn = { kind: 'deposit', amount: '20', fee: null, net: null, withdrawal: null, rate: null, rateAt: null };

  it.each([
    ['cancel', 'You cancelled this withdrawal. 400.00 USDT are back in your wallet; nothing was paid out.'],
    ['notApproved', 'This withdrawal was not approved. 400.00 USDT are back in your wallet; nothing was paid out.'],
  ])('of a withdrawal that is %s is that it returned: no fee, nothing paid out, no tick', async (status, sentence) => {
    await openReceipt(
      withdrawal({ status }, { cancellable: false, timeline: [...details.timeline, { status, at: at(0) }] }),
    );
    await screen.findByText(sentence);
    expect(screen.queryByText('Fee', { selector: 'dt' })).toBeNull();
    expect(screen.queryByText('Net', { selector: 'dt' })).toBeNull();
    expect(screen.getByText('400.00 USDT', { selector: 's *' })).toBeDefined();
    const [first, last] = within(screen.getByRole('list', { name: 'Timeline' }))
      .getAllByRole('listitem')
      .map((step) => step.querySelector('svg')?.getAttribute('class') ?? '');
    expect(first).toContain('text-success');
    expect(last).not.toContain('text-success');
  });

  it.each([
    ['awaitingPayment', 'You asked for an address to deposit 20.00 USDT to. No payment has been seen yet.'],
    ['inProcess', 'A payment of 20.00 USDT was seen. It is in your wallet once it is confirmed.'],
    ['notApproved', '20.00 USDT arrived, but it was not approved. It is not in your wallet.'],
    ['cancel', 'You cancelled this request. Nothing was credited.'],
    ['completed', '20.00 USDT came into your wallet.'],
  ])('of a deposit that is %s is said as it is', async (status, sentence) => {
    await openReceipt({ ...sample, ...paidIn, status });
    await screen.findByText(sentence);
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
    await screen.findByText('You received a binary bonus of 36.40 USDT and 9.10 PP (20.00% as points).');
    expect([fact('Received'), fact('Received as points')]).toEqual(['36.40 USDT', '9.10 PP']);
    for (const term of ['Given', 'Rate', 'Rate of']) expect(screen.queryByText(term, { selector: 'dt' })).toBeNull();
    expect(screen.getByRole('link', { name: 'How this bonus came about' })).toBeDefined();
  });
});

describe('the word of the flow that led here', () => {
  const arrive = (receipt: object, answers: Answers = {}) =>
    openApp(`/receipt/${ID}`, {
      answers: { [READ]: () => json(receipt), ...answers },
      state: { notice: 'withdrawalAccepted' },
    });

  it('says first what is still to come, once, and is gone with the status that it was about', async () => {
    const cancelled = withdrawal({ status: 'cancel' }, { cancellable: false });
    await arrive(withdrawal(), { [CANCEL]: () => json(cancelled) });
    await screen.findByText(/^Requested\. It is paid out by 2026-1[12]-\d\d\.$/);
    expect(screen.getAllByText('The withdrawal application has been completed.')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Cancel withdrawal' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel the withdrawal' }));
    await screen.findByText(/^You cancelled this withdrawal\./);
    expect(screen.queryByText('The withdrawal application has been completed.')).toBeNull();
  });
});

describe('cancelling', () => {
  const cancelled = withdrawal(
    { status: 'cancel' },
    { cancellable: false, timeline: [...details.timeline, { status: 'cancel', at: at(0) }] },
  );

  it('is asked once more, and a lost answer is asked for again under the same key', async () => {
    let lost = true;
    const { sent } = await openReceipt(withdrawal(), {
      [CANCEL]: () => {
        if (!lost) return json(cancelled);
        lost = false;
        throw new TypeError('no network');
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Cancel this withdrawal?' }));
    expect(dialog.getByText(/^400.00 USDT return to your balance at once/)).toBeDefined();
    expect(sent.some(({ call }) => call === CANCEL)).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Cancel the withdrawal' }));
    expect((await dialog.findByRole('alert')).textContent).toContain("The server can't be reached");
    await user.click(dialog.getByRole('button', { name: 'Cancel the withdrawal' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('The withdrawal is cancelled.');
    expect(fact('Status')).toBe('Cancelled');
    expect(screen.queryByRole('button', { name: 'Cancel withdrawal' })).toBeNull();
    expect(sent.filter(({ call }) => call === CANCEL).map(({ key }) => key)).toEqual([
      `cancel-${WITHDRAWAL}`,
      `cancel-${WITHDRAWAL}`,
    ]);
  });

  it('that comes too late shows how it was decided', async () => {
    let current = withdrawal();
    await openReceipt(current, {
      [READ]: () => json(current),
      [CANCEL]: () => {
        current = withdrawal({ status: 'approved' }, { cancellable: false });
        return problem(409, 'not_cancellable');
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel withdrawal' }));
    await user.click(screen.getByRole('button', { name: 'Cancel the withdrawal' }));
    const dialog = within(screen.getByRole('dialog'));
    await dialog.findByText('This can no longer be cancelled');
    await user.click(dialog.getByRole('button', { name: 'Keep the withdrawal' }));
    await screen.findByText('It can no longer be cancelled.');
    expect(fact('Status')).toBe('Approved');
  });
});

describe('a withdrawal that was paid out', () => {
  it('shows its transaction, and is done once the member has seen it', async () => {
    const transactionId = `0x${'ab'.repeat(32)}`;
    const paid = withdrawal({ status: 'completed' }, { cancellable: false, transactionId });
    const { sent } = await openReceipt(paid, { [SEEN]: () => json({ ...paid, status: 'done' }) });
    await user.click(await screen.findByRole('button', { name: 'I have seen it' }));
    await waitFor(() => expect(fact('Status')).toBe('Done'));
    expect(screen.queryByRole('button', { name: 'I have seen it' })).toBeNull();
    expect(fact('Transaction id')?.replace(/[^0-9a-fx]/g, '')).toContain(transactionId);
    expect(sent.find(({ call }) => call === SEEN)?.key).toBe(`seen-${WITHDRAWAL}`);
  });
});

describe('a deposit', () => {
  const deposit = {
    id: ID,
    receiptId: ID,
    reference: 'D-1',
    status: 'awaitingPayment',
    asset: 'USDT',
    network: 'ethereum',
    development: false,
    address: ADDRESS,
    paymentUri: `ethereum:${ADDRESS}`,
    amount: '400',
    minimum: '100',
    received: null,
    confirmations: 0,
    confirmationsNeeded: 12,
    transactionId: null,
    createdAt: at(-1),
    creditedAt: null,
    delayedSince: null,
    sharedWith: [],
  };
  const receipt = (of: object) => ({
    ...sample,
    kind: 'deposit',
    amount: '400',
    fee: null,
    net: null,
    deposit: { ...deposit, ...of },
  });

  it('that waits for its payment shows where to, as text and as a picture', async () => {
    await openReceipt(receipt({}));
    await screen.findByRole('img', { name: 'QR code of the payment' });
    expect(screen.getByText('USDT · Ethereum')).toBeDefined();
    expect(fact('Minimum')).toBe('100.00 USDT');
    expect(screen.getByText('Nothing seen yet')).toBeDefined();
    expect(await axeFindings()).toEqual([]);
  });

  it('that was seen counts its confirmations and asks for no second payment', async () => {
    await openReceipt(receipt({ status: 'inProcess', received: '399.5', confirmations: 14 }));
    await screen.findByText('12 of 12');
    expect(screen.getByText('399.50 USDT')).toBeDefined();
    expect(screen.queryByRole('img', { name: 'QR code of the payment' })).toBeNull();
  });

  it('is looked at again until it is credited, and a look that fails changes nothing', async () => {
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true });
    const looks = [
      () => json(receipt({ status: 'inProcess', received: '400', confirmations: 3 })),
      () => problem(503, 'maintenance'),
      () =>
        json({
          ...receipt({ status: 'completed', received: '400', confirmations: 12, creditedAt: at(0) }),
          status: 'completed',
        }),
    ];
    let looked = 0;
    await openApp(`/receipt/${ID}`, {
      answers: { [READ]: () => (looks[looked++] ?? looks[2])?.() ?? problem(500, 'internal') },
    });
    await screen.findByText('3 of 12');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looked).toBe(2);
    expect(screen.getByText('3 of 12')).toBeDefined();
    await vi.advanceTimersByTimeAsync(10_000);
    await screen.findByText('12 of 12');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(looked).toBe(3);
  });
});
