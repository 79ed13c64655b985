import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatDateTime, formatTime } from '#src/i18n/format.ts';
import { axeFindings } from './support/axe.ts';
import { teachDialogs } from './support/dialogs.ts';
import { json, NOW, openApp, problem, type Answers } from './support/open-app.tsx';

/** The bell, and the list behind it. */

const user = userEvent.setup({ delay: null });
const at = (hoursAgo: number) => new Date(NOW - hoursAgo * 3_600_000).toISOString();
const RECEIPT = '5b0f7c1e-2a55-4b0e-9a0e-0d6a4a559d0e';
const nothing = {
  ...{ asset: null, amount: null, counterAsset: null, counterAmount: null },
  ...{ receiptId: null, stage: null, ticket: null, heldUntil: null, read: true },
};
const items = [
  {
    ...nothing,
    id: '4',
    kind: 'depositCredited',
    at: at(0),
    read: false,
    asset: 'USDT',
    amount: '500',
    receiptId: RECEIPT,
  },
  { ...nothing, id: '3', kind: 'inquiryAnswered', at: at(24), read: false, ticket: 'Q-7K2M-9QXD' },
  { ...nothing, id: '2', kind: 'stakeFree', at: at(240), receiptId: RECEIPT, stage: 2 },
  { ...nothing, id: '1', kind: 'moneyHeld', at: at(241), heldUntil: at(200) },
];

beforeAll(async () => {
  teachDialogs();
  await Promise.all([
    import('#src/pages/wallet/wallet.page.tsx'),
    import('#src/frames/member-frame.tsx'),
    import('#src/frames/notice-list.tsx'),
  ]);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const list = () => within(screen.getByRole('dialog', { name: 'Notifications' }));

async function open(answers: Answers = {}, unread = 2, hidden = false) {
  const app = await openApp('/wallet', {
    answers: {
      'GET /notices/unread': () => json({ unread }),
      'GET /notices': () => json({ items, nextCursor: null, unread }),
      ...answers,
    },
    stored: { 'perch.amountsHidden': String(hidden) },
  });
  const name = unread === 0 ? 'Notifications' : new RegExp(`Notifications.*${unread} unread`);
  const [bell] = await screen.findAllByRole('button', { name });
  await user.click(bell as HTMLElement);
  return app;
}

describe('the list behind the bell', () => {
  it('has the notices by days, and each leads to where it is shown', async () => {
    await open();
    await list().findByRole('link', { name: /Deposit of 500\.00 USDT credited/ });
    expect(
      list()
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Today', 'Yesterday', expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    expect(
      list()
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([`/Receipt/${RECEIPT}`, '/Contact?ticket=Q-7K2M-9QXD', '/Staking', '/Security', '/Notifications']);
    expect(await axeFindings()).toEqual([]);
  });

  const money = { asset: 'USDT', amount: '1234.5', receiptId: RECEIPT };
  const POINTS = { counterAsset: 'PP', counterAmount: '7.01' };
  const later = { heldUntil: at(-24) };
  const moment = formatDateTime(at(-24));
  const [receipt, inquiry] = [`/Receipt/${RECEIPT}`, '/Contact?ticket=Q-7K2M-9QXD'];
  it.each([
    ['depositSeen', money, 'Deposit of 1,234.50 USDT detected', receipt],
    ['depositCredited', money, 'Deposit of 1,234.50 USDT credited', receipt],
    ['depositHeld', money, 'Deposit of 1,234.50 USDT wasn’t credited. Contact support', receipt],
    ['withdrawalApproved', money, 'Withdrawal of 1,234.50 USDT approved', receipt],
    ['withdrawalPaid', money, '1,234.50 USDT paid out', receipt],
    [
      'withdrawalRefused',
      money,
      'Withdrawal of 1,234.50 USDT not approved; the amount is back in your wallet',
      receipt,
    ],
    ['transferReceived', { ...money, asset: 'BTC' }, 'Transfer of 1,234.50 BTC received', receipt],
    ['stakeFree', { receiptId: RECEIPT, stage: 2 }, 'Stage 2 stake unlocked: choose what happens next', '/Staking'],
    ['referralBonus', money, 'Referral bonus of 1,234.50 USDT received', receipt],
    ['binaryBonus', money, 'Binary bonus of 1,234.50 USDT received', receipt],
    ['binaryBonus', { ...money, ...POINTS }, 'Binary bonus of 1,234.50 USDT and 7.01 PP received', receipt],
    ['inquiryAnswered', { ticket: 'Q-7K2M-9QXD' }, 'Support replied to Q-7K2M-9QXD', inquiry],
    ['moneyHeld', later, `Your money is on hold until ${moment}`, '/Security'],
    ['allowListOn', {}, 'Withdrawals now go only to saved addresses', '/AllowList'],
    ['allowListTurningOff', later, `Withdrawals go to any address from ${moment}`, '/AllowList'],
    ['allowListKept', {}, 'Withdrawals still go only to saved addresses', '/AllowList'],
    ['addressSaved', later, `An address was saved: withdrawals can go there from ${moment}`, '/Addresses'],
    [
      'newAddressesWait',
      later,
      `Your new addresses can be used from ${moment}, as your account was changed`,
      '/Addresses',
    ],
  ])('says of %s what it is about, and leads there', async (kind, about, sentence, page) => {
    await open({
      'GET /notices': () =>
        json({ items: [{ ...nothing, id: '1', kind, at: at(0), ...about }], nextCursor: null, unread: 1 }),
    });
    const [link] = await list().findAllByRole('link', { name: /\d\d:\d\d:\d\d$/ });
    expect(link?.textContent).toBe(`${sentence}${formatTime(at(0))}`);
    expect(link?.getAttribute('href')).toBe(page);
  });

  it('has no amounts while the member hides them', async () => {
    await open({}, 2, true);
    await list().findByRole('link', { name: /Deposit of hidden amount credited/ });
  });

  it('has neither amount of a bonus of two while the member hides them', async () => {
    const [paid, points] = [
      { asset: 'USDT', amount: '28.04' },
      { counterAsset: 'PP', counterAmount: '7.01' },
    ];
    const bonus = { ...nothing, id: '5', kind: 'binaryBonus', at: at(0), receiptId: RECEIPT, ...paid, ...points };
    await open({ 'GET /notices': () => json({ items: [bonus], nextCursor: null, unread: 2 }) }, 2, true);
    await list().findByRole('link', { name: /^Binary bonus of hidden amount received/ });
  });

  it('leaves out what a later release tells of, and shows what one before tells of', async () => {
    const { counterAsset: _, counterAmount: __, ...before } = items[0] as (typeof items)[0];
    const unknown = { ...nothing, id: '9', kind: 'dividend', at: at(0), read: false };
    const { sent } = await open({
      'GET /notices': () => json({ items: [unknown, before], nextCursor: null, unread: 2 }),
      'POST /notices/9/read': () => json({ unread: 0 }),
    });
    await list().findByRole('link', { name: /Deposit of 500\.00 USDT credited/ });
    expect(list().getAllByRole('listitem')).toHaveLength(1);
    await user.click(list().getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(sent.some(({ call }) => call === 'POST /notices/9/read')).toBe(true));
  });

  it('marks all as read, up to the newest that is shown', async () => {
    const { sent } = await open({ 'POST /notices/4/read': () => json({ unread: 0 }) });
    await user.click(await list().findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(list().queryByRole('button', { name: 'Mark all as read' })).toBeNull());
    expect(sent.find(({ call }) => call === 'POST /notices/4/read')?.body).toEqual({ older: true });
    expect(list().queryByText('Unread')).toBeNull();
  });

  it('marks the one that is opened', async () => {
    const { sent } = await open({ 'POST /notices/3/read': () => json({ unread: 1 }) });
    await user.click(await list().findByRole('link', { name: /Q-7K2M-9QXD/ }));
    await waitFor(() =>
      expect(sent.find(({ call }) => call === 'POST /notices/3/read')?.body).toEqual({ older: false }),
    );
  });

  it('closes with a link, even one to the page that is open', async () => {
    await open({
      'GET /notices': () =>
        json({
          items: [{ ...nothing, id: '1', kind: 'moneyHeld', at: at(1), heldUntil: at(-24) }],
          nextCursor: null,
          unread: 0,
        }),
    });
    const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Notifications' });
    await user.click(await list().findByRole('link', { name: /on hold until/ }));
    await screen.findByRole('heading', { level: 1, name: 'Security' });
    expect(dialog.open).toBe(false);
    const [bell] = screen.getAllByRole('button', { name: /^Notifications/ });
    await user.click(bell as HTMLElement);
    await user.click(await list().findByRole('link', { name: /on hold until/ }));
    expect(dialog.open).toBe(false);
    await user.click(bell as HTMLElement);
    await user.click(await list().findByRole('link', { name: 'Choose what we email you about' }));
    expect(dialog.open).toBe(false);
  });

  it('says that there is nothing yet', async () => {
    await open({ 'GET /notices': () => json({ items: [], nextCursor: null, unread: 0 }) }, 0);
    await list().findByText(/Nothing yet/);
  });

  it('says why it can’t be read, and reads again', async () => {
    let fails = true;
    await open({
      'GET /notices': () => (fails ? problem(500, 'internal') : json({ items, nextCursor: null, unread: 2 })),
    });
    const again = await list().findByRole('button', { name: 'Try again' });
    fails = false;
    await user.click(again);
    await list().findByRole('link', { name: /Deposit of 500\.00 USDT credited/ });
  });
});
