import { defineCases } from '../chart/cases.ts';
import { commonCases, refusal, sampleProblem } from '../chart/samples.ts';
import { expiredProblem } from '../challenge/challenge.rules.ts';
import { signInMachine } from './sign-in.machine.ts';
import type { PendingChallenge } from './sign-in.types.ts';

const challenge: PendingChallenge = { methods: ['totp', 'recoveryCode'], triesLeft: 5, lifetime: 300_000 };

export const signInCases = defineCases<typeof signInMachine>({
  machine: signInMachine,
  area: 'Sign-in and session',
  purpose: 'A member signs in with username and password, and with a second factor if one is set up.',
  words: {
    'ja-JP': {
      purpose: '会員が、ユーザー名とパスワード、設定済みなら二段階認証でサインインします。',
      calls: { createToken: 'サインイン', challenge: '二段階認証' },
      outcomes: { signedIn: 'サインイン', invalidLogin: '誤ったユーザー名またはパスワード' },
      ends: { signedIn: 'サインイン済み' },
    },
    'zh-CN': {
      purpose: '会员用用户名和密码登录，已开启两步验证时还需验证码。',
      calls: { createToken: '登录', challenge: '两步验证' },
      outcomes: { signedIn: '已登录', invalidLogin: '用户名或密码错误' },
      ends: { signedIn: '已登录' },
    },
  },
  starts: {
    fresh: { input: { resume: null }, at: '/Signin' },
    reloadedAtSecondFactor: {
      input: { resume: { version: 1, step: 'secondFactor', challenge } },
      at: '/Signin?step=code',
    },
  },
  good: { start: 'fresh', end: 'signedIn' },
  controls: {
    SUBMIT_FORM: {
      name: 'sign-in:submit',
      fields: { username: 'sign-in:username', password: 'sign-in:password', keepSignedIn: 'sign-in:keepSignedIn' },
    },
  },
  events: {
    SUBMIT_FORM: {
      filled: { credentials: { username: 'demo', password: 'perch-demo-passphrase', keepSignedIn: false } },
    },
  },
  outcomes: {
    createToken: {
      ...commonCases,
      signedIn: {
        output: { kind: 'signedIn' },
        arrange: 'withoutSecondFactor',
        reply: {
          status: 200,
          body: {
            result: 'granted',
            accessToken: 'pat_sample',
            expiresAt: '2026-11-21T04:10:00Z',
            expiresIn: 600,
            refreshToken: 'prt_sample',
            refreshExpiresAt: '2026-11-21T05:00:00Z',
          },
        },
      },
      secondFactor: {
        output: { kind: 'secondFactor', challenge },
        arrange: 'withSecondFactor',
        reply: {
          status: 200,
          body: {
            result: 'secondFactor',
            challenge: 'ch_sample',
            expiresAt: '2026-11-21T04:05:00Z',
            expiresIn: 300,
            methods: ['totp', 'recoveryCode'],
            triesLeft: 5,
          },
        },
      },
      invalidLogin: refusal('invalidLogin', 401, sampleProblem('invalid_login'), {
        typed: { password: 'not-the-passphrase' },
      }),
    },
    challenge: {
      passed: { output: { kind: 'passed' } },
      abandoned: { output: { kind: 'abandoned' } },
      over: { output: { kind: 'over', problem: expiredProblem } },
    },
  },
});
