import { defineCases } from '../chart/cases.ts';
import { commonCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { usernameRecoveryMachine } from './username-recovery.machine.ts';
import type { UsernameRecoveryCheckpoint } from './username-recovery.types.ts';

/** One key for all: which key a call carries is checked by the tests of the chart. */
const key = 'key-of-this-run';
const email = 'demo@perch.example';
const terms = { expiresIn: 600_000, resendIn: 60_000 } as const;

const reloadedAt = (at: string, stored: Omit<UsernameRecoveryCheckpoint, 'version' | 'key'>) =>
  ({
    input: {
      key: 'key-of-the-reload',
      resume: { version: 1, step: stored.step, key, email: stored.email, terms: stored.terms },
    },
    at,
  }) as const;

export const usernameRecoveryCases = defineCases<typeof usernameRecoveryMachine>({
  machine: usernameRecoveryMachine,
  area: 'Sign-in and session',
  purpose: 'A member who forgot the username proves access to the mailbox and finds it there.',
  words: {
    'ja-JP': {
      purpose: 'ユーザー名を忘れた会員が、メールで本人確認をしてユーザー名を受け取ります。',
      calls: { forgetUsername: 'ユーザー名の確認の開始' },
      outcomes: { nameSent: 'ユーザー名を送信済み' },
    },
    'zh-CN': {
      purpose: '忘记用户名的会员通过邮箱验证并收到用户名。',
      calls: { forgetUsername: '开始找回用户名' },
      outcomes: { nameSent: '用户名已发送' },
    },
  },
  starts: {
    fresh: { input: { key, resume: null }, at: '/ForgotAccount' },
    reloadedAtEmptyForm: reloadedAt('/ForgotAccount', { step: 'enteringEmail', email: null, terms: null }),
    reloadedAtEmail: reloadedAt('/ForgotAccount', { step: 'enteringEmail', email, terms: null }),
    reloadedAtCode: reloadedAt('/ForgotAccount2', { step: 'enteringCode', email, terms }),
    reloadedAtUsedCode: reloadedAt('/ForgotAccount2', { step: 'enteringCode', email, terms: null }),
    reloadedWhenDone: reloadedAt('/DoneAccount', { step: 'showingDone', email, terms: null }),
  },
  good: { start: 'fresh', end: 'showingDone' },
  controls: {
    SUBMIT_FORM: { name: 'username-recovery:email.submit', fields: { email: 'username-recovery:email.label' } },
    SUBMIT_CODE: { name: 'mail-code:submit', fields: { code: 'mail-code:code' } },
    RESEND_CODE: { name: 'mail-code:resend' },
    BACK: { name: 'common:action.back' },
    SIGN_IN: { name: 'username-recovery:done.signIn' },
  },
  events: {
    SUBMIT_FORM: { filled: { email } },
    SUBMIT_CODE: { filled: { code: '492039' } },
    RESEND_CODE: { press: {} },
    BACK: { press: {} },
    SIGN_IN: { press: {} },
  },
  outcomes: {
    sendEmailVerificationCodeNoLogin: {
      ...commonCases,
      sent: { output: { kind: 'sent', key, terms }, reply: { status: 200, body: { expiresIn: 600, resendIn: 60 } } },
      tooSoon: refusal('tooSoon', 429, sampleProblem('code_too_soon', { retryAfterSeconds: 42 }), {
        arrange: 'codeTooSoon',
      }),
      keyUsed: {
        ...plain('keyUsed', 422, 'idempotency_key_reused', {
          arrange: 'cutAfterOtherAddress',
        }),
        output: { kind: 'keyUsed', key },
      },
    },
    forgetUsername: {
      ...commonCases,
      nameSent: {
        output: { kind: 'nameSent' },
        typed: { code: ['mailedCode'] },
        reply: { status: 200, body: { sent: true } },
      },
      wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect', { triesLeft: 4 }), {
        typed: { code: '000000' },
      }),
      codeOver: refusal('codeOver', 400, sampleProblem('code_used_up'), {
        arrange: 'wrongCodes',
        typed: { code: '000000' },
      }),
    },
  },
});
