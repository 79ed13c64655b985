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
import { twoFactorMachine } from './two-factor.machine.ts';
import type { TwoFactorCheckpoint, TwoFactorContext } from './two-factor.types.ts';

const key = 'key-of-this-run';
const reloadedAt = (step: TwoFactorCheckpoint['step'], page: string) =>
  ({
    input: { key: 'key-of-the-reload', resume: { version: 1, step, key } },
    at: `/Authentication?step=${page}`,
  }) as const;
const terms: CodeTerms = { expiresIn: 600_000, resendIn: 60_000 };
const newCodes = Array.from({ length: 10 }, (_, index) => `${index}MR3-T8WB-2HFN-YK6E`);
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `${index}KQ2-M9XA-4TDC-WV3H`);

/** Refusals that both unsafe calls have in common. */
const proofCases = {
  ...memberCases,
  wrongPassword: refusal('wrongPassword', 400, sampleProblem('password_incorrect'), {
    typed: { password: 'not-the-passphrase' },
  }),
  wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect'), { typed: { code: '000000' } }),
  running: plain('running', 409, 'request_running'),
};

/** Without an app, whatever takes one off or makes codes for it is refused before its code is looked at. */
const isOn = (context: TwoFactorContext): boolean => context.isOn;

export const twoFactorCases = defineCases<typeof twoFactorMachine>({
  machine: twoFactorMachine,
  area: 'Account safety',
  purpose: 'A member turns two-factor authentication on or off, or makes new recovery codes.',
  words: {
    'ja-JP': {
      purpose: '会員が認証アプリを設定または解除し、リカバリーコードを再発行します。',
      calls: {
        sendTwoFactorCode: '認証アプリ用コードの送信',
        enableTwoFactor: '二段階認証の有効化',
        disableTwoFactor: '二段階認証の無効化',
        renewRecoveryCodes: 'リカバリーコードの再発行',
      },
      outcomes: {
        enabled: '有効化済み',
        provisional: '仮の有効化',
        unverified: '未確認',
        wrongEmailCode: '誤ったメールのコード',
        emailCodeOver: 'メールのコードの期限切れ',
        alreadyDone: '別のタブで完了',
        doneWithoutCodes: '完了、リカバリーコードは再表示不可',
        disabled: '無効化済み',
        codesRenewed: '再発行済み',
      },
      ends: { bound: '認証アプリ設定済み', unbound: '認証アプリ解除済み', codesRenewed: 'リカバリーコード再発行済み' },
    },
    'zh-CN': {
      purpose: '会员绑定或解绑身份验证器应用，并重新生成恢复码。',
      calls: {
        sendTwoFactorCode: '发送绑定验证码',
        enableTwoFactor: '开启两步验证',
        disableTwoFactor: '关闭两步验证',
        renewRecoveryCodes: '生成新的恢复码',
      },
      outcomes: {
        enabled: '已开启',
        provisional: '暂时开启',
        unverified: '未验证',
        wrongEmailCode: '邮件验证码错误',
        emailCodeOver: '邮件验证码已过期',
        alreadyDone: '已在另一标签页完成',
        doneWithoutCodes: '已完成，恢复码不再显示',
        disabled: '已关闭',
        codesRenewed: '已重新生成',
      },
      ends: { bound: '已绑定应用', unbound: '已解绑应用', codesRenewed: '已重新生成恢复码' },
    },
  },
  starts: {
    fresh: { input: { key, resume: null }, at: '/Authentication' },
    reloadedAtKey: reloadedAt('addingKey', 'key'),
    reloadedAtFirstCode: reloadedAt('enteringFirstCode', 'code'),
    reloadedWhileEnabling: reloadedAt('enabling', 'code'),
    reloadedAtUnbinding: reloadedAt('unbinding', 'unbind'),
    reloadedWhileDisabling: reloadedAt('disabling', 'unbind'),
    reloadedAtNewCodes: reloadedAt('askingForCodes', 'newCodes'),
    reloadedWhileRenewing: reloadedAt('renewing', 'newCodes'),
  },
  good: { start: 'fresh', end: 'bound' },
  controls: {
    LEAVE: { name: 'two-factor:unverified.leave' },
    RESEND_CODE: { name: 'mail-code:resend' },
    SUBMIT_CODES: {
      name: 'two-factor:code.submit',
      fields: { emailCode: 'two-factor:emailCode', code: 'two-factor:codeLabel', password: 'two-factor:password' },
    },
    RETRY: {
      name: { 'two-factor-unavailable': 'common:action.retry', 'two-factor-unknown': 'requests:unknown.ask' },
    },
    NEXT: {
      name: {
        'two-factor-app': 'two-factor:app.have',
        'two-factor-key': 'two-factor:key.added',
        'two-factor-codes-lost': 'two-factor:codesLost.next',
        'two-factor-new-codes-lost': 'two-factor:codesLost.next',
      },
    },
    BACK: { name: 'common:action.back' },
    START_UNBINDING: { name: 'two-factor:on.unbind' },
    START_RENEWING: { name: 'two-factor:on.renew' },
    USE_RECOVERY_CODE: { name: 'two-factor:useRecoveryCode' },
    USE_APP_CODE: { name: 'two-factor:useAppCode' },
    SUBMIT_FORM: {
      name: { 'two-factor-unbind': 'two-factor:unbind.submit', 'two-factor-renew': 'two-factor:renew.submit' },
      fields: { password: 'two-factor:password', code: ['two-factor:codeLabel', 'two-factor:recoveryCode'] },
    },
    CONFIRM_SAVED: { name: 'two-factor:codes.saved' },
  },
  messages: {
    'binding.recoveryCodesLost': 'two-factor:codesLost.what',
    'binding.enteringFirstCode.notDone': 'two-factor:notDone.title',
    'unbinding.enteringProof.notDone': 'two-factor:notDone.title',
    'renewing.enteringProof.notDone': 'two-factor:notDone.title',
    'renewing.newCodesLost': 'two-factor:codesLost.what',
  },
  events: {
    RETRY: { press: {} },
    NEXT: { press: {} },
    BACK: { press: {} },
    START_UNBINDING: { press: {} },
    START_RENEWING: { press: {} },
    USE_RECOVERY_CODE: { press: {} },
    USE_APP_CODE: { press: {} },
    LEAVE: { press: {} },
    RESEND_CODE: { press: {} },
    SUBMIT_CODES: { filled: { password: 'perch-demo-passphrase', emailCode: '318204', code: '492039' } },
    SUBMIT_FORM: { filled: { password: 'perch-demo-passphrase', code: '492039' } },
    CONFIRM_SAVED: { press: {} },
  },
  outcomes: {
    getTwoFactorInfo: {
      ...memberCases,
      off: {
        output: { kind: 'off' },
        arrange: 'withoutSecondFactor',
        reply: { status: 200, body: factorOff },
      },
      unverified: {
        output: { kind: 'unverified' },
        arrange: 'unverifiedWithoutSecondFactor',
        reply: { status: 200, body: { ...factorOff, emailVerified: false } },
      },
      on: {
        output: { kind: 'on' },
        arrange: 'withSecondFactor',
        reply: { status: 200, body: factorOn },
      },
      provisional: {
        output: { kind: 'provisional' },
        arrange: 'newPasswordThenApp',
        reply: { status: 200, body: { ...factorOn, provisionalUntil: '2026-11-22T04:00:00Z' } },
      },
    },
    sendTwoFactorCode: {
      ...memberCases,
      sent: { output: { kind: 'sent', key, terms }, reply: { status: 200, body: { expiresIn: 600, resendIn: 60 } } },
      tooSoon: refusal('tooSoon', 429, sampleProblem('code_too_soon', { retryAfterSeconds: 42 }), {
        arrange: 'sameTooSoonElsewhere',
      }),
      unverified: plain('unverified', 403, 'email_not_verified', {
        arrange: 'noLongerVerified',
      }),
      alreadyDone: plain('alreadyDone', 409, 'two_factor_already_on', { arrange: 'thisAppSetUpElsewhere' }),
      running: refusal('running', 409, sampleProblem('request_running')),
    },
    enableTwoFactor: {
      ...proofCases,
      wrongEmailCode: refusal(
        'wrongEmailCode',
        400,
        sampleProblem('code_incorrect', { triesLeft: 4, errors: ['Code is incorrect.'], field: 'emailCode' }),
        { typed: { emailCode: '000000' } },
      ),
      emailCodeOver: refusal('emailCodeOver', 400, sampleProblem('code_used_up'), {
        arrange: 'wrongMailedCodes',
        typed: { emailCode: '000000' },
      }),
      alreadyDone: plain('alreadyDone', 409, 'two_factor_already_on', { arrange: 'thisAppSetUpElsewhere' }),
      enabled: {
        output: { kind: 'enabled' },
        typed: { code: ['appCode'] },
        reply: { status: 200, body: { enabledAt: '2026-11-21T04:00:00Z', recoveryCodes } },
      },
    },
    disableTwoFactor: {
      ...proofCases,
      wrongCode: { ...proofCases.wrongCode, when: isOn },
      alreadyDone: plain('alreadyDone', 409, 'two_factor_already_off', { arrange: 'appRemovedElsewhere' }),
      disabled: {
        output: { kind: 'disabled' },
        when: isOn,
        typed: { code: ['appCode'] },
        reply: { status: 200, body: { disabledAt: '2026-11-21T04:00:00Z' } },
      },
    },
    renewRecoveryCodes: {
      ...proofCases,
      wrongCode: { ...proofCases.wrongCode, when: isOn },
      alreadyDone: plain('alreadyDone', 409, 'two_factor_already_off', { arrange: 'appRemovedElsewhere' }),
      codesRenewed: {
        output: { kind: 'codesRenewed' },
        when: isOn,
        typed: { code: ['appCode'] },
        reply: { status: 200, body: { madeAt: '2026-11-21T04:00:00Z', recoveryCodes: newCodes } },
      },
    },
    getRequestOutcome: earlierMemberCases({
      done: doneEarlier({ kind: 'done' }, 'enableTwoFactor', { enabledAt: '2026-11-21T04:00:00Z', recoveryCodes }),
      doneWithoutCodes: doneEarlier({ kind: 'doneWithoutCodes' }, 'enableTwoFactor', null, 'cutAfterReachedForMinutes'),
    }),
  },
});
