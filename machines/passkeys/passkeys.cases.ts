import type { CodeTerms } from '../chart/code-terms.ts';
import { defineCases } from '../chart/cases.ts';
import { doneEarlier, earlierMemberCases, memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { passkeysMachine } from './passkeys.machine.ts';
import type { PasskeysCheckpoint, PasskeysContext } from './passkeys.types.ts';

const key = 'key-of-this-run';
const reloadedAt = (step: PasskeysCheckpoint['step'], page: string) =>
  ({
    input: { key: 'key-of-the-reload', resume: { version: 1, step, key } },
    at: `/Passkeys?step=${page}`,
  }) as const;
const terms: CodeTerms = { expiresIn: 600_000, resendIn: 60_000 };

const phone = {
  id: '5d3f8f0e-2a53-4c1f-9c39-0d5b1f3f7a10',
  name: 'Phone',
  addedAt: '2026-11-20T04:00:00Z',
  lastUsedAt: '2026-11-20T06:30:00Z',
};
const blueKey = {
  id: '6e4f8f0e-2a53-4c1f-9c39-0d5b1f3f7a11',
  name: 'Blue key',
  addedAt: '2026-11-19T05:10:00Z',
  lastUsedAt: null,
};
const chosen = { passkeyId: phone.id };
const list = { items: [phone, blueKey], proof: 'mailedCode', emailVerified: true };
const options = {
  challenge: 'bm90IGEgcmVhbCBjaGFsbGVuZ2UsIGp1c3QgYW4gZXg',
  rp: { id: 'wallet.example', name: 'Perch' },
  user: { id: 'dGhlIGhhbmRsZSBvZiBhIG1lbWJlcg', name: 'demo', displayName: 'Demo member' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [{ id: 'Y3JlZGVudGlhbA', transports: ['internal'] }],
  authenticatorSelection: { requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
};

/** Refusals of what proves who the member is. */
const proofCases = {
  ...memberCases,
  wrongPassword: refusal('wrongPassword', 400, sampleProblem('password_incorrect'), {
    typed: { password: 'not-the-passphrase' },
  }),
  wrongCode: refusal('wrongCode', 400, sampleProblem('code_incorrect'), { typed: { code: '000000' } }),
  codeNeeded: refusal('codeNeeded', 400, sampleProblem('second_factor_required'), { arrange: 'appSetUpElsewhere' }),
};

const isByApp = ({ proof }: PasskeysContext): boolean => proof === 'app';
const isWithoutApp = (context: PasskeysContext): boolean => !isByApp(context);

export const passkeysCases = defineCases<typeof passkeysMachine>({
  machine: passkeysMachine,
  area: 'Account safety',
  purpose: 'A member adds, renames or removes passkeys, which sign in without the password.',
  words: {
    'ja-JP': {
      purpose: '会員が、パスワードなしでサインインできるパスキーを追加、改名、削除します。',
      calls: {
        listPasskeys: 'パスキーの取得',
        sendPasskeyCode: 'パスキー用コードの送信',
        beginPasskey: 'パスキー追加の本人確認',
        addPasskey: 'パスキーの追加',
        renamePasskey: 'パスキーの名前の変更',
        removePasskey: 'パスキーの削除',
      },
      outcomes: {
        byApp: 'アプリのコードが必要',
        byMail: 'メールのコードが必要',
        codeOfApp: 'アプリのコードに変更',
        begun: '本人確認済み',
        tenAlready: '上限に到達',
        added: '追加済み',
        notAdded: '追加されず',
        renamed: '名前を変更済み',
        noSuchPasskey: '削除済みのパスキー',
        removed: '削除済み',
      },
      events: {
        DEVICE_KNOWN: '端末にパスキーあり',
      },
      ends: { added: 'パスキー追加済み', removed: 'パスキー削除済み' },
    },
    'zh-CN': {
      purpose: '会员添加、重命名或移除通行密钥，无需密码即可登录。',
      calls: {
        listPasskeys: '读取通行密钥',
        sendPasskeyCode: '发送通行密钥验证码',
        beginPasskey: '添加通行密钥前的身份验证',
        addPasskey: '添加通行密钥',
        renamePasskey: '重命名通行密钥',
        removePasskey: '移除通行密钥',
      },
      outcomes: {
        byApp: '需要应用的验证码',
        byMail: '需要邮件验证码',
        codeOfApp: '改用应用的验证码',
        begun: '身份已验证',
        tenAlready: '已达上限',
        added: '已添加',
        notAdded: '未添加',
        renamed: '已重命名',
        noSuchPasskey: '通行密钥已不存在',
        removed: '已移除',
      },
      events: {
        DEVICE_KNOWN: '设备已有通行密钥',
      },
      ends: { added: '已添加通行密钥', removed: '已移除通行密钥' },
    },
  },
  starts: {
    fresh: { input: { key, resume: null }, at: '/Passkeys' },
    reloadedWhileAdding: reloadedAt('adding', 'device'),
    reloadedWhileRemoving: reloadedAt('removing', 'remove'),
  },
  good: { start: 'fresh', end: 'added' },
  controls: {
    RETRY: {
      name: { 'passkeys-unavailable': 'common:action.retry', 'passkeys-unknown': 'requests:unknown.ask' },
    },
    BACK: { name: 'common:action.back' },
    LEAVE: { name: 'passkeys:toSecurity' },
    START_ADDING: { name: 'passkeys:add' },
    RESEND_CODE: { name: 'mail-code:resend' },
    SUBMIT_CODES: {
      name: 'passkeys:proof.submit',
      fields: {
        name: 'passkeys:name',
        code: ['passkeys:emailCode', 'challenge:eitherCode'],
        password: 'passkeys:password',
      },
    },
    DEVICE_MADE: { name: 'passkeys:device.make' },
    DEVICE_CANCELLED: null,
    DEVICE_KNOWN: null,
    DEVICE_UNSUPPORTED: null,
    DEVICE_FAILED: null,
    START_RENAMING: { name: 'passkeys:rename.start', carries: ['passkeyId'] },
    SUBMIT_NAME: { name: 'passkeys:rename.submit', fields: { name: 'passkeys:name' } },
    START_REMOVING: { name: 'passkeys:remove.start', carries: ['passkeyId'] },
    SUBMIT_PASSWORD: { name: 'passkeys:remove.submit', fields: { password: 'passkeys:password' } },
    SUBMIT_WITH_CODE: {
      name: 'passkeys:remove.submit',
      fields: { password: 'passkeys:password', code: 'challenge:eitherCode' },
    },
  },
  messages: {
    'showingList.notDone': 'requests:notDone.title',
    'adding.askingDevice.cancelled': 'passkeys:device.cancelled.title',
    'adding.askingDevice.known': 'passkeys:device.known.title',
    'adding.askingDevice.unsupported': 'passkeys:device.unsupported.title',
    'adding.askingDevice.broken': 'passkeys:device.broken.title',
  },
  events: {
    RETRY: { press: {} },
    BACK: { press: {} },
    LEAVE: { press: {} },
    START_ADDING: { press: {} },
    RESEND_CODE: { press: {} },
    SUBMIT_CODES: { filled: { name: 'Laptop', code: '318204', password: 'perch-demo-passphrase' } },
    DEVICE_MADE: { press: {} },
    DEVICE_CANCELLED: { stopped: {} },
    DEVICE_KNOWN: { stopped: {} },
    DEVICE_UNSUPPORTED: { stopped: {} },
    DEVICE_FAILED: { stopped: {} },
    START_RENAMING: { press: chosen },
    SUBMIT_NAME: { filled: { name: 'Tablet' } },
    START_REMOVING: { press: chosen },
    SUBMIT_PASSWORD: { filled: { password: 'perch-demo-passphrase' } },
    SUBMIT_WITH_CODE: { filled: { password: 'perch-demo-passphrase', code: '492039' } },
  },
  outcomes: {
    listPasskeys: {
      ...memberCases,
      byMail: {
        output: { kind: 'byMail' },
        arrange: 'withoutSecondFactor',
        reply: { status: 200, body: list },
      },
      byApp: {
        output: { kind: 'byApp' },
        arrange: 'withSecondFactor',
        reply: { status: 200, body: { ...list, proof: 'app' } },
      },
      unverified: {
        output: { kind: 'unverified' },
        arrange: 'unverifiedWithoutSecondFactor',
        reply: { status: 200, body: { ...list, emailVerified: false } },
      },
    },
    sendPasskeyCode: {
      ...memberCases,
      sent: { output: { kind: 'sent', key, terms }, reply: { status: 200, body: { expiresIn: 600, resendIn: 60 } } },
      tooSoon: refusal('tooSoon', 429, sampleProblem('code_too_soon', { retryAfterSeconds: 42 }), {
        arrange: 'sameTooSoonElsewhere',
      }),
      unverified: plain('unverified', 403, 'email_not_verified', { arrange: 'noLongerVerified' }),
      codeOfApp: plain('codeOfApp', 409, 'two_factor_already_on', { arrange: 'appSetUpElsewhere' }),
      running: refusal('running', 409, sampleProblem('request_running')),
    },
    beginPasskey: {
      ...proofCases,
      codeNeeded: { ...proofCases.codeNeeded, when: isWithoutApp },
      begun: { output: { kind: 'begun', key }, reply: { status: 200, body: { options, expiresIn: 300 } } },
      codeOver: {
        ...refusal('codeOver', 400, sampleProblem('code_used_up'), {
          arrange: 'wrongMailedCodes',
          typed: { code: '000000' },
        }),
        when: isWithoutApp,
      },
      unverified: {
        ...plain('unverified', 403, 'email_not_verified', { arrange: 'noLongerVerified' }),
        when: isWithoutApp,
      },
      tenAlready: refusal('tenAlready', 409, sampleProblem('too_many_passkeys'), { arrange: 'tenPasskeysElsewhere' }),
      running: refusal('running', 409, sampleProblem('request_running')),
    },
    addPasskey: {
      ...memberCases,
      added: { output: { kind: 'added' }, reply: { status: 200, body: { ...phone, lastUsedAt: null } } },
      notAdded: refusal('notAdded', 400, sampleProblem('passkey_expired'), {
        arrange: { way: 'waitMinutes', minutes: 6 },
      }),
      running: plain('running', 409, 'request_running'),
    },
    renamePasskey: {
      ...memberCases,
      renamed: { output: { kind: 'renamed', key }, reply: { status: 200, body: phone } },
      noSuchPasskey: plain('noSuchPasskey', 404, 'not_found', { arrange: 'passkeyRemovedElsewhere' }),
      running: refusal('running', 409, sampleProblem('request_running')),
    },
    removePasskey: {
      ...proofCases,
      // Without an app no code is asked for.
      wrongCode: { ...proofCases.wrongCode, when: isByApp },
      codeNeeded: { ...proofCases.codeNeeded, when: isWithoutApp },
      removed: { output: { kind: 'removed' }, reply: { status: 200, body: { ...list, items: [blueKey] } } },
      noSuchPasskey: plain('noSuchPasskey', 404, 'not_found', { arrange: 'passkeyRemovedElsewhere' }),
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: earlierMemberCases({
      done: doneEarlier({ kind: 'done' }, 'addPasskey', { ...phone, lastUsedAt: null }),
    }),
  },
});
