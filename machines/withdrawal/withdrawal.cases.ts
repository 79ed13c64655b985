import { defineCases } from '../chart/cases.ts';
import { memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { confirmationCases } from '../confirmation/confirmation.samples.ts';
import { openOf } from '../confirmation/open-draft.ts';
import { withdrawalMachine } from './withdrawal.machine.ts';
import { withdrawalEndReceipts, withdrawalShows } from './withdrawal.shows.ts';
import type {
  TypedWithdrawal,
  WithdrawalCheckpoint,
  WithdrawalDraft,
  WithdrawalOptions,
  WithdrawalStep,
} from './withdrawal.types.ts';

const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const typed: TypedWithdrawal = { asset: 'USDT', network: 'ethereum', address, amount: '400' };

const options: WithdrawalOptions = {
  minimumUsd: '300',
  feeRate: '0.10',
  completionHours: 240,
  heldUntil: null,
  secondFactor: 'email',
  assets: [
    {
      asset: 'USDT',
      available: '12500',
      minimum: '300.300301',
      rate: '0.999',
      networks: [{ network: 'ethereum', development: true, confirmations: 12, delayedSince: null }],
    },
    {
      asset: 'BTC',
      available: '0.25',
      minimum: '0.00434783',
      rate: '69000.5',
      networks: [{ network: 'bitcoin', development: true, confirmations: 3, delayedSince: '2026-11-21T03:20:00Z' }],
    },
  ],
  addresses: [],
  recent: [
    {
      asset: 'USDT',
      network: 'ethereum',
      address: '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
      lastUsedAt: '2026-10-02T09:00:00Z',
    },
  ],
  allowList: false,
};

const draft: WithdrawalDraft = {
  id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10',
  state: 'open',
  expiresAt: '2026-11-21T04:05:00Z',
  expiresIn: 300,
  secondFactor: 'email',
  asset: 'USDT',
  network: 'ethereum',
  development: true,
  address,
  addressLabel: null,
  addressNewSince: null,
  amount: '400',
  fee: '40',
  net: '360',
  feeRate: '0.10',
  amountUsd: '399.6',
  rate: '0.999',
  rateAt: '2026-11-21T03:59:00Z',
  completesAt: '2026-12-01T04:00:00Z',
  completionHours: 240,
  ruleVersion: 2,
  resembles: null,
};
const resembling: WithdrawalDraft = {
  ...draft,
  addressLabel: 'Exchange',
  addressNewSince: '2026-11-20T15:00:00Z',
  resembles: {
    address: '0x9858EfFD232B4033E47d90003D41EC34Ecabda94',
    label: 'Cold wallet',
    lastUsedAt: '2026-10-02T09:00:00Z',
  },
};

const held: WithdrawalOptions = { ...options, heldUntil: '2026-11-22T04:00:00Z' };
const unconfirmable: WithdrawalOptions = { ...options, secondFactor: null };
const receiptId = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';

function interrupted(step: WithdrawalStep, quoted: WithdrawalDraft | null = draft): { resume: WithdrawalCheckpoint } {
  return { resume: { version: 1, step, typed, open: quoted === null ? null : openOf(quoted) } };
}

export const withdrawalCases = defineCases<typeof withdrawalMachine>({
  machine: withdrawalMachine,
  area: 'Money',
  purpose: 'A member withdraws money to an address on a chain.',
  words: {
    'ja-JP': {
      purpose: '会員がブロックチェーンのアドレスに出金します。',
      calls: { getWithdrawalOptions: '出金の条件の取得', createWithdrawal: '出金の見積もり' },
      outcomes: {
        resembling: 'よく似たアドレス',
        addressRefused: '使えないアドレス',
        addressNotAllowed: '保存していないアドレス',
      },
      ends: { accepted: '受付済み' },
    },
    'zh-CN': {
      purpose: '会员提现到区块链地址。',
      calls: { getWithdrawalOptions: '读取提现条件', createWithdrawal: '提现报价' },
      outcomes: { resembling: '地址相似', addressRefused: '地址被拒绝', addressNotAllowed: '地址未保存' },
      ends: { accepted: '已受理' },
    },
  },
  starts: {
    fresh: { input: { resume: null }, at: '/Withdraw' },
    reloadedAtEmptyForm: {
      input: { resume: { version: 1, step: 'entering', typed: null, open: null } },
      at: '/Withdraw',
    },
    reloadedAtForm: { input: interrupted('entering', null), at: '/Withdraw' },
    reloadedAtComparison: { input: interrupted('comparing', resembling), at: '/Withdraw2?step=address' },
    reloadedAtReview: { input: interrupted('reviewing'), at: '/Withdraw2' },
    reloadedAtReviewOfResembling: { input: interrupted('reviewing', resembling), at: '/Withdraw2' },
    reloadedAtCode: { input: interrupted('confirming'), at: '/Withdraw2?step=code' },
    reloadedAtCodeOfResembling: { input: interrupted('confirming', resembling), at: '/Withdraw2?step=code' },
  },
  good: { start: 'fresh', end: 'accepted' },
  controls: {
    BALANCE_READ: null,
    SUBMIT_FORM: {
      name: 'withdrawal:submit',
      fields: {
        asset: 'withdrawal:asset',
        network: 'withdrawal:network',
        address: 'withdrawal:address',
        amount: 'withdrawal:amount',
      },
    },
    CONFIRM_ADDRESS: { name: 'withdrawal:compare.confirm' },
    CONFIRM: { name: 'withdrawal:review.confirm' },
    RETRY: { name: 'common:action.retry' },
    BACK: { name: 'common:action.back' },
    LEAVE: { name: 'money:toWallet' },
  },
  shows: withdrawalShows,
  endReceipts: withdrawalEndReceipts(receiptId, draft),
  events: {
    BALANCE_READ: {
      more: { options: { ...options, assets: options.assets.map((each) => ({ ...each, available: '12600' })) } },
    },
    SUBMIT_FORM: {
      filled: { typed },
      small: { typed: { ...typed, amount: '299.99' } },
      large: { typed: { ...typed, amount: '12600.000001' } },
    },
    CONFIRM_ADDRESS: { press: {} },
    CONFIRM: { press: {} },
    RETRY: { press: {} },
    BACK: { press: {} },
    LEAVE: { press: {} },
  },
  outcomes: {
    getWithdrawalOptions: {
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
    createWithdrawal: {
      ...memberCases,
      created: { output: { kind: 'created', draft }, reply: { status: 200, body: draft } },
      resembling: {
        output: { kind: 'resembling', draft: resembling },
        arrange: 'similarAddressSaved',
        reply: { status: 200, body: resembling },
      },
      belowMinimum: refusal('belowMinimum', 400, sampleProblem('below_minimum_withdrawal'), {
        arrange: 'minimumRaised',
      }),
      insufficientBalance: refusal('insufficientBalance', 409, sampleProblem('insufficient_balance'), {
        arrange: 'balanceSpentMeanwhile',
      }),
      addressRefused: refusal('addressRefused', 400, sampleProblem('address_invalid'), {
        typed: { address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda95' },
      }),
      addressNotAllowed: refusal(
        'addressNotAllowed',
        409,
        sampleProblem('address_not_allowed', { until: '2026-11-22T05:00:00Z' }),
        { arrange: 'savedOnlyMeanwhile' },
      ),
      closed: refusal('closed', 409, sampleProblem('asset_closed'), {
        arrange: 'withdrawalsClosed',
      }),
      forbidden: refusal('forbidden', 403, sampleProblem('money_held', { until: '2026-11-22T04:00:00Z' }), {
        arrange: 'newPasswordMeanwhile',
      }),
      running: plain('running', 409, 'request_running'),
    },
    confirmation: confirmationCases(receiptId),
  },
});
