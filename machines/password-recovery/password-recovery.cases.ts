import { defineCases } from '../chart/cases.ts';
import { commonCases, doneEarlier, earlierCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { passwordRecoveryMachine } from './password-recovery.machine.ts';
import type { PasswordRecoveryCheckpoint } from './password-recovery.types.ts';

/** One key for all: which key a call carries is checked by the tests of the chart. */
const key = 'key-of-this-run';
const account = { email: 'demo@perch.example', username: 'demo' } as const;
const terms = { expiresIn: 600_000, resendIn: 60_000 } as const;
const sentReply = { status: 200, body: { expiresIn: 600, resendIn: 60 } } as const;

const reloadedAt = (at: string, stored: Omit<PasswordRecoveryCheckpoint, 'version' | 'key'>) =>
  ({
    input: {
      key: 'key-of-the-reload',
      resume: { version: 1, step: stored.step, key, account: stored.account, terms: stored.terms },
    },
    at,
  }) as const;

const tooSoon = refusal('tooSoon', 429, sampleProblem('code_too_soon', { retryAfterSeconds: 42 }), {
  arrange: 'codeTooSoon',
});
const recoveryExpired = (minutes: number) =>
  refusal('recoveryExpired', 400, sampleProblem('recovery_expired'), { arrange: { way: 'waitMinutes', minutes } });

export const passwordRecoveryCases = defineCases<typeof passwordRecoveryMachine>({
  machine: passwordRecoveryMachine,
  area: 'Sign-in and session',
  purpose: 'A member who forgot the password proves access to the mailbox and sets a new one.',
  words: {
    'ja-JP': {
      purpose: 'パスワードを忘れた会員が、メールで本人確認をして再設定します。',
      calls: {
        forgetPassword: 'パスワード再設定の開始',
        validateEmailAndUserName: 'メールアドレスとユーザー名の照合',
        resetPassword: 'パスワードの再設定',
        sendResetPasswordCodeByEmail: '再設定コードの送信',
      },
      outcomes: { set: '設定済み', recoveryExpired: '再設定の期限切れ' },
    },
    'zh-CN': {
      purpose: '忘记密码的会员通过邮箱验证并重置密码。',
      calls: {
        forgetPassword: '开始重置密码',
        validateEmailAndUserName: '核对邮箱与用户名',
        resetPassword: '重置密码',
        sendResetPasswordCodeByEmail: '发送重置验证码',
      },
      outcomes: { set: '已设置', recoveryExpired: '重置已超时' },
    },
  },
  starts: {
    fresh: { input: { key, resume: null }, at: '/ForgotPassword' },
    reloadedAtEmptyForm: reloadedAt('/ForgotPassword', { step: 'enteringAccount', account: null, terms: null }),
    reloadedAtAccount: reloadedAt('/ForgotPassword', { step: 'enteringAccount', account, terms: null }),
    reloadedAtCode: reloadedAt('/ForgotPassword2', { step: 'enteringCode', account, terms }),
    reloadedAtUsedCode: reloadedAt('/ForgotPassword2', { step: 'enteringCode', account, terms: null }),
    reloadedAtPassword: reloadedAt('/ResetPassword', { step: 'enteringPassword', account, terms: null }),
    reloadedWhileSetting: reloadedAt('/ResetPassword', { step: 'settingPassword', account, terms: null }),
    reloadedWhenDone: reloadedAt('/DonePassword', { step: 'showingDone', account: null, terms: null }),
  },
  good: { start: 'fresh', end: 'showingDone' },
  controls: {
    SUBMIT_FORM: {
      name: 'password-recovery:account.submit',
      fields: { email: 'password-recovery:account.email', username: 'password-recovery:account.username' },
    },
    SUBMIT_CODE: { name: 'mail-code:submit', fields: { code: 'mail-code:code' } },
    RESEND_CODE: { name: 'mail-code:resend' },
    SUBMIT_PASSWORD: {
      name: 'password-recovery:password.submit',
      fields: { password: 'password-recovery:password.label' },
    },
    BACK: { name: 'common:action.back' },
    RETRY: { name: 'requests:unknown.ask' },
    SIGN_IN: { name: 'password-recovery:done.signIn' },
  },
  events: {
    SUBMIT_FORM: { filled: { account } },
    SUBMIT_CODE: { filled: { code: '492039' } },
    RESEND_CODE: { press: {} },
    SUBMIT_PASSWORD: { filled: { password: 'harbour-violin-sevenfold' } },
    BACK: { press: {} },
    RETRY: { press: {} },
    SIGN_IN: { press: {} },
  },
  outcomes: {
    forgetPassword: {
      ...commonCases,
      sent: { output: { kind: 'sent', key, terms }, reply: sentReply },
      tooSoon,
      keyUsed: {
        ...plain('keyUsed', 422, 'idempotency_key_reused', {
          arrange: 'cutAfterOtherAccount',
        }),
        output: { kind: 'keyUsed', key },
      },
    },
    sendResetPasswordCodeByEmail: {
      ...commonCases,
      sent: {
        output: { kind: 'sent', key, terms },
        arrange: 'lastCodesMinuteOver',
        reply: sentReply,
      },
      tooSoon,
      recoveryExpired: recoveryExpired(61),
    },
    validateEmailAndUserName: {
      ...commonCases,
      verified: {
        output: { kind: 'verified', key, grant: 600_000 },
        typed: { code: ['mailedCode'] },
        reply: { status: 200, body: { expiresIn: 600 } },
      },
      wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect', { triesLeft: 4 }), {
        typed: { code: '000000' },
      }),
      codeOver: refusal('codeOver', 400, sampleProblem('code_used_up'), {
        arrange: 'wrongCodes',
        typed: { code: '000000' },
      }),
    },
    resetPassword: {
      ...commonCases,
      set: {
        output: { kind: 'set', frozen: 'no' },
        reply: { status: 200, body: { changedAt: '2026-11-21T04:00:00Z', frozen: null } },
      },
      recoveryExpired: recoveryExpired(11),
      passwordRefused: refusal(
        'passwordRefused',
        400,
        sampleProblem('password_refused', { errors: ['This password is too common.'] }),
        { typed: { password: 'password1234' } },
      ),
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: earlierCases({
      done: doneEarlier({ kind: 'done' }, 'resetPassword', { changedAt: '2026-11-21T04:00:00Z' }),
    }),
  },
});
