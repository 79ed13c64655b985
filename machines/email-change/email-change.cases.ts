import type { CodeTerms } from '../chart/code-terms.ts';
import { defineCases } from '../chart/cases.ts';
import {
  doneEarlier,
  earlierMemberCases,
  factorOff,
  factorOn,
  memberCases,
  plain,
  refusal,
  sampleProblem,
} from '../chart/samples.ts';
import { emailChangeMachine } from './email-change.machine.ts';
import { routes } from './email-change.rules.ts';
import type { EmailChangeCheckpoint } from './email-change.types.ts';

const key = 'key-of-this-run';
const email = 'new@perch.example';
const terms: CodeTerms = { expiresIn: 600_000, resendIn: 60_000 };
const changedAddress = { email, verifiedAt: '2026-11-21T04:00:00Z' };
const reloadedAt = (resume: EmailChangeCheckpoint) =>
  ({ input: { key: 'key-of-the-reload', link: false, resume }, at: routes[resume.step] }) as const;

/** Refusals of both calls that send a mail. */
const sendCases = {
  ...memberCases,
  tooSoon: refusal('tooSoon', 429, sampleProblem('code_too_soon', { retryAfterSeconds: 42 }), {
    arrange: 'sameTooSoonElsewhere',
  }),
  running: refusal('running', 409, sampleProblem('request_running')),
  keyUsed: {
    ...refusal('keyUsed', 422, sampleProblem('idempotency_key_reused'), {
      arrange: 'cutAfterOtherEntries',
    }),
    output: { kind: 'keyUsed', key, problem: sampleProblem('idempotency_key_reused') },
  },
} as const;

const linkInvalid = refusal('linkInvalid', 400, sampleProblem('link_invalid'), {
  arrange: 'newerLinkElsewhere',
});

export const emailChangeCases = defineCases<typeof emailChangeMachine>({
  machine: emailChangeMachine,
  area: 'Account safety',
  purpose: 'A member changes the email of the account, by a link to the current one and a code to the new one.',
  words: {
    'ja-JP': {
      purpose: '会員が自分のメールアドレスを変更します。',
      calls: {
        sendChangeEmailVerificationCode: '新しいメールアドレスへのコード送信',
        changeEmail: 'メールアドレスの変更',
        sendChangeEmailUrl: '変更リンクの送信',
      },
      outcomes: { emailUnchanged: '同じメールアドレス' },
    },
    'zh-CN': {
      purpose: '会员更换自己的邮箱。',
      calls: {
        sendChangeEmailVerificationCode: '向新邮箱发送验证码',
        changeEmail: '更换邮箱',
        sendChangeEmailUrl: '发送更换链接',
      },
      outcomes: { emailUnchanged: '邮箱未变' },
    },
  },
  starts: {
    fresh: { input: { key, link: false, resume: null }, at: '/ChangeEmail1' },
    linkOpened: { input: { key, link: true, resume: null }, at: '/ChangeEmail2#token=ce%2FZm9vYmFy' },
    reloadedAtLinkSent: reloadedAt({ version: 1, step: 'linkSent', key }),
    reloadedAtNewEmail: reloadedAt({ version: 1, step: 'enteringNewEmail', key, email: '' }),
    reloadedAtTypedEmail: reloadedAt({ version: 1, step: 'enteringNewEmail', key, email }),
    reloadedAtCode: reloadedAt({ version: 1, step: 'enteringCode', key, email, terms }),
    reloadedAtUsedCode: reloadedAt({ version: 1, step: 'enteringCode', key, email, terms: null }),
    reloadedWhileChanging: reloadedAt({ version: 1, step: 'changingEmail', key, email }),
  },
  good: { start: 'linkOpened', end: 'changed' },
  controls: {
    SUBMIT_PASSWORD: { name: 'email-change:submit', fields: { password: 'email-change:password' } },
    SUBMIT_WITH_CODE: {
      name: 'email-change:submit',
      fields: { password: 'email-change:password', code: 'challenge:eitherCode' },
    },
    SUBMIT_EMAIL: { name: 'email-change:address.submit', fields: { email: 'email-change:address.email' } },
    SUBMIT_CODE: { name: 'email-change:code.submit', fields: { code: 'mail-code:code' } },
    RESEND_CODE: { name: 'mail-code:resend' },
    ASK_NEW_LINK: { name: 'email-change:invalid.ask' },
    BACK: { name: { 'email-change-sent': 'email-change:sent.again', 'email-change-code': 'common:action.back' } },
    CANCEL: { name: 'common:action.cancel' },
    RETRY: {
      name: { 'email-change-unavailable': 'common:action.retry', 'email-change-unknown': 'requests:unknown.ask' },
    },
  },
  events: {
    SUBMIT_PASSWORD: { filled: { password: 'perch-demo-passphrase' } },
    SUBMIT_WITH_CODE: { filled: { password: 'perch-demo-passphrase', code: '492039' } },
    SUBMIT_EMAIL: { filled: { email } },
    SUBMIT_CODE: { filled: { code: '492039' } },
    RESEND_CODE: { press: {} },
    ASK_NEW_LINK: { press: {} },
    BACK: { press: {} },
    CANCEL: { press: {} },
    RETRY: { press: {} },
  },
  outcomes: {
    getTwoFactorInfo: {
      ...memberCases,
      off: {
        output: { kind: 'off' },
        arrange: 'withoutSecondFactor',
        reply: { status: 200, body: factorOff },
      },
      on: {
        output: { kind: 'on' },
        arrange: 'withSecondFactor',
        reply: { status: 200, body: factorOn },
      },
    },
    sendChangeEmailUrl: {
      ...sendCases,
      sent: {
        output: { kind: 'sent', key },
        reply: { status: 200, body: { email: 'demo@perch.example', expiresIn: 1800, resendIn: 60 } },
      },
      wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect'), { typed: { code: '000000' } }),
      codeNeeded: refusal('codeNeeded', 400, sampleProblem('second_factor_required'), {
        arrange: 'appSetUpElsewhere',
      }),
      wrongPassword: refusal('wrongPassword', 400, sampleProblem('password_incorrect'), {
        typed: { password: 'not-the-passphrase' },
      }),
    },
    sendChangeEmailVerificationCode: {
      ...sendCases,
      sent: { output: { kind: 'sent', key, terms }, reply: { status: 200, body: { expiresIn: 600, resendIn: 60 } } },
      linkInvalid,
      emailUnchanged: refusal('emailUnchanged', 400, sampleProblem('email_unchanged'), {
        typed: { email: ['presentAddress'] },
      }),
    },
    changeEmail: {
      ...memberCases,
      changed: {
        output: { kind: 'changed' },
        typed: { code: ['mailedCode'] },
        reply: { status: 200, body: changedAddress },
      },
      wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect', { triesLeft: 4 }), {
        typed: { code: '000000' },
      }),
      codeOver: refusal('codeOver', 400, sampleProblem('code_used_up'), {
        arrange: 'wrongCodes',
        typed: { code: '000000' },
      }),
      emailDifferent: refusal('emailDifferent', 400, sampleProblem('email_different'), {
        arrange: 'thirdAddressElsewhere',
      }),
      emailTaken: refusal('emailTaken', 409, sampleProblem('email_taken'), {
        arrange: 'addressTakenMeanwhile',
        typed: { code: ['mailedCode'] },
      }),
      linkInvalid,
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: earlierMemberCases({
      done: doneEarlier({ kind: 'done' }, 'changeEmail', changedAddress),
    }),
  },
});
