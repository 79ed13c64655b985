import { defineCases } from '../chart/cases.ts';
import { commonCases, refusal, sampleProblem } from '../chart/samples.ts';
import { challengeMachine } from './challenge.machine.ts';

export const challengeCases = defineCases<typeof challengeMachine>({
  machine: challengeMachine,
  area: 'Shared steps',
  purpose: 'The second factor is asked for, as a step of another flow.',
  words: {
    'ja-JP': {
      purpose: 'ほかの手順の途中で、二段階認証を求めます。',
      calls: { verifyTwoFactor: 'コードの確認' },
      timers: { challengeLifetime: '二段階認証の制限時間' },
      ends: { passed: '確認済み' },
    },
    'zh-CN': {
      purpose: '在其他流程中要求两步验证。',
      calls: { verifyTwoFactor: '核对验证码' },
      timers: { challengeLifetime: '两步验证时限' },
      ends: { passed: '已通过' },
    },
  },
  starts: {
    asked: { input: { methods: ['totp', 'recoveryCode'], triesLeft: 5, lifetime: 300_000 }, at: '/Signin?step=code' },
  },
  host: {
    flow: 'sign-in',
    through: [
      { kind: 'event', event: 'SUBMIT_FORM', sample: 'filled' },
      { kind: 'outcome', actor: 'createToken', outcome: 'secondFactor' },
    ],
  },
  good: { start: 'asked', end: 'passed' },
  controls: {
    SUBMIT_CODE: { name: 'challenge:submit', fields: { code: ['challenge:code', 'challenge:recoveryCode'] } },
    USE_RECOVERY_CODE: { name: 'challenge:useRecoveryCode' },
    USE_APP_CODE: { name: 'challenge:useAppCode' },
    BACK: { name: 'common:action.back' },
  },
  events: {
    SUBMIT_CODE: { filled: { code: '492039' } },
    USE_RECOVERY_CODE: { press: {} },
    USE_APP_CODE: { press: {} },
    BACK: { press: {} },
  },
  outcomes: {
    verifyTwoFactor: {
      ...commonCases,
      passed: {
        output: { kind: 'passed' },
        typed: { code: ['appCode', 'recoveryCode'] },
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
      wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect', { triesLeft: 4 }), {
        typed: { code: '000000' },
      }),
      over: refusal('over', 401, sampleProblem('challenge_used_up'), {
        arrange: 'wrongCodes',
        typed: { code: '000000' },
      }),
    },
  },
});
