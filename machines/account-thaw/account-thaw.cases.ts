import { defineCases } from '../chart/cases.ts';
import { commonCases, doneEarlier, earlierCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { accountThawMachine } from './account-thaw.machine.ts';
import { routes } from './account-thaw.rules.ts';
import type { AccountThawCheckpoint } from './account-thaw.types.ts';

/** One key for all: which key a call carries is checked by the tests of the chart. */
const key = 'key-of-this-run';
const account = { email: 'demo@perch.example', username: 'demo' } as const;
const linkAt = '/Thaw#token=thw_Zm9vYmFy';
const thawed = { result: 'thawed', thawedAt: '2026-11-21T04:00:00Z' } as const;
const secondFactor = { result: 'secondFactor', triesLeft: 5 } as const;

const reloadedAt = (stored: Pick<AccountThawCheckpoint, 'step' | 'account'>, at: string = routes[stored.step]) =>
  ({
    input: {
      key: 'key-of-the-reload',
      link: false,
      resume: { version: 1, step: stored.step, key, account: stored.account },
    },
    at,
  }) as const;

export const accountThawCases = defineCases<typeof accountThawMachine>({
  machine: accountThawMachine,
  area: 'Account safety',
  purpose: 'A member unfreezes their own account by an emailed link and, if one is set up, the authenticator app.',
  words: {
    'ja-JP': {
      purpose: '会員が、メールのリンクと、設定済みなら二段階認証で、自分のアカウントの凍結を解除します。',
      calls: { thawAccount: '凍結の解除', sendThawLink: '凍結解除リンクの送信' },
      outcomes: { thawed: '凍結解除' },
    },
    'zh-CN': {
      purpose: '会员通过邮件链接解冻自己的账户，已开启两步验证时还需验证码。',
      calls: { thawAccount: '解冻账户', sendThawLink: '发送解冻链接' },
      outcomes: { thawed: '已解冻' },
    },
  },
  starts: {
    fresh: { input: { key, link: false, resume: null }, at: '/Frozen' },
    linkOpened: { input: { key, link: true, resume: null }, at: linkAt },
    reloadedAtEmptyForm: reloadedAt({ step: 'enteringAccount', account: null }),
    reloadedAtAccount: reloadedAt({ step: 'enteringAccount', account }),
    reloadedAtLinkSent: reloadedAt({ step: 'linkSent', account }),
    reloadedAtLink: reloadedAt({ step: 'confirming', account: null }, linkAt),
    reloadedWhileThawing: reloadedAt({ step: 'thawing', account: null }, linkAt),
    reloadedWhenDone: reloadedAt({ step: 'showingDone', account: null }),
  },
  good: { start: 'linkOpened', end: 'showingDone' },
  controls: {
    SUBMIT_FORM: {
      name: 'account-thaw:account.submit',
      fields: { email: 'account-thaw:account.email', username: 'account-thaw:account.username' },
    },
    CONFIRM: { name: 'account-thaw:link.confirm' },
    SUBMIT_CODE: { name: 'account-thaw:code.submit', fields: { code: ['challenge:code', 'challenge:recoveryCode'] } },
    USE_RECOVERY_CODE: { name: 'challenge:useRecoveryCode' },
    USE_APP_CODE: { name: 'challenge:useAppCode' },
    ASK_NEW_LINK: { name: 'account-thaw:invalid.ask' },
    BACK: { name: 'account-thaw:sent.again' },
    RETRY: { name: 'requests:unknown.ask' },
    SIGN_IN: { name: 'account-thaw:done.signIn' },
  },
  events: {
    SUBMIT_FORM: { filled: { account } },
    CONFIRM: { press: {} },
    SUBMIT_CODE: { filled: { code: '492039' } },
    USE_RECOVERY_CODE: { press: {} },
    USE_APP_CODE: { press: {} },
    ASK_NEW_LINK: { press: {} },
    BACK: { press: {} },
    RETRY: { press: {} },
    SIGN_IN: { press: {} },
  },
  outcomes: {
    sendThawLink: {
      ...commonCases,
      sent: { output: { kind: 'sent', key }, reply: { status: 200, body: { expiresIn: 1800, resendIn: 60 } } },
      tooSoon: refusal('tooSoon', 429, sampleProblem('code_too_soon', { retryAfterSeconds: 42 }), {
        arrange: 'linkTooSoon',
      }),
      keyUsed: {
        ...plain('keyUsed', 422, 'idempotency_key_reused', {
          arrange: 'cutAfterOtherAccount',
        }),
        output: { kind: 'keyUsed', key },
      },
    },
    thawAccount: {
      ...commonCases,
      thawed: { output: { kind: 'thawed' }, reply: { status: 200, body: thawed } },
      secondFactor: {
        output: { kind: 'secondFactor', key },
        arrange: 'appBeforeFreezing',
        reply: { status: 200, body: secondFactor },
      },
      wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect', { triesLeft: 4 }), {
        typed: { code: '000000' },
      }),
      linkInvalid: refusal('linkInvalid', 400, sampleProblem('link_invalid'), {
        arrange: 'newerLinkElsewhere',
      }),
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: earlierCases({
      done: doneEarlier({ kind: 'done' }, 'thawAccount', thawed),
      secondFactor: doneEarlier({ kind: 'secondFactor', key }, 'thawAccount', secondFactor, 'cutAfterReachedWithApp'),
    }),
  },
});
