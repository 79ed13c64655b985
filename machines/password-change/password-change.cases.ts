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
import { passwordChangeMachine } from './password-change.machine.ts';

const key = 'key-of-this-run';
const changedAt = '2026-11-21T04:00:00Z';

export const passwordChangeCases = defineCases<typeof passwordChangeMachine>({
  machine: passwordChangeMachine,
  area: 'Account safety',
  purpose: 'A member changes their own password.',
  words: {
    'ja-JP': {
      purpose: '会員が自分のパスワードを変更します。',
      calls: { changePassword: 'パスワードの変更' },
      outcomes: { newPasswordRefused: '使えない新しいパスワード' },
    },
    'zh-CN': {
      purpose: '会员修改自己的密码。',
      calls: { changePassword: '修改密码' },
      outcomes: { newPasswordRefused: '新密码不可用' },
    },
  },
  starts: {
    fresh: { input: { key, resume: null }, at: '/Account?step=password' },
    reloadedWhileChanging: {
      input: { key: 'key-of-the-reload', resume: { version: 1, step: 'changingPassword', key } },
      at: '/Account?step=password',
    },
  },
  good: { start: 'fresh', end: 'changed' },
  controls: {
    SUBMIT_FORM: {
      name: 'password-change:submit',
      fields: { password: 'password-change:password', newPassword: 'password-change:newPassword' },
    },
    SUBMIT_WITH_CODE: {
      name: 'password-change:submit',
      fields: {
        password: 'password-change:password',
        newPassword: 'password-change:newPassword',
        code: 'challenge:eitherCode',
      },
    },
    CANCEL: { name: 'common:action.cancel' },
    RETRY: {
      name: { 'password-change-unavailable': 'common:action.retry', 'password-change-unknown': 'requests:unknown.ask' },
    },
  },
  events: {
    SUBMIT_FORM: { filled: { password: 'perch-demo-passphrase', newPassword: 'seven-quiet-herons' } },
    SUBMIT_WITH_CODE: {
      filled: { password: 'perch-demo-passphrase', newPassword: 'seven-quiet-herons', code: '492039' },
    },
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
    changePassword: {
      ...memberCases,
      changed: { output: { kind: 'changed' }, reply: { status: 200, body: { changedAt } } },
      wrongPassword: refusal('wrongPassword', 400, sampleProblem('password_incorrect'), {
        typed: { password: 'not-the-passphrase' },
      }),
      newPasswordRefused: refusal('newPasswordRefused', 400, sampleProblem('password_refused'), {
        typed: { newPassword: 'passwordpassword' },
      }),
      wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect'), { typed: { code: '000000' } }),
      codeNeeded: refusal('codeNeeded', 400, sampleProblem('second_factor_required'), {
        arrange: 'appSetUpElsewhere',
      }),
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: earlierMemberCases({
      done: doneEarlier({ kind: 'done' }, 'changePassword', { changedAt }),
    }),
  },
});
