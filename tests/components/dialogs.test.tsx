import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';
import { loadArea } from '#src/i18n/load-area.ts';
import { teachDialogs } from './support/dialogs.ts';
import { example, json, openApp, type Answers } from './support/open-app.tsx';

beforeAll(teachDialogs);
afterEach(cleanup);

const RECEIPT = 'b2d5f8a1-4c7e-4f9b-8d3a-6e1c2b5f7a90';
const ticket = 'Q-7K2M-9QXD';
const details = {
  id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10',
  network: 'ethereum',
  development: true,
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  addressLabel: null,
  completesAt: '2026-12-01T04:00:00Z',
  overdue: false,
  cancellable: true,
  transactionId: null,
  timeline: [{ status: 'inProcess', at: '2026-11-21T03:00:00Z' }],
  refusal: null,
};
const withdrawal = {
  ...(example('GET', '/receipts/{id}') as object),
  id: RECEIPT,
  status: 'inProcess',
  withdrawal: details,
};
const sessions = [true, false].map((current) => ({
  id: crypto.randomUUID(),
  device: 'Safari on iPhone',
  signedInAt: '2026-11-20T08:00:00Z',
  lastUsedAt: '2026-11-21T03:30:00Z',
  current,
}));

const [saved] = (example('GET', '/addresses') as { readonly items: readonly [{ readonly id: string }] }).items;

interface Asked {
  /** The file of the dialog. */
  readonly file: string;
  readonly address: string;
  readonly answers: Answers;
  /** The button that opens it, and those of the dialog, in the languages of the interface. */
  readonly opener: Readonly<Record<Culture, string | RegExp>>;
  readonly buttons: Readonly<Record<Culture, readonly [keep: string, act: string]>>;
}

const dialogs: readonly Asked[] = [
  {
    file: 'src/pages/receipt/withdrawal-acts.tsx',
    address: `/Receipt/${RECEIPT}`,
    answers: { [`GET /receipts/${RECEIPT}`]: () => json(withdrawal) },
    opener: { 'en-US': 'Cancel withdrawal', 'ja-JP': '出金をキャンセルする', 'zh-CN': '取消提现' },
    buttons: {
      'en-US': ['Keep the withdrawal', 'Cancel the withdrawal'],
      'ja-JP': ['出金を続ける', '出金をキャンセルする'],
      'zh-CN': ['保留提现', '取消提现'],
    },
  },
  {
    file: 'src/pages/account/step-up-dialog.tsx',
    address: '/Account',
    answers: { 'GET /account/sessions': () => json({ items: sessions }) },
    opener: { 'en-US': 'End all others', 'ja-JP': 'ほかをすべて終了する', 'zh-CN': '结束其他全部会话' },
    buttons: {
      'en-US': ['Leave them signed in', 'End the other sessions'],
      'ja-JP': ['そのままにする', 'ほかのセッションを終了する'],
      'zh-CN': ['保持登录', '结束其他会话'],
    },
  },
  {
    file: 'src/pages/account/step-up-dialog.tsx',
    address: '/Account',
    answers: { 'GET /account/sessions': () => json({ items: sessions }) },
    opener: { 'en-US': /^End the session on/, 'ja-JP': /のセッションを終了する$/, 'zh-CN': /^结束 .* 上的会话$/ },
    buttons: {
      'en-US': ['Keep the session', 'End the session'],
      'ja-JP': ['終了しない', 'セッションを終了する'],
      'zh-CN': ['保留会话', '结束会话'],
    },
  },
  {
    file: 'src/pages/addresses/addresses.page.tsx',
    address: '/Addresses',
    answers: {},
    opener: { 'en-US': /^Remove /, 'ja-JP': /削除/, 'zh-CN': /^删除/ },
    buttons: {
      'en-US': ['Keep the address', 'Remove the address'],
      'ja-JP': ['アドレスを残す', 'アドレスを削除する'],
      'zh-CN': ['保留地址', '删除地址'],
    },
  },
  {
    file: 'src/pages/contact/close-button.tsx',
    address: `/Contact?ticket=${ticket}`,
    answers: {
      [`GET /inquiries/${ticket}`]: () => json({ ...(example('GET', '/inquiries/{id}') as object), status: 'open' }),
    },
    opener: { 'en-US': 'Close the inquiry', 'ja-JP': 'お問い合わせを終了', 'zh-CN': '结束咨询' },
    buttons: {
      'en-US': ['Keep it open', 'Close the inquiry'],
      'ja-JP': ['続ける', 'お問い合わせを終了する'],
      'zh-CN': ['继续咨询', '结束咨询'],
    },
  },
];

describe.each(CULTURES)('a dialog in %s', (culture) => {
  it.each(dialogs)('of $file says on both buttons what they do', async ({ address, answers, opener, buttons }) => {
    await openApp(address, { answers, culture });
    const [button] = await screen.findAllByRole('button', { name: opener[culture] });
    await userEvent.click(button as HTMLElement);
    const shown = within(screen.getByRole('dialog'))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .slice(-2);
    expect(shown).toEqual(buttons[culture]);
    const { action } = (await loadArea(culture, 'common')) as { action: { cancel: string } };
    expect(shown).not.toContain(action.cancel);
  });
});

describe.each(dialogs)('the dialog of $file at $address', ({ address, answers, opener, buttons }) => {
  const [keep, act] = buttons['en-US'];
  const opened = async () => {
    await openApp(address, {
      answers: {
        ...answers,
        [`POST /withdrawals/${details.id}/cancel`]: () =>
          json({ ...withdrawal, status: 'cancel', withdrawal: { ...details, cancellable: false } }),
        ...done,
      },
    });
    const [button] = await screen.findAllByRole('button', { name: opener['en-US'] });
    await userEvent.click(button as HTMLElement);
    return button;
  };
  const done: Answers = {
    [`POST /account/sessions/${sessions[1]?.id ?? ''}/end`]: () => json({ ended: 1 }),
    [`POST /addresses/${saved.id}/remove`]: () => json({ items: [] }),
    [`POST /inquiries/${ticket}/close`]: () =>
      json({ ...(example('GET', '/inquiries/{id}') as object), status: 'closed' }),
  };

  it('leaves the focus on a visible heading once the act is done', async () => {
    await opened();
    const dialog = within(screen.getByRole('dialog'));
    const password = dialog.queryByLabelText('Password');
    if (password !== null) await userEvent.type(password, 'a password');
    await userEvent.click(dialog.getByRole('button', { name: act }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.tagName).toMatch(/^H[12]$/));
    expect(document.activeElement?.closest('main')).not.toBeNull();
  });

  it('returns the focus if nothing was done', async () => {
    const button = await opened();
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: keep }));
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});

it('a step of a flow moves the focus to its heading if the pressed control disappeared', async () => {
  await openApp('/Account?step=freeze', {
    answers: { 'POST /account/freeze': () => json(example('POST', '/account/freeze')) },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Freeze it now' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Your account is frozen' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

it('every dialog is tested here', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => `src/${file}`);
  const asking = files.filter((file) => readFileSync(file, 'utf8').includes('<ConfirmDialog'));
  expect(asking.toSorted()).toEqual([...new Set(dialogs.map(({ file }) => file))].toSorted());
});
