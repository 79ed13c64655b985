import { defineCases } from '../chart/cases.ts';
import { memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { confirmationCases } from '../confirmation/confirmation.samples.ts';
import { openOf } from '../confirmation/open-draft.ts';
import { purchaseMachine } from './purchase.machine.ts';
import { purchaseEndReceipts, purchaseShows } from './purchase.shows.ts';
import type {
  PurchaseCheckpoint,
  PurchaseDraft,
  PurchaseInput,
  PurchaseOptions,
  PurchaseStep,
} from './purchase.types.ts';

const SILVER = 2;
const DIAMOND = 7;
const CUSTOM = 8;
const amountUsd = '500';

const options: PurchaseOptions = {
  heldUntil: null,
  secondFactor: 'email',
  available: '12500',
  rate: '0.999',
  rateAt: '2026-11-21T03:59:00Z',
  stakeDays: 365,
  customAboveUsd: '100',
  riskVersion: 1,
  riskAcknowledged: false,
  stages: [
    { stage: SILVER, name: 'silver', amountUsd: '5000', amountUsdt: '5005.005006', dailyRate: '0.0007' },
    { stage: DIAMOND, name: 'diamond', amountUsd: '300000', amountUsdt: '300300.300301', dailyRate: '0.0012' },
    { stage: CUSTOM, name: 'custom', amountUsd: null, amountUsdt: null, dailyRate: '0.0005' },
  ],
};
const held: PurchaseOptions = { ...options, heldUntil: '2026-11-22T04:00:00Z' };
const unconfirmable: PurchaseOptions = { ...options, secondFactor: null };
/** The draft of the stage with a price. */
const silver: PurchaseDraft = {
  id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10',
  state: 'open',
  expiresAt: '2026-11-21T04:05:00Z',
  expiresIn: 300,
  secondFactor: 'email',
  stage: SILVER,
  amountUsd: '5000',
  amountUsdt: '5005.005006',
  rate: '0.999',
  rateAt: '2026-11-21T03:59:00Z',
  dailyRate: '0.0007',
  days: 365,
  endsAt: '2027-11-21T04:00:00Z',
  riskVersion: 1,
  ruleVersion: 3,
};
const receiptId = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';

const chosen = { stage: SILVER, amountUsd: null, acknowledged: null };
const agreed = { stage: SILVER, amountUsd: null, acknowledged: 1 };
const typed = { stage: CUSTOM, amountUsd, acknowledged: 1 };

function interrupted(
  step: PurchaseStep,
  known: Pick<PurchaseCheckpoint, 'stage' | 'amountUsd' | 'acknowledged'>,
): PurchaseInput {
  return {
    resume: { version: 1, step, ...known, open: step === 'entering' ? null : openOf(silver) },
    linked: null,
    unnamed: false,
  };
}

export const purchaseCases = defineCases<typeof purchaseMachine>({
  machine: purchaseMachine,
  area: 'Stakes',
  purpose: 'A member buys a plan.',
  words: {
    'ja-JP': {
      purpose: '会員がプランを購入します。',
      calls: { getPurchaseOptions: 'プランの取得', createPurchase: '購入の準備' },
      outcomes: { riskChanged: 'リスクに関する説明の更新' },
      ends: { bought: '購入済み' },
      starts: { openedAtPlan: 'プランのページから' },
    },
    'zh-CN': {
      purpose: '会员购买套餐。',
      calls: { getPurchaseOptions: '读取套餐', createPurchase: '准备购买' },
      outcomes: { riskChanged: '风险声明已更新' },
      ends: { bought: '已购买' },
      starts: { openedAtPlan: '从套餐页面' },
    },
  },
  starts: {
    fresh: { input: { resume: null, linked: null, unnamed: false }, at: '/Package' },
    reloadedAtPlan: { input: interrupted('entering', chosen), at: '/Plan' },
    reloadedAtPlanAgain: { input: interrupted('entering', agreed), at: '/Plan' },
    reloadedAtEmptyAmount: {
      input: interrupted('entering', { ...typed, amountUsd: null, acknowledged: null }),
      at: '/Plan',
    },
    reloadedAtAmount: { input: interrupted('entering', typed), at: '/Plan' },
    reloadedAtNewTerms: { input: interrupted('entering', { ...typed, acknowledged: null }), at: '/Plan' },
    reloadedAtReview: { input: interrupted('reviewing', agreed), at: '/Plan?step=review' },
    reloadedAtReviewOfAmount: { input: interrupted('reviewing', typed), at: '/Plan?step=review' },
    reloadedAtCode: { input: interrupted('confirming', agreed), at: '/Plan?step=code' },
    reloadedAtCodeOfAmount: { input: interrupted('confirming', typed), at: '/Plan?step=code' },
    openedAtPlan: { input: { resume: null, linked: null, unnamed: true }, at: '/Plan' },
  },
  good: { start: 'fresh', end: 'bought' },
  controls: {
    BALANCE_READ: null,
    CHOOSE_STAGE: { name: 'purchase:choose', fields: { plan: 'purchase:stages' } },
    CHANGE_STAGE: { name: 'dashboard:stage.silver', carries: ['plan'] },
    SUBMIT_PLAN: { name: 'purchase:submit', fields: { acknowledged: 'purchase:risk.acknowledge' } },
    SUBMIT_AMOUNT: {
      name: 'purchase:submit',
      fields: { amountUsd: 'purchase:amount', acknowledged: 'purchase:risk.acknowledge' },
    },
    CONFIRM: { name: 'purchase:review.confirm' },
    RETRY: { name: 'common:action.retry' },
    BACK: { name: 'common:action.back' },
    LEAVE: { name: 'money:toWallet' },
  },
  shows: purchaseShows,
  endReceipts: purchaseEndReceipts(receiptId, silver),
  events: {
    BALANCE_READ: { more: { options: { ...options, available: '12600' } } },
    CHOOSE_STAGE: { affordable: { plan: 'silver' }, custom: { plan: 'custom' } },
    CHANGE_STAGE: { press: { plan: 'silver' } },
    SUBMIT_PLAN: { filled: { acknowledged: true } },
    SUBMIT_AMOUNT: {
      filled: { typed: { amountUsd, acknowledged: true } },
      small: { typed: { amountUsd: '100', acknowledged: true } },
      large: { typed: { amountUsd: '12600.01', acknowledged: true } },
    },
    CONFIRM: { press: {} },
    RETRY: { press: {} },
    BACK: { press: {} },
    LEAVE: { press: {} },
  },
  outcomes: {
    getPurchaseOptions: {
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
      rateStale: refusal('rateStale', 409, sampleProblem('rate_stale'), {
        arrange: 'usdtRateStale',
      }),
    },
    createPurchase: {
      ...memberCases,
      created: { output: { kind: 'created', draft: silver }, reply: { status: 200, body: silver } },
      belowMinimum: refusal('belowMinimum', 400, sampleProblem('below_plan_minimum'), {
        arrange: 'planMinimumRaised',
      }),
      riskChanged: refusal('riskChanged', 400, sampleProblem('risk_not_acknowledged'), {
        arrange: 'riskVersionRaised',
      }),
      insufficientBalance: refusal('insufficientBalance', 409, sampleProblem('insufficient_balance'), {
        arrange: 'balanceSpentMeanwhile',
      }),
      rateStale: refusal('rateStale', 409, sampleProblem('rate_stale'), {
        arrange: 'usdtRateStaleMeanwhile',
      }),
      forbidden: refusal('forbidden', 403, sampleProblem('email_not_verified'), {
        arrange: 'addressChangedMeanwhile',
      }),
      running: plain('running', 409, 'request_running'),
    },
    confirmation: confirmationCases(receiptId),
  },
});
