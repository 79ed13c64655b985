import { defineCases } from '../chart/cases.ts';
import { doneEarlier, earlierMemberCases, memberCases, plain } from '../chart/samples.ts';
import { noticeSettingsMachine } from './notice-settings.machine.ts';
import { entriesOf, mailKinds, wantedOf } from './notice-settings.rules.ts';
import type { NoticeSettings } from './notice-settings.types.ts';

const key = 'key-of-this-run';
const always: NoticeSettings['always'] = ['asked', 'protection', 'inYourName'];
const options: NoticeSettings = {
  mail: {
    depositCredited: true,
    depositHeld: true,
    withdrawalPaid: true,
    withdrawalRefused: true,
    transferReceived: true,
    stakeFree: true,
    referralBonus: true,
    inquiryAnswered: true,
  },
  always,
};
const typed = { ...entriesOf(options), 'mail-transferReceived': false, 'mail-referralBonus': false };
const settings: NoticeSettings = { ...wantedOf(typed), always };
const at = '/Notifications';

export const noticeSettingsCases = defineCases<typeof noticeSettingsMachine>({
  machine: noticeSettingsMachine,
  area: 'Account safety',
  purpose: 'A member chooses which events they are notified of by email.',
  words: {
    'ja-JP': {
      purpose: '会員が、メールで受け取る通知の種類を選びます。',
      calls: { getNoticeSettings: '通知設定の取得', setNoticeSettings: '通知設定の保存' },
      outcomes: { saved: '保存済み' },
      ends: { saved: '保存済み' },
    },
    'zh-CN': {
      purpose: '会员选择通过邮件接收哪些通知。',
      calls: { getNoticeSettings: '读取通知设置', setNoticeSettings: '保存通知设置' },
      outcomes: { saved: '已保存' },
      ends: { saved: '已保存' },
    },
  },
  starts: {
    fresh: { input: { key, resume: null }, at },
    reloadedAtUntouchedForm: {
      input: { key: 'key-of-the-reload', resume: { version: 1, step: 'choosing', key, typed: null } },
      at,
    },
    reloadedAtForm: {
      input: { key: 'key-of-the-reload', resume: { version: 1, step: 'choosing', key, typed } },
      at,
    },
    reloadedWhileSaving: {
      input: { key: 'key-of-the-reload', resume: { version: 1, step: 'saving', key, typed } },
      at,
    },
  },
  good: { start: 'fresh', end: 'saved' },
  controls: {
    SUBMIT_FORM: {
      name: 'notice-settings:save',
      fields: Object.fromEntries(mailKinds.map((kind) => [`mail-${kind}`, `notice-settings:mail.${kind}`])),
    },
    CANCEL: { name: 'common:action.cancel' },
    RETRY: {
      name: {
        'notice-settings-unavailable': 'common:action.retry',
        'notice-settings-unknown': 'requests:unknown.ask',
      },
    },
  },
  events: {
    SUBMIT_FORM: { filled: { typed } },
    CANCEL: { press: {} },
    RETRY: { press: {} },
  },
  outcomes: {
    getNoticeSettings: {
      ...memberCases,
      loaded: { output: { kind: 'loaded', options }, reply: { status: 200, body: options } },
    },
    setNoticeSettings: {
      ...memberCases,
      saved: { output: { kind: 'saved' }, reply: { status: 200, body: settings } },
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: earlierMemberCases({
      done: doneEarlier({ kind: 'done' }, 'setNoticeSettings', settings),
    }),
  },
});
