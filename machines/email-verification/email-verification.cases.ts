import type { CodeTerms } from '../chart/code-terms.ts';
import { defineCases } from '../chart/cases.ts';
import { doneEarlier, earlierMemberCases, memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { emailVerificationMachine } from './email-verification.machine.ts';
import type { EmailVerificationCheckpoint } from './email-verification.types.ts';

const key = 'key-of-this-run';
const terms: CodeTerms = { expiresIn: 600_000, resendIn: 60_000 };
const verifiedAddress = { email: 'demo@perch.example', verifiedAt: '2026-11-21T04:00:00Z' };
const reloadedAt = (resume: EmailVerificationCheckpoint) =>
  ({ input: { key: 'key-of-the-reload', resume }, at: '/Account?step=verify-code' }) as const;

export const emailVerificationCases = defineCases<typeof emailVerificationMachine>({
  machine: emailVerificationMachine,
  area: 'Registration',
  purpose: 'A member proves that their email is theirs.',
  words: {
    'ja-JP': {
      purpose: '会員が自分のメールアドレスを確認します。',
      calls: { sendEmailVerificationCodeSelf: '確認コードの送信', verifyEmailSelf: 'メールアドレスの確認' },
      outcomes: { alreadyVerified: 'すでに確認済み' },
      ends: { verified: '確認済み', alreadyVerified: 'すでに確認済み' },
    },
    'zh-CN': {
      purpose: '会员验证自己的邮箱。',
      calls: { sendEmailVerificationCodeSelf: '发送邮箱验证码', verifyEmailSelf: '验证邮箱' },
      outcomes: { alreadyVerified: '此前已验证' },
      ends: { verified: '已验证', alreadyVerified: '此前已验证' },
    },
  },
  starts: {
    fresh: { input: { key, resume: null }, at: '/Account?step=verify' },
    reloadedAtCode: reloadedAt({ version: 1, step: 'enteringCode', key, terms }),
    reloadedAtUsedCode: reloadedAt({ version: 1, step: 'enteringCode', key, terms: null }),
    reloadedWhileVerifying: reloadedAt({ version: 1, step: 'verifyingCode', key }),
  },
  good: { start: 'fresh', end: 'verified' },
  controls: {
    SEND_CODE: { name: 'email-verification:send' },
    SUBMIT_CODE: { name: 'mail-code:submit', fields: { code: 'mail-code:code' } },
    RESEND_CODE: { name: 'mail-code:resend' },
    BACK: { name: 'common:action.back' },
    CANCEL: { name: 'email-verification:cancel' },
    RETRY: { name: 'requests:unknown.ask' },
  },
  events: {
    SEND_CODE: { press: {} },
    SUBMIT_CODE: { filled: { code: '492039' } },
    RESEND_CODE: { press: {} },
    BACK: { press: {} },
    CANCEL: { press: {} },
    RETRY: { press: {} },
  },
  outcomes: {
    sendEmailVerificationCodeSelf: {
      ...memberCases,
      sent: {
        output: { kind: 'sent', key, terms },
        arrange: 'unverified',
        reply: { status: 200, body: { expiresIn: 600, resendIn: 60 } },
      },
      alreadyVerified: plain('alreadyVerified', 409, 'email_already_verified', {
        arrange: 'verifiedElsewhere',
      }),
      tooSoon: refusal('tooSoon', 429, sampleProblem('code_too_soon', { retryAfterSeconds: 42 }), {
        arrange: 'codeTooSoon',
      }),
      running: refusal('running', 409, sampleProblem('request_running')),
    },
    verifyEmailSelf: {
      ...memberCases,
      verified: {
        output: { kind: 'verified' },
        typed: { code: ['mailedCode'] },
        reply: { status: 200, body: verifiedAddress },
      },
      wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect', { triesLeft: 4 }), {
        typed: { code: '000000' },
      }),
      codeOver: refusal('codeOver', 400, sampleProblem('code_used_up'), {
        arrange: 'wrongCodes',
        typed: { code: '000000' },
      }),
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: earlierMemberCases({
      done: doneEarlier({ kind: 'done' }, 'verifyEmailSelf', verifiedAddress),
    }),
  },
});
