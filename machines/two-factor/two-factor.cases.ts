import { defineCases } from '../chart/cases.ts';
import { memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { twoFactorMachine } from './two-factor.machine.ts';
import type { TwoFactorCheckpoint } from './two-factor.types.ts';

const key = 'key-of-this-run';
const reloadedAt = (step: TwoFactorCheckpoint['step'], page: string) =>
  ({ input: { key: 'key-of-the-reload', resume: { version: 1, step, key } }, at: `/Authentication?step=${page}` }) as const;
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `${index}KQ2-M9XA-4TDC-WV3H`);

/** What both unsafe calls can be refused for. */
const proofCases = {
  ...memberCases,
  wrongPassword: refusal('wrongPassword', 400, sampleProblem('password_incorrect'), { typed: { password: 'not-the-passphrase' } }),
  wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect'), { typed: { code: '000000' } }),
  running: plain('running', 409, 'request_running'),
};

export const twoFactorCases = defineCases<typeof twoFactorMachine>({
  machine: twoFactorMachine,
  purpose: 'A member binds an authenticator app to the account, or unbinds it.',
  starts: {
    fresh: { input: { key, resume: null }, at: '/Authentication' },
    reloadedAtKey: reloadedAt('addingKey', 'key'),
    reloadedAtFirstCode: reloadedAt('enteringFirstCode', 'code'),
    reloadedWhileEnabling: reloadedAt('enabling', 'code'),
    reloadedAtUnbinding: reloadedAt('unbinding', 'unbind'),
    reloadedWhileDisabling: reloadedAt('disabling', 'unbind'),
  },
  controls: {
    RETRY: { name: { 'two-factor-unavailable': 'common:action.retry', 'two-factor-unknown': 'two-factor:unknown.ask' } },
    NEXT: {
      name: {
        'two-factor-app': 'two-factor:app.have',
        'two-factor-key': 'two-factor:key.added',
        'two-factor-codes-lost': 'two-factor:codesLost.next',
      },
    },
    BACK: { name: 'common:action.back' },
    START_UNBINDING: { name: 'two-factor:on.unbind' },
    USE_RECOVERY_CODE: { name: 'two-factor:useRecoveryCode' },
    USE_APP_CODE: { name: 'two-factor:useAppCode' },
    SUBMIT_FORM: {
      name: { 'two-factor-code': 'two-factor:code.submit', 'two-factor-unbind': 'two-factor:unbind.submit' },
      fields: { password: 'two-factor:password', code: ['two-factor:codeLabel', 'two-factor:recoveryCode'] },
    },
    CONFIRM_SAVED: { name: 'two-factor:codes.saved' },
  },
  events: {
    RETRY: { press: {} },
    NEXT: { press: {} },
    BACK: { press: {} },
    START_UNBINDING: { press: {} },
    USE_RECOVERY_CODE: { press: {} },
    USE_APP_CODE: { press: {} },
    SUBMIT_FORM: { filled: { password: 'perch-demo-passphrase', code: '492039' } },
    CONFIRM_SAVED: { press: {} },
  },
  outcomes: {
    getTwoFactorInfo: {
      ...memberCases,
      off: {
        output: { kind: 'off' },
        arrange: 'Use a member without a second factor.',
        reply: {
          status: 200,
          body: {
            enabled: false,
            enabledAt: null,
            recoveryCodesLeft: 0,
            binding: {
              secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
              uri: 'otpauth://totp/Perch:demo?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Perch',
            },
          },
        },
      },
      on: {
        output: { kind: 'on' },
        arrange: 'Use a member with a second factor.',
        reply: { status: 200, body: { enabled: true, enabledAt: '2026-11-20T10:00:00Z', recoveryCodesLeft: 10, binding: null } },
      },
    },
    enableTwoFactor: {
      ...proofCases,
      alreadyDone: plain('alreadyDone', 409, 'two_factor_already_on', { arrange: 'Bind the app in another tab first.' }),
      enabled: { output: { kind: 'enabled' }, typed: { code: 'what the app shows now' }, reply: { status: 200, body: { enabledAt: '2026-11-21T04:00:00Z', recoveryCodes } } },
    },
    disableTwoFactor: {
      ...proofCases,
      alreadyDone: plain('alreadyDone', 409, 'two_factor_already_off', { arrange: 'Unbind the app in another tab first.' }),
      disabled: { output: { kind: 'disabled' }, typed: { code: 'what the app shows now' }, reply: { status: 200, body: { disabledAt: '2026-11-21T04:00:00Z' } } },
    },
    getRequestOutcome: {
      ...memberCases,
      done: {
        output: { kind: 'done' },
        arrange: 'Cut the connection only after the request has reached the server.',
        reply: { status: 200, body: { state: 'done', operationId: 'enableTwoFactor', status: 200, answer: { enabledAt: '2026-11-21T04:00:00Z', recoveryCodes } } },
      },
      doneWithoutCodes: {
        output: { kind: 'doneWithoutCodes' },
        arrange: 'Cut the connection only after the request has reached the server, and wait eleven minutes before you connect again.',
        reply: { status: 200, body: { state: 'done', operationId: 'enableTwoFactor', status: 200, answer: null } },
      },
      notDone: { output: { kind: 'notDone' }, arrange: 'Cut the connection before the request is sent, and connect again now.', reply: { status: 200, body: { state: 'unknown' } } },
      running: { output: { kind: 'running' }, reply: { status: 200, body: { state: 'running' } } },
    },
  },
});
