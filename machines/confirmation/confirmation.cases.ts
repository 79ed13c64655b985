import type { CodeTerms } from '../chart/code-terms.ts';
import { defineCases } from '../chart/cases.ts';
import { memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { confirmationMachine } from './confirmation.machine.ts';

const draftId = '6a1c8f0e-2a53-4c1f-9c39-0d5b1f3f7a10';
const receiptId = '0f0cf7f9-0d0e-4a79-8c2b-59f6a3a1e001';
const codeTo = 'd***@perch.example';
const draft = {
  id: draftId,
  kind: 'withdrawal',
  state: 'open',
  expiresAt: '2026-11-21T04:05:00Z',
  expiresIn: 300,
  secondFactor: 'totp',
  passkey: false,
  codeSent: false,
  codeTo: null,
  codeExpiresIn: null,
  resendIn: null,
  triesLeft: 5,
  receiptId: null,
};
const byMail = { ...draft, secondFactor: 'email', codeTo };
const options = {
  challenge: 'bm90IGEgcmVhbCBjaGFsbGVuZ2UsIGp1c3QgYW4gZXg',
  rpId: 'wallet.example',
  timeout: 300_000,
  userVerification: 'required',
  allowCredentials: [{ id: 'Y3JlZGVudGlhbA', transports: ['internal'] }],
};
const mailed = { ...byMail, codeSent: true, codeExpiresIn: 240, resendIn: 60 };
const terms: CodeTerms = { expiresIn: 240_000, resendIn: 60_000 };
const carriedOut = { ...draft, state: 'executed', receiptId };

export const confirmationCases = defineCases<typeof confirmationMachine>({
  machine: confirmationMachine,
  area: 'Shared steps',
  purpose: 'A transaction is confirmed with the second factor and takes effect once, as a step of another flow.',
  words: {
    'ja-JP': {
      purpose: '資金を動かす前に、会員がその内容を確認します。',
      calls: {
        getDraft: '取引の結果の確認',
        beginDraftPasskey: 'パスキーによる確認の開始',
        confirmDraft: '取引の確定',
        sendDraftCode: '確認コードの送信',
      },
      outcomes: {
        asksApp: 'アプリのコードを要求',
        asksNothing: 'コード不要',
        asksMail: 'メールのコードを要求',
        mailSent: 'メール送信済み',
        codeSpent: 'コードの試行回数切れ',
        asksPasskeyOrApp: 'パスキーまたはアプリのコードを要求',
        asksPasskeyOrMail: 'パスキーまたはメールのコードを要求',
        noPasskey: '使えるパスキーなし',
        passkeyRefused: 'パスキーの拒否',
      },
      events: {
        DEVICE_SIGNED: '端末での署名',
        USE_CODE: 'コードに切り替え',
        USE_PASSKEY: 'パスキーに切り替え',
      },
      starts: { resumed: '中断した確認の再開' },
      ends: { executed: '実行済み', declined: '却下' },
    },
    'zh-CN': {
      purpose: '在资金变动前，会员确认其内容。',
      calls: {
        getDraft: '查询交易结果',
        beginDraftPasskey: '开始通行密钥确认',
        confirmDraft: '确认交易',
        sendDraftCode: '发送确认验证码',
      },
      outcomes: {
        asksApp: '要求应用验证码',
        asksNothing: '无需验证码',
        asksMail: '要求邮件验证码',
        mailSent: '邮件已发送',
        codeSpent: '验证码次数用尽',
        asksPasskeyOrApp: '要求通行密钥或应用验证码',
        asksPasskeyOrMail: '要求通行密钥或邮件验证码',
        noPasskey: '无可用通行密钥',
        passkeyRefused: '通行密钥被拒',
      },
      events: {
        DEVICE_SIGNED: '设备签名',
        USE_CODE: '改用验证码',
        USE_PASSKEY: '改用通行密钥',
      },
      starts: { resumed: '恢复中断的确认' },
      ends: { executed: '已执行', declined: '已拒绝' },
    },
  },
  starts: {
    asked: { input: { draftId, pressed: true }, at: '/Withdraw2?step=code' },
    resumed: {
      input: { draftId, pressed: false },
      at: '/Withdraw2?step=code',
      hosts: [
        {
          flow: 'withdrawal',
          start: 'reloadedAtCode',
          through: [{ kind: 'outcome', actor: 'getWithdrawalOptions', outcome: 'loaded' }],
        },
        {
          flow: 'restake',
          start: 'reloadedAtCode',
          through: [{ kind: 'outcome', actor: 'getStakeOptions', outcome: 'loaded' }],
        },
      ],
    },
  },
  host: {
    flow: 'withdrawal',
    through: [
      { kind: 'outcome', actor: 'getWithdrawalOptions', outcome: 'loaded' },
      { kind: 'event', event: 'SUBMIT_FORM', sample: 'filled' },
      { kind: 'outcome', actor: 'createWithdrawal', outcome: 'created' },
      { kind: 'event', event: 'CONFIRM', sample: 'press' },
    ],
  },
  elsewhere: [
    {
      flow: 'restake',
      through: [
        { kind: 'outcome', actor: 'getStakeOptions', outcome: 'loaded' },
        { kind: 'event', event: 'CHOOSE_OPTION', sample: 'full' },
        { kind: 'outcome', actor: 'createRestake', outcome: 'created' },
        { kind: 'event', event: 'CONFIRM', sample: 'press' },
      ],
    },
  ],
  good: { start: 'asked', through: 'enteringCode.blank', end: 'executed' },
  controls: {
    CONFIRM: { name: 'confirmation:submit' },
    SUBMIT_CODE: { name: 'confirmation:submit', fields: { code: ['confirmation:code', 'mail-code:code'] } },
    RESEND_CODE: { name: 'mail-code:resend' },
    DEVICE_SIGNED: { name: 'confirmation:passkey.submit' },
    DEVICE_CANCELLED: null,
    DEVICE_UNSUPPORTED: null,
    DEVICE_FAILED: null,
    USE_CODE: { name: 'confirmation:passkey.useCode' },
    USE_PASSKEY: { name: 'confirmation:passkey.use' },
    RETRY: {
      name: {
        'confirmation-unavailable': 'common:action.retry',
        'confirmation-stopped': 'confirmation:passkey.again',
        'confirmation-unknown': 'requests:unknown.ask',
      },
    },
    BACK: { name: 'common:action.back' },
  },
  messages: {
    'askingDevice.cancelled': 'confirmation:passkey.cancelled.title',
    'askingDevice.unsupported': 'confirmation:passkey.unsupported.title',
    'askingDevice.broken': 'confirmation:passkey.broken.title',
  },
  events: {
    CONFIRM: { press: {} },
    SUBMIT_CODE: { filled: { code: '492039' } },
    RESEND_CODE: { press: {} },
    DEVICE_SIGNED: { press: {} },
    DEVICE_CANCELLED: { stopped: {} },
    DEVICE_UNSUPPORTED: { stopped: {} },
    DEVICE_FAILED: { stopped: {} },
    USE_CODE: { press: {} },
    USE_PASSKEY: { press: {} },
    RETRY: { press: {} },
    BACK: { press: {} },
  },
  outcomes: {
    getDraft: {
      ...memberCases,
      asksNothing: {
        output: { kind: 'asksNothing' },
        arrange: 'exchangeWithoutFactor',
        hosts: ['exchange'],
        reply: { status: 200, body: { ...draft, secondFactor: 'none' } },
      },
      asksApp: {
        output: { kind: 'asksApp' },
        arrange: 'withApp',
        reply: { status: 200, body: draft },
      },
      asksMail: {
        output: { kind: 'asksMail', codeTo },
        arrange: 'withoutApp',
        reply: { status: 200, body: byMail },
      },
      mailSent: {
        output: { kind: 'mailSent', codeTo, terms },
        arrange: 'reloadedOnceSent',
        reply: { status: 200, body: mailed },
      },
      asksPasskeyOrApp: {
        output: { kind: 'asksPasskeyOrApp' },
        arrange: 'passkeyWithApp',
        reply: { status: 200, body: { ...draft, passkey: true } },
      },
      asksPasskeyOrMail: {
        output: { kind: 'asksPasskeyOrMail', codeTo },
        arrange: 'passkeyWithoutApp',
        reply: { status: 200, body: { ...byMail, passkey: true } },
      },
      executed: {
        output: { kind: 'executed', receiptId },
        arrange: 'cutAfterConfirmed',
        reply: { status: 200, body: carriedOut },
      },
      expired: {
        output: { kind: 'expired' },
        arrange: 'draftOver',
        reply: { status: 200, body: { ...draft, state: 'expired', expiresIn: 0 } },
      },
      running: plain('running', 409, 'request_running'),
    },
    beginDraftPasskey: {
      ...memberCases,
      begun: { output: { kind: 'begun' }, reply: { status: 200, body: { options, expiresIn: 300 } } },
      noPasskey: refusal('noPasskey', 409, sampleProblem('no_passkey'), { arrange: 'passkeysRemovedElsewhere' }),
      expired: plain('expired', 409, 'draft_expired', { arrange: 'draftOver' }),
      running: refusal('running', 409, sampleProblem('request_running')),
    },
    sendDraftCode: {
      ...memberCases,
      sent: { output: { kind: 'sent', codeTo, terms }, reply: { status: 200, body: mailed } },
      tooSoon: refusal('tooSoon', 429, sampleProblem('code_too_soon', { retryAfterSeconds: 42 }), {
        arrange: 'codeTooSoon',
      }),
      expired: plain('expired', 409, 'draft_expired', { arrange: 'draftOver' }),
      running: plain('running', 409, 'request_running'),
    },
    confirmDraft: {
      ...memberCases,
      executed: {
        output: { kind: 'executed', receiptId },
        typed: { code: ['appCode', 'mailedCode'] },
        reply: { status: 200, body: carriedOut },
      },
      wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect', { triesLeft: 4 }), {
        typed: { code: '000000' },
      }),
      codeSpent: refusal('codeSpent', 400, sampleProblem('code_used_up'), {
        arrange: 'wrongCodes',
        typed: { code: '000000' },
      }),
      passkeyRefused: refusal('passkeyRefused', 400, sampleProblem('passkey_expired'), {
        arrange: 'passkeyTakenElsewhere',
      }),
      expired: plain('expired', 409, 'draft_expired', { arrange: 'draftOver' }),
      declined: refusal('declined', 409, sampleProblem('insufficient_balance'), {
        arrange: 'balanceSpent',
        hosts: ['withdrawal', 'transfer', 'exchange', 'purchase'],
      }),
      decided: refusal('decided', 409, sampleProblem('stake_not_matured'), {
        arrange: 'stakeDecidedMeanwhile',
        hosts: ['restake'],
      }),
      running: plain('running', 409, 'request_running'),
    },
  },
});
