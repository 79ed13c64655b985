import { defineCases } from '../chart/cases.ts';
import { memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { confirmationCases } from '../confirmation/confirmation.samples.ts';
import { openOf } from '../confirmation/open-draft.ts';
import { restakeMachine } from './restake.machine.ts';
import { restakeEndReceipts, restakeShows } from './restake.shows.ts';
import type {
  RestakeDraft,
  RestakeInput,
  RestakeStep,
  Stake,
  StakeChoice,
  StakeOption,
  StakeOptions,
} from './restake.types.ts';

const stakeId = '8d1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a11';
const receiptId = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';

const matured: Stake = {
  id: stakeId,
  receiptId: '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e002',
  stage: 2,
  state: 'matured',
  option: null,
  amountUsd: '5000',
  stakedUsdt: '5010.020041',
  stakedMp: '0',
  accruedMp: '1277.5',
  dailyRate: '0.0007',
  days: 365,
  daysLeft: 0,
  startedAt: '2025-11-20T04:00:00Z',
  endsAt: '2026-11-20T04:00:00Z',
  previousId: null,
  nextId: null,
};
const running: Stake = {
  ...matured,
  state: 'running',
  daysLeft: 112,
  startedAt: '2026-03-13T04:00:00Z',
  endsAt: '2027-03-13T04:00:00Z',
  previousId: '8d1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a09',
};
const withdrawn: Stake = { ...matured, state: 'withdrawn', option: 'withdraw' };

const restaked = { possible: true, days: 90, endsAt: '2027-02-19T04:00:00Z', dailyRate: '0.0006' };
const full: StakeChoice = {
  option: 'full',
  ...restaked,
  stakedUsdt: '5010.020041',
  stakedMp: '1277.5',
  amountUsd: '6277.5',
  returnedUsdt: '0',
  returnedMp: '0',
};
const mpOnly: StakeChoice = {
  option: 'mpOnly',
  ...restaked,
  stakedUsdt: '0',
  stakedMp: '1277.5',
  amountUsd: '1277.5',
  returnedUsdt: '5010.020041',
  returnedMp: '0',
};
const withdraw: StakeChoice = {
  option: 'withdraw',
  possible: true,
  stakedUsdt: '0',
  stakedMp: '0',
  amountUsd: '0',
  returnedUsdt: '5010.020041',
  returnedMp: '1277.5',
  days: null,
  endsAt: null,
  dailyRate: null,
};
const choices = [full, mpOnly, withdraw];

const options: StakeOptions = { secondFactor: 'email', stake: matured, choices };
const impossible = choices.map((choice) => ({ ...choice, possible: false }));
const stillRunning: StakeOptions = { ...options, stake: running, choices: impossible };
const decided: StakeOptions = { ...options, stake: withdrawn, choices: impossible };
const unconfirmable: StakeOptions = { ...options, secondFactor: null };

const draft: RestakeDraft = {
  id: '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10',
  state: 'open',
  expiresAt: '2026-11-21T04:05:00Z',
  expiresIn: 300,
  secondFactor: 'email',
  stake: matured,
  choice: full,
  ruleVersion: 3,
};

function interrupted(step: RestakeStep, option: StakeOption | null): RestakeInput {
  return { stakeId, resume: { version: 1, step, stakeId, option, open: step === 'choosing' ? null : openOf(draft) } };
}

export const restakeCases = defineCases<typeof restakeMachine>({
  machine: restakeMachine,
  area: 'Stakes',
  purpose: 'A member restakes a stake that has unlocked, or returns it to the wallet.',
  words: {
    'ja-JP': {
      purpose: '会員が、満了したステーキングを再ステーキングするか、ウォレットに戻します。',
      calls: { getStakeOptions: 'ステーキングの選択肢の取得', createRestake: '満了後の手続きの準備' },
      outcomes: { notMatured: '未満了', nothingToMove: '対象の金額がゼロ', decided: '選択済み' },
      ends: { decided: '手続き済み' },
    },
    'zh-CN': {
      purpose: '会员对到期质押续期或赎回。',
      calls: { getStakeOptions: '读取质押选项', createRestake: '准备到期处理' },
      outcomes: { notMatured: '未到期', nothingToMove: '涉及金额为零', decided: '已选择' },
      ends: { decided: '已处理' },
    },
  },
  starts: {
    fresh: { input: { stakeId, resume: null }, at: `/ReStaking?stake=${stakeId}` },
    reloadedAtOptions: { input: interrupted('choosing', null), at: `/ReStaking?stake=${stakeId}` },
    reloadedAtFullOption: { input: interrupted('choosing', 'full'), at: '/ReStaking' },
    reloadedAtWithdrawOption: { input: interrupted('choosing', 'withdraw'), at: '/ReStaking' },
    reloadedAtReview: { input: interrupted('reviewing', 'full'), at: '/ReStaking?step=review' },
    reloadedAtReviewOfWithdrawal: { input: interrupted('reviewing', 'withdraw'), at: '/ReStaking?step=review' },
    reloadedAtCode: { input: interrupted('confirming', 'full'), at: '/ReStaking?step=code' },
    reloadedAtCodeOfWithdrawal: { input: interrupted('confirming', 'withdraw'), at: '/ReStaking?step=code' },
  },
  good: { start: 'fresh', end: 'decided' },
  controls: {
    CHOOSE_OPTION: { name: 'restake:submit', fields: { option: 'restake:choices' } },
    CONFIRM: { name: 'restake:review.confirm' },
    RETRY: { name: 'common:action.retry' },
    BACK: { name: 'common:action.back' },
    LEAVE: {
      name: {
        'restake-options': 'common:action.back',
        'restake-gone': 'restake:leave',
        'restake-unconfirmable': 'restake:leave',
        'restake-running': 'restake:leave',
        'restake-decided': 'restake:leave',
      },
    },
  },
  shows: restakeShows,
  endReceipts: restakeEndReceipts(receiptId, draft),
  events: {
    CHOOSE_OPTION: { full: { option: 'full' }, withdraw: { option: 'withdraw' } },
    CONFIRM: { press: {} },
    RETRY: { press: {} },
    BACK: { press: {} },
    LEAVE: { press: {} },
  },
  outcomes: {
    getStakeOptions: {
      ...memberCases,
      loaded: {
        output: { kind: 'loaded', options },
        arrange: 'stakeOver',
        reply: { status: 200, body: options },
      },
      running: {
        output: { kind: 'running', options: stillRunning },
        arrange: 'stakeRunning',
        reply: { status: 200, body: stillRunning },
      },
      decided: {
        output: { kind: 'decided', options: decided },
        arrange: 'stakeWithdrawn',
        reply: { status: 200, body: decided },
      },
      unconfirmable: {
        output: { kind: 'unconfirmable', options: unconfirmable },
        arrange: 'unverifiedWithoutApp',
        reply: { status: 200, body: unconfirmable },
      },
      gone: refusal('gone', 404, sampleProblem('not_found'), {
        arrange: 'stakeDigitInAddress',
      }),
    },
    createRestake: {
      ...memberCases,
      created: { output: { kind: 'created', draft }, reply: { status: 200, body: draft } },
      notMatured: refusal('notMatured', 409, sampleProblem('stake_not_matured'), {
        arrange: 'stakeDecidedElsewhere',
      }),
      nothingToMove: refusal('nothingToMove', 409, sampleProblem('nothing_to_move'), {
        arrange: 'stakeWithoutMp',
      }),
      gone: refusal('gone', 404, sampleProblem('not_found'), {
        arrange: 'stakeDigitOnItsWay',
      }),
      forbidden: refusal('forbidden', 403, sampleProblem('email_not_verified'), {
        arrange: 'addressChangedInOptions',
      }),
      running: plain('running', 409, 'request_running'),
    },
    confirmation: confirmationCases(receiptId, 'stake_not_matured'),
  },
});
