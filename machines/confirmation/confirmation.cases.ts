import type { CodeTerms } from '../chart/code-terms.ts';
import { defineCases } from '../chart/cases.ts';
import { memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { confirmationMachine } from './confirmation.machine.ts';

const draftId = '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10';
const receiptId = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
const codeTo = 'd***@perch.example';
const draft = {
  id: draftId,
  kind: 'withdrawal',
  state: 'open',
  expiresAt: '2026-11-21T04:05:00Z',
  expiresIn: 300,
  secondFactor: 'totp',
  codeSent: false,
  codeTo: null,
  codeExpiresIn: null,
  resendIn: null,
  triesLeft: 5,
  receiptId: null,
};
const byMail = { ...draft, secondFactor: 'email', codeTo };
const mailed = { ...byMail, codeSent: true, codeExpiresIn: 240, resendIn: 60 };
const terms: CodeTerms = { expiresIn: 240_000, resendIn: 60_000 };
const carriedOut = { ...draft, state: 'executed', receiptId };

export const confirmationCases = defineCases<typeof confirmationMachine>({
  machine: confirmationMachine,
  area: 'Shared steps',
  purpose: 'A transaction is confirmed with the second factor and takes effect once, as a step of another flow.',
  words: {
    'ja-JP': {
      purpose: '資金を動かす前に、会員がその内容を確認します。',
      calls: { getDraft: '取引の結果の確認', confirmDraft: '取引の確定', sendDraftCode: '確認コードの送信' },
      outcomes: {
        asksApp: 'アプリのコードを要求',
        asksNothing: 'コード不要',
        asksMail: 'メールのコードを要求',
        mailSent: 'メール送信済み',
        codeSpent: 'コードの試行回数切れ',
      },
      ends: { executed: '実行済み', declined: '却下' },
    },
    'zh-CN': {
      purpose: '在资金变动前，会员确认其内容。',
      calls: { getDraft: '查询交易结果', confirmDraft: '确认交易', sendDraftCode: '发送确认验证码' },
      outcomes: {
        asksApp: '要求应用验证码',
        asksNothing: '无需验证码',
        asksMail: '要求邮件验证码',
        mailSent: '邮件已发送',
        codeSpent: '验证码次数用尽',
      },
      ends: { executed: '已执行', declined: '已拒绝' },
    },
  },
  starts: { asked: { input: { draftId }, at: '/Withdraw2?step=code' } },
  host: {
    flow: 'withdrawal',
    through: [
      { kind: 'outcome', actor: 'getWithdrawalOptions', outcome: 'loaded' },
      { kind: 'event', event: 'SUBMIT_FORM', sample: 'filled' },
      { kind: 'outcome', actor: 'createWithdrawal', outcome: 'created' },
      { kind: 'event', event: 'CONFIRM', sample: 'press' },
    ],
  },
  elsewhere: [
    {
      flow: 'restake',
      through: [
        { kind: 'outcome', actor: 'getStakeOptions', outcome: 'loaded' },
        { kind: 'event', event: 'CHOOSE_OPTION', sample: 'full' },
        { kind: 'outcome', actor: 'createRestake', outcome: 'created' },
        { kind: 'event', event: 'CONFIRM', sample: 'press' },
      ],
    },
  ],
  good: { start: 'asked', through: 'enteringCode.blank', end: 'executed' },
  controls: {
    SUBMIT_CODE: { name: 'confirmation:submit', fields: { code: ['confirmation:code', 'mail-code:code'] } },
    RESEND_CODE: { name: 'mail-code:resend' },
    RETRY: {
      name: { 'confirmation-unavailable': 'common:action.retry', 'confirmation-unknown': 'requests:unknown.ask' },
    },
    BACK: { name: 'common:action.back' },
  },
  events: {
    SUBMIT_CODE: { filled: { code: '492039' } },
    RESEND_CODE: { press: {} },
    RETRY: { press: {} },
    BACK: { press: {} },
  },
  outcomes: {
    getDraft: {
      ...memberCases,
      asksNothing: {
        output: { kind: 'asksNothing' },
        arrange: 'exchangeWithoutFactor',
        hosts: ['exchange'],
        reply: { status: 200, body: { ...draft, secondFactor: 'none' } },
      },
      asksApp: {
        output: { kind: 'asksApp' },
        arrange: 'withApp',
        reply: { status: 200, body: draft },
      },
      asksMail: {
        output: { kind: 'asksMail', codeTo },
        arrange: 'withoutApp',
        reply: { status: 200, body: byMail },
      },
      mailSent: {
        output: { kind: 'mailSent', codeTo, terms },
        arrange: 'reloadedOnceSent',
        reply: { status: 200, body: mailed },
      },
      executed: {
        output: { kind: 'executed', receiptId },
        arrange: 'cutAfterConfirmed',
        reply: { status: 200, body: carriedOut },
      },
      expired: {
        output: { kind: 'expired' },
        arrange: 'draftOver',
        reply: { status: 200, body: { ...draft, state: 'expired', expiresIn: 0 } },
      },
    },
    sendDraftCode: {
      ...memberCases,
      sent: { output: { kind: 'sent', codeTo, terms }, reply: { status: 200, body: mailed } },
      tooSoon: refusal('tooSoon', 429, sampleProblem('code_too_soon', { retryAfterSeconds: 42 }), {
        arrange: 'codeTooSoon',
      }),
      expired: plain('expired', 409, 'draft_expired', { arrange: 'draftOver' }),
      running: plain('running', 409, 'request_running'),
    },
    confirmDraft: {
      ...memberCases,
      executed: {
        output: { kind: 'executed', receiptId },
        typed: { code: ['appCode', 'mailedCode'] },
        reply: { status: 200, body: carriedOut },
      },
      wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect', { triesLeft: 4 }), {
        typed: { code: '000000' },
      }),
      codeSpent: refusal('codeSpent', 400, sampleProblem('code_used_up'), {
        arrange: 'wrongCodes',
        typed: { code: '000000' },
      }),
      expired: plain('expired', 409, 'draft_expired', { arrange: 'draftOver' }),
      declined: refusal('declined', 409, sampleProblem('insufficient_balance'), {
        arrange: 'balanceSpent',
        hosts: ['withdrawal', 'transfer', 'exchange', 'purchase'],
      }),
      decided: refusal('decided', 409, sampleProblem('stake_not_matured'), {
        arrange: 'stakeDecidedMeanwhile',
        hosts: ['restake'],
      }),
      running: plain('running', 409, 'request_running'),
    },
  },
});
