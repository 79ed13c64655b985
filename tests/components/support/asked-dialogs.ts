// The dialogs that ask for confirmation: where each is, what it needs to be there, and what is on its buttons.
import type { Culture } from '#src/i18n/cultures.ts';
import { example } from './examples.ts';

export const RECEIPT = 'b2d5f8a1-4c7e-4f9b-8d3a-6e1c2b5f7a90';
export const ticket = 'Q-7K2M-9QXD';
export const details = {
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
export const withdrawal = {
  ...(example('GET', '/receipts/{id}') as object),
  id: RECEIPT,
  status: 'inProcess',
  withdrawal: details,
};
export const sessions = [true, false].map((current) => ({
  id: crypto.randomUUID(),
  device: 'Safari on iPhone',
  signedInAt: '2026-11-20T08:00:00Z',
  lastUsedAt: '2026-11-21T03:30:00Z',
  current,
}));

export const [saved] = (example('GET', '/addresses') as { readonly items: readonly [{ readonly id: string }] }).items;

export interface Asked {
  /** The file that shows the dialog. */
  readonly file: string;
  readonly address: string;
  /** What the server must answer for it to be there; the rest are the description's examples. */
  readonly replies: Readonly<Record<string, object>>;
  /** The button that opens it, and those of the dialog, in the languages of the interface. */
  readonly opener: Readonly<Record<Culture, string | RegExp>>;
  readonly buttons: Readonly<Record<Culture, readonly [keep: string, act: string]>>;
}

export const dialogs: readonly Asked[] = [
  {
    file: 'src/pages/receipt/withdrawal-acts.tsx',
    address: `/Receipt/${RECEIPT}`,
    replies: { [`GET /receipts/${RECEIPT}`]: withdrawal },
    opener: { 'en-US': 'Cancel withdrawal', 'ja-JP': '出金をキャンセル', 'zh-CN': '取消提现' },
    buttons: {
      'en-US': ['Keep withdrawal', 'Cancel withdrawal'],
      'ja-JP': ['出金を続ける', '出金をキャンセル'],
      'zh-CN': ['保留提现', '取消提现'],
    },
  },
  {
    file: 'src/pages/security/sessions-panel.tsx',
    address: '/Security',
    replies: { 'GET /account/sessions': { items: sessions } },
    opener: { 'en-US': 'Sign out all other devices', 'ja-JP': 'ほかの端末をサインアウト', 'zh-CN': '退出其他所有设备' },
    buttons: {
      'en-US': ['Keep signed in', 'Sign out all other devices'],
      'ja-JP': ['そのままにする', 'ほかの端末をサインアウト'],
      'zh-CN': ['保持登录', '退出其他所有设备'],
    },
  },
  {
    file: 'src/pages/security/sessions-panel.tsx',
    address: '/Security',
    replies: { 'GET /account/sessions': { items: sessions } },
    opener: { 'en-US': /^Sign out (?!all)/, 'ja-JP': /をサインアウト$/, 'zh-CN': /^让 .* 退出登录$/ },
    buttons: {
      'en-US': ['Keep signed in', 'Sign out'],
      'ja-JP': ['そのままにする', 'サインアウト'],
      'zh-CN': ['保持登录', '退出登录'],
    },
  },
  {
    file: 'src/pages/security/phrase-panel.tsx',
    address: '/Security',
    replies: { 'GET /account/emailPhrase': { set: true, shown: true } },
    opener: { 'en-US': 'Remove phrase', 'ja-JP': '合言葉を削除', 'zh-CN': '删除短语' },
    buttons: {
      'en-US': ['Keep as it is', 'Remove phrase'],
      'ja-JP': ['変更しない', '合言葉を削除'],
      'zh-CN': ['保持不变', '删除短语'],
    },
  },
  {
    file: 'src/pages/addresses/addresses.page.tsx',
    address: '/Addresses',
    replies: {},
    opener: { 'en-US': /^Remove /, 'ja-JP': /削除/, 'zh-CN': /^删除/ },
    buttons: {
      'en-US': ['Keep address', 'Remove address'],
      'ja-JP': ['アドレスを残す', 'アドレスを削除する'],
      'zh-CN': ['保留地址', '删除地址'],
    },
  },
  {
    file: 'src/pages/contact/close-button.tsx',
    address: `/Contact?ticket=${ticket}`,
    replies: {
      [`GET /inquiries/${ticket}`]: { ...(example('GET', '/inquiries/{id}') as object), status: 'open' },
    },
    opener: { 'en-US': 'Close inquiry', 'ja-JP': 'お問い合わせを終了', 'zh-CN': '结束工单' },
    buttons: {
      'en-US': ['Keep open', 'Close inquiry'],
      'ja-JP': ['終了しない', 'お問い合わせを終了'],
      'zh-CN': ['暂不结束', '结束工单'],
    },
  },
];
