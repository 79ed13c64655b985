import { defineCases } from '../chart/cases.ts';
import { memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { depositMachine } from './deposit.machine.ts';
import { depositEndReceipts, depositShows } from './deposit.shows.ts';
import type { Deposit, DepositCheckpoint, DepositOptions, DepositStep, TypedDeposit } from './deposit.types.ts';

const typed: TypedDeposit = { asset: 'USDT', network: 'ethereum', amount: '500' };
const depositId = '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10';
const receiptId = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e004';
const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const transactionId = '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060';

const awaited: Deposit = {
  id: depositId,
  receiptId,
  reference: 'D-7K2M-9QXD',
  status: 'awaitingPayment',
  ...typed,
  development: true,
  address,
  paymentUri: `ethereum:${address}`,
  minimum: '100.100101',
  received: null,
  confirmations: 0,
  confirmationsNeeded: 12,
  transactionId: null,
  createdAt: '2026-11-21T04:00:00Z',
  seenAt: null,
  creditedAt: null,
  delayedSince: null,
  sharedWith: [
    { reference: 'D-2H8V-5NCE', amount: '75.5' },
    { reference: 'D-6M3X-8TKA', amount: null },
  ],
  refusal: null,
};
const delayedSince = '2026-11-21T04:01:00Z';
/** The club has no rate of the asset meanwhile. */
const seen: Deposit = {
  ...awaited,
  minimum: null,
  status: 'inProcess',
  received: '480',
  confirmations: 3,
  transactionId,
  seenAt: '2026-11-21T04:01:30Z',
  delayedSince,
  sharedWith: [],
};
const credited: Deposit = {
  ...seen,
  minimum: awaited.minimum,
  status: 'completed',
  confirmations: 12,
  creditedAt: '2026-11-21T04:03:00Z',
};
const notApproved: Deposit = {
  ...seen,
  minimum: awaited.minimum,
  status: 'notApproved',
  received: '50',
  confirmations: 12,
  refusal: { reason: 'belowMinimum', minimum: '100.100101' },
};
const cancelled: Deposit = { ...awaited, status: 'cancel', amount: null };

/** More or less may arrive than was requested: once a payment is detected, the amount received is shown. */
const arriving: Deposit = {
  ...seen,
  id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a20',
  receiptId: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e014',
  reference: 'D-4T5W-1XZQ',
  amount: '750',
  received: '720.5',
  confirmations: 5,
  address: '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
  paymentUri: 'ethereum:0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
  transactionId: '0x9f3a7c1e55d2480ab6c34e8f1027bd96a4c0e83f1d5b7a2964e0c8d3f5a1b702',
  createdAt: '2026-11-21T03:30:00Z',
  delayedSince: '2026-11-21T03:50:00Z',
};
/** No amount was named. */
const open: Deposit = {
  ...awaited,
  id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a30',
  receiptId: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e024',
  reference: 'D-9K3B-6RWM',
  amount: null,
  sharedWith: [],
  address: '0xD5c8aB8ed4B4a1A4eB6a9b2f0D3bA52E6cB0e0b7',
  paymentUri: 'ethereum:0xD5c8aB8ed4B4a1A4eB6a9b2f0D3bA52E6cB0e0b7',
  createdAt: '2026-11-20T22:00:00Z',
};

const options: DepositOptions = {
  minimumUsd: '100',
  assets: [
    {
      asset: 'USDT',
      minimum: '100.100101',
      rate: '0.999',
      networks: [{ network: 'ethereum', development: true, confirmations: 12, delayedSince: null }],
    },
    {
      asset: 'BTC',
      minimum: '0.00144928',
      rate: '69000.5',
      networks: [{ network: 'bitcoin', development: true, confirmations: 3, delayedSince: '2026-11-21T03:20:00Z' }],
    },
  ],
  open: [awaited, arriving, open],
};

function interrupted(step: DepositStep, known: Partial<DepositCheckpoint> = {}): { resume: DepositCheckpoint } {
  return { resume: { version: 1, step, typed, depositId, ...known } };
}

export const depositCases = defineCases<typeof depositMachine>({
  machine: depositMachine,
  area: 'Money',
  purpose: 'A member deposits money from a chain and sees it arrive.',
  words: {
    'ja-JP': {
      purpose: '会員がブロックチェーンから入金し、反映を確認します。',
      calls: {
        getDepositOptions: '入金できる資産の取得',
        createDeposit: '入金の申請',
        getDeposit: '入金の確認',
        cancelDeposit: '申請のキャンセル',
      },
      outcomes: {
        credited: '残高に反映',
        notApproved: '入金の却下',
        cancelled: 'キャンセル済み',
        seen: '入金を検知',
        awaited: '入金待ち',
        notCancellable: 'キャンセル不可',
        tooManyOpen: '手続き中の申請が上限',
      },
      timers: { nextLook: '次の入金確認' },
      ends: { credited: '残高に反映', notApproved: '却下' },
    },
    'zh-CN': {
      purpose: '会员从区块链充值并查看入账。',
      calls: {
        getDepositOptions: '读取可充值资产',
        createDeposit: '申请充值',
        getDeposit: '查询充值',
        cancelDeposit: '取消申请',
      },
      outcomes: {
        credited: '已入账',
        notApproved: '充值未批准',
        cancelled: '已取消',
        seen: '检测到付款',
        awaited: '等待付款',
        notCancellable: '无法取消',
        tooManyOpen: '进行中的申请已达上限',
      },
      timers: { nextLook: '下次查询充值' },
      ends: { credited: '已入账', notApproved: '未批准' },
    },
  },
  starts: {
    fresh: { input: { resume: null }, at: '/Deposit' },
    reloadedAtEmptyForm: { input: interrupted('entering', { typed: null, depositId: null }), at: '/Deposit' },
    reloadedAtForm: { input: interrupted('entering', { depositId: null }), at: '/Deposit' },
    reloadedAtAddress: { input: interrupted('watching'), at: '/Deposit2' },
    reloadedAtChosenAddress: { input: interrupted('watching', { typed: null }), at: '/Deposit2' },
    reloadedWhileCancelling: { input: interrupted('cancelling'), at: '/Deposit2' },
    reloadedWhileCancellingChosen: { input: interrupted('cancelling', { typed: null }), at: '/Deposit2' },
  },
  good: { start: 'fresh', through: 'awaitingPayment.blank', end: 'credited' },
  controls: {
    SUBMIT_FORM: {
      name: 'deposit:submit',
      fields: { asset: 'deposit:asset', network: 'deposit:network', amount: 'deposit:amount' },
    },
    OPEN_REQUEST: { name: 'deposit:open.look', carries: ['depositId'] },
    CANCEL_REQUEST: { name: 'deposit:address.cancel' },
    CONFIRM_CANCEL: { name: 'deposit:cancel.confirm' },
    KEEP_REQUEST: { name: 'deposit:cancel.keep' },
    RETRY: {
      name: {
        'deposit-unavailable': 'common:action.retry',
        'deposit-form': 'deposit:open.show',
        'deposit-lost': 'common:action.retry',
        'deposit-unknown': 'requests:unknown.ask',
      },
    },
    BACK: { name: 'common:action.back' },
  },
  shows: depositShows,
  endReceipts: depositEndReceipts({ credited, notApproved, cancelled }),
  events: {
    SUBMIT_FORM: { filled: { typed }, small: { typed: { ...typed, amount: '99.99' } } },
    OPEN_REQUEST: { press: { depositId } },
    CANCEL_REQUEST: { press: {} },
    CONFIRM_CANCEL: { press: {} },
    KEEP_REQUEST: { press: {} },
    RETRY: { press: {} },
    BACK: { press: {} },
  },
  outcomes: {
    getDepositOptions: {
      ...memberCases,
      loaded: { output: { kind: 'loaded', options }, reply: { status: 200, body: options } },
    },
    createDeposit: {
      ...memberCases,
      created: { output: { kind: 'created', deposit: awaited }, reply: { status: 200, body: awaited } },
      belowMinimum: refusal('belowMinimum', 400, sampleProblem('below_minimum_deposit'), {
        arrange: 'minimumRaised',
      }),
      closed: refusal('closed', 409, sampleProblem('asset_closed'), {
        arrange: 'depositsClosed',
      }),
      tooManyOpen: refusal('tooManyOpen', 409, sampleProblem('too_many_open_deposits'), {
        arrange: 'fiveRequests',
      }),
      running: plain('running', 409, 'request_running'),
    },
    getDeposit: {
      ...memberCases,
      awaited: { output: { kind: 'awaited', deposit: awaited }, reply: { status: 200, body: awaited } },
      seen: {
        output: { kind: 'seen', deposit: seen },
        arrange: 'addressPaid',
        reply: { status: 200, body: seen },
      },
      credited: {
        output: { kind: 'credited', deposit: credited },
        arrange: 'addressPaidAndMined',
        reply: { status: 200, body: credited },
      },
      notApproved: {
        output: { kind: 'notApproved', deposit: notApproved },
        arrange: 'paidBelowMinimum',
        reply: { status: 200, body: notApproved },
      },
      cancelled: {
        output: { kind: 'cancelled', deposit: cancelled },
        arrange: 'requestCanceledElsewhere',
        reply: { status: 200, body: cancelled },
      },
      gone: refusal('gone', 404, sampleProblem('not_found')),
    },
    cancelDeposit: {
      ...memberCases,
      cancelled: { output: { kind: 'cancelled', deposit: cancelled }, reply: { status: 200, body: cancelled } },
      notCancellable: refusal('notCancellable', 409, sampleProblem('not_cancellable'), {
        arrange: 'paidBeforeNextLook',
      }),
      gone: refusal('gone', 404, sampleProblem('not_found')),
      running: plain('running', 409, 'request_running'),
    },
  },
});
