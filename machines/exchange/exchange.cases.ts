import { defineCases } from '../chart/cases.ts';
import { memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { confirmationCases } from '../confirmation/confirmation.samples.ts';
import { openOf } from '../confirmation/open-draft.ts';
import { exchangeMachine } from './exchange.machine.ts';
import { exchangeEndReceipts, exchangeShows } from './exchange.shows.ts';
import type {
  ExchangeCheckpoint,
  ExchangeDraft,
  ExchangeOptions,
  ExchangeStep,
  TypedExchange,
} from './exchange.types.ts';

const typed: TypedExchange = { from: 'USDT', to: 'BTC', amount: '100' };
/** The other side was typed, and the amount follows: 0.0014 × 69000 ÷ 0.995, up to the next millionth. */
const received: TypedExchange = { from: 'USDT', to: 'BTC', receive: '0.0014', amount: '97.085428' };
const options: ExchangeOptions = {
  spread: '0.005',
  quoteSeconds: 30,
  quoteSecondsWithCode: 180,
  secondFactorAboveUsd: '1000',
  assets: [
    { asset: 'USDT', available: '12500', rate: '1', rateAt: '2026-11-21T03:59:00Z', stale: false },
    { asset: 'BTC', available: '0.25', rate: '69000', rateAt: '2026-11-21T03:58:00Z', stale: false },
  ],
};
const draft: ExchangeDraft = {
  id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10',
  state: 'open',
  expiresAt: '2026-11-21T04:00:30Z',
  expiresIn: 30,
  secondFactor: 'none',
  ...typed,
  receive: '0.00144202',
  rate: '0.0000144202',
  spread: '0.005',
  rateAt: '2026-11-21T03:59:00Z',
  ruleVersion: 2,
};
const receiptId = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';

interface Interrupted {
  readonly quoted?: ExchangeDraft | null;
  readonly entered?: TypedExchange;
}

function interrupted(
  step: ExchangeStep,
  { quoted = draft, entered = typed }: Interrupted = {},
): { resume: ExchangeCheckpoint } {
  return { resume: { version: 1, step, typed: entered, open: quoted === null ? null : openOf(quoted) } };
}

export const exchangeCases = defineCases<typeof exchangeMachine>({
  machine: exchangeMachine,
  area: 'Money',
  purpose: 'A member exchanges one asset for another at a quoted rate.',
  words: {
    'ja-JP': {
      purpose: '会員が、提示されたレートで資産を両替します。',
      calls: { getExchangeOptions: '両替の条件の取得', createExchange: '両替の見積もり' },
      outcomes: { tooSmall: '金額が小さすぎる' },
      ends: { exchanged: '両替済み' },
    },
    'zh-CN': {
      purpose: '会员按报价的汇率兑换资产。',
      calls: { getExchangeOptions: '读取兑换条件', createExchange: '兑换报价' },
      outcomes: { tooSmall: '金额过小' },
      ends: { exchanged: '已兑换' },
    },
  },
  starts: {
    fresh: { input: { resume: null }, at: '/Exchange' },
    reloadedAtEmptyForm: {
      input: { resume: { version: 1, step: 'entering', typed: null, open: null } },
      at: '/Exchange',
    },
    reloadedAtForm: { input: interrupted('entering', { quoted: null }), at: '/Exchange' },
    reloadedAtQuote: { input: interrupted('reviewing'), at: '/Exchange?step=quote' },
    reloadedAtCode: { input: interrupted('confirming'), at: '/Exchange?step=code' },
    reloadedAtReceivedForm: { input: interrupted('entering', { quoted: null, entered: received }), at: '/Exchange' },
    reloadedAtReceivedQuote: { input: interrupted('reviewing', { entered: received }), at: '/Exchange?step=quote' },
    reloadedAtReceivedCode: { input: interrupted('confirming', { entered: received }), at: '/Exchange?step=code' },
  },
  good: { start: 'fresh', end: 'exchanged' },
  controls: {
    BALANCE_READ: null,
    SUBMIT_FORM: {
      name: 'exchange:submit',
      fields: {
        from: 'exchange:from',
        to: 'exchange:to',
        amount: 'exchange:amount',
        receive: 'exchange:receive',
      },
      follows: ['receive'],
    },
    CONFIRM: { name: 'exchange:quote.confirm' },
    NEW_QUOTE: { name: 'exchange:quote.again' },
    RETRY: { name: 'common:action.retry' },
    BACK: { name: 'common:action.back' },
  },
  shows: exchangeShows,
  endReceipts: exchangeEndReceipts(receiptId, draft),
  events: {
    BALANCE_READ: {
      more: { options: { ...options, assets: options.assets.map((each) => ({ ...each, available: '12600' })) } },
    },
    SUBMIT_FORM: {
      filled: { typed },
      received: { typed: received },
      large: { typed: { ...typed, amount: '12600.000001' } },
    },
    CONFIRM: { press: {} },
    NEW_QUOTE: { press: {} },
    RETRY: { press: {} },
    BACK: { press: {} },
  },
  outcomes: {
    getExchangeOptions: {
      ...memberCases,
      loaded: { output: { kind: 'loaded', options }, reply: { status: 200, body: options } },
    },
    createExchange: {
      ...memberCases,
      created: { output: { kind: 'created', draft }, reply: { status: 200, body: draft } },
      tooSmall: refusal('tooSmall', 400, sampleProblem('amount_too_small'), { typed: { amount: '0.000001' } }),
      insufficientBalance: refusal('insufficientBalance', 409, sampleProblem('insufficient_balance'), {
        arrange: 'balanceSpentMeanwhile',
      }),
      rateStale: refusal('rateStale', 409, sampleProblem('rate_stale'), {
        arrange: 'ratesStale',
      }),
      forbidden: refusal('forbidden', 403, sampleProblem('email_not_verified'), {
        arrange: 'unverifiedWithLargeAmount',
      }),
      running: plain('running', 409, 'request_running'),
    },
    confirmation: confirmationCases(receiptId),
  },
});
