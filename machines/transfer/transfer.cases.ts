import { defineCases } from '../chart/cases.ts';
import { memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { confirmationCases } from '../confirmation/confirmation.samples.ts';
import { openOf } from '../confirmation/open-draft.ts';
import { transferMachine } from './transfer.machine.ts';
import { transferEndReceipts, transferShows } from './transfer.shows.ts';
import type {
  Recipient,
  TransferCheckpoint,
  TransferDraft,
  TransferOptions,
  TransferStep,
  TypedTransfer,
} from './transfer.types.ts';

const paid: Recipient = {
  username: 'kei_t',
  name: 'Kei T.',
  transfersSent: 3,
  lastSentAt: '2026-11-21T03:59:00Z',
  resembles: null,
};
const recipient: Recipient = {
  username: 'demo2fa',
  name: 'Ren A.',
  transfersSent: 0,
  lastSentAt: null,
  resembles: { username: 'dem02fa', name: 'Rei A.', lastSentAt: '2026-11-20T19:30:00Z' },
};
const typed: TypedTransfer = { asset: 'USDT', amount: '25', note: 'Thanks for dinner' };
const options: TransferOptions = {
  heldUntil: null,
  secondFactor: 'email',
  assets: [{ asset: 'USDT', available: '12500' }],
  favorites: [paid],
  recent: [{ ...paid, username: 'dem02fa', name: 'Rei A.', transfersSent: 7, lastSentAt: '2026-11-20T19:30:00Z' }],
  referred: [{ ...recipient, username: 'aoi_m', name: 'Aoi Mori', resembles: null }],
};
const held: TransferOptions = { ...options, heldUntil: '2026-11-22T04:00:00Z' };
const unconfirmable: TransferOptions = { ...options, secondFactor: null };
const draft: TransferDraft = {
  id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10',
  state: 'open',
  expiresAt: '2026-11-21T04:05:00Z',
  expiresIn: 300,
  secondFactor: 'email',
  recipient,
  ...typed,
  amountUsd: '24.975',
  ruleVersion: 2,
};
const receiptId = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';

function interrupted(step: TransferStep, known: Partial<TransferCheckpoint>): { resume: TransferCheckpoint } {
  return {
    resume: { version: 3, step, username: recipient.username, recipient: null, typed: null, open: null, ...known },
  };
}

export const transferCases = defineCases<typeof transferMachine>({
  machine: transferMachine,
  area: 'Money',
  purpose: 'A member transfers money to another member.',
  words: {
    'ja-JP': {
      purpose: '会員がほかの会員に送金します。',
      calls: {
        getTransferOptions: '送金できる資産の取得',
        findRecipient: '受取人の確認',
        createTransfer: '送金の準備',
      },
      outcomes: { recipientGone: '受取人が見つからない', unknown: '不明', self: '自分自身' },
    },
    'zh-CN': {
      purpose: '会员向其他会员转账。',
      calls: { getTransferOptions: '读取可转账资产', findRecipient: '查找收款人', createTransfer: '准备转账' },
      outcomes: { recipientGone: '收款人不存在', unknown: '未知', self: '本人' },
    },
  },
  starts: {
    fresh: { input: { resume: null }, at: '/Transfer' },
    reloadedAtEmptyForm: { input: interrupted('naming', { username: '' }), at: '/Transfer' },
    reloadedAtRecipient: { input: interrupted('naming', {}), at: '/Transfer' },
    reloadedAtRecipientAgain: { input: interrupted('naming', { typed }), at: '/Transfer' },
    reloadedAtEmptyAmount: { input: interrupted('entering', { recipient }), at: '/Transfer?step=amount' },
    reloadedAtAmount: { input: interrupted('entering', { recipient, typed }), at: '/Transfer?step=amount' },
    reloadedAtReview: {
      input: interrupted('reviewing', { recipient, typed, open: openOf(draft) }),
      at: '/Transfer?step=review',
    },
    reloadedAtCode: {
      input: interrupted('confirming', { recipient, typed, open: openOf(draft) }),
      at: '/Transfer?step=code',
    },
  },
  good: { start: 'fresh', end: 'sent' },
  controls: {
    BALANCE_READ: null,
    SUBMIT_RECIPIENT: { name: 'transfer:next', fields: { username: 'transfer:recipient' } },
    SUBMIT_FORM: {
      name: 'transfer:submit',
      fields: { asset: 'transfer:asset', amount: 'transfer:amountField', note: 'transfer:note' },
    },
    CONFIRM: { name: 'transfer:review.confirm' },
    RETRY: { name: 'common:action.retry' },
    BACK: { name: 'common:action.back' },
    LEAVE: { name: 'money:toWallet' },
  },
  shows: transferShows,
  endReceipts: transferEndReceipts(receiptId, draft),
  events: {
    BALANCE_READ: {
      more: { options: { ...options, assets: options.assets.map((each) => ({ ...each, available: '12600' })) } },
    },
    SUBMIT_RECIPIENT: { filled: { username: 'demo2fa' } },
    SUBMIT_FORM: { filled: { typed }, large: { typed: { ...typed, amount: '12600.000001' } } },
    CONFIRM: { press: {} },
    RETRY: { press: {} },
    BACK: { press: {} },
    LEAVE: { press: {} },
  },
  outcomes: {
    getTransferOptions: {
      ...memberCases,
      loaded: { output: { kind: 'loaded', options }, reply: { status: 200, body: options } },
      onHold: {
        output: { kind: 'onHold', options: held },
        arrange: 'newPasswordToday',
        reply: { status: 200, body: held },
      },
      unconfirmable: {
        output: { kind: 'unconfirmable', options: unconfirmable },
        arrange: 'unverifiedWithoutApp',
        reply: { status: 200, body: unconfirmable },
      },
    },
    findRecipient: {
      ...memberCases,
      found: { output: { kind: 'found', recipient }, reply: { status: 200, body: recipient } },
      unknown: refusal('unknown', 400, sampleProblem('user_not_found'), { typed: { username: 'nobody-of-that-name' } }),
      self: refusal('self', 400, sampleProblem('recipient_self'), { typed: { username: ['ownUsername'] } }),
    },
    createTransfer: {
      ...memberCases,
      created: { output: { kind: 'created', draft }, reply: { status: 200, body: draft } },
      recipientGone: refusal('recipientGone', 400, sampleProblem('user_not_found'), {
        arrange: 'recipientRenamed',
      }),
      insufficientBalance: refusal('insufficientBalance', 409, sampleProblem('insufficient_balance'), {
        arrange: 'balanceSpentMeanwhile',
      }),
      forbidden: refusal('forbidden', 403, sampleProblem('money_held', { until: '2026-11-22T04:00:00Z' }), {
        arrange: 'newPasswordMeanwhile',
      }),
      running: plain('running', 409, 'request_running'),
    },
    confirmation: confirmationCases(receiptId),
  },
});
