import { defineCases } from '../chart/cases.ts';
import { doneEarlier, earlierMemberCases, memberCases, plain, refusal, sampleProblem } from '../chart/samples.ts';
import { allowListMachine } from './allow-list.machine.ts';
import type { AllowListCheckpoint, AllowListContext } from './allow-list.types.ts';

const key = 'key-of-this-run';
const reloadedAt = (step: AllowListCheckpoint['step'], page: string) =>
  ({
    input: { key: 'key-of-the-reload', resume: { version: 1, step, key } },
    at: `/AllowList?step=${page}`,
  }) as const;

const off = { state: 'off', offAt: null, secondFactor: false };
const on = { ...off, state: 'on' };
const ending = { ...off, state: 'turningOff', offAt: '2026-11-22T04:00:00Z' };

const isByApp = ({ proof }: AllowListContext): boolean => proof === 'app';
const isWithoutApp = (context: AllowListContext): boolean => !isByApp(context);

/** The answers of both changes. */
const changeCases = {
  ...memberCases,
  wrongPassword: refusal('wrongPassword', 400, sampleProblem('password_incorrect'), {
    typed: { password: 'not-the-passphrase' },
  }),
  // Without an app no code is asked for.
  wrongCode: {
    ...refusal('wrongCode', 400, sampleProblem('code_incorrect'), { typed: { code: '000000' } }),
    when: isByApp,
  },
  codeNeeded: {
    ...refusal('codeNeeded', 400, sampleProblem('second_factor_required'), { arrange: 'appSetUpElsewhere' }),
    when: isWithoutApp,
  },
  running: plain('running', 409, 'request_running'),
};

export const allowListCases = defineCases<typeof allowListMachine>({
  machine: allowListMachine,
  area: 'Account safety',
  purpose: 'A member lets withdrawals go only to saved addresses, or to any address again.',
  words: {
    'ja-JP': {
      purpose: '会員が、出金先を保存済みアドレスに限定または解除します。',
      calls: {
        getAllowList: '出金先の限定の取得',
        turnOnAllowList: '出金先の限定の開始',
        turnOffAllowList: '出金先の限定の解除',
        keepAllowList: '出金先の限定の継続',
      },
      outcomes: {
        unlimited: '限定なし',
        unlimitedWithApp: '限定なし、アプリのコードが必要',
        limited: '限定中',
        limitedWithApp: '限定中、アプリのコードが必要',
        turningOff: '解除待ち',
        kept: '継続',
        alreadyOff: '解除済み',
      },
      ends: {
        turnedOn: '出金先を限定済み',
        turnedOff: '出金先の限定を解除予定',
        kept: '出金先の限定を継続',
        alreadyOff: '出金先の限定は解除済み',
      },
    },
    'zh-CN': {
      purpose: '会员将提现限于已保存的地址，或取消该限制。',
      calls: {
        getAllowList: '读取提现地址限制',
        turnOnAllowList: '开启提现地址限制',
        turnOffAllowList: '关闭提现地址限制',
        keepAllowList: '保持提现地址限制',
      },
      outcomes: {
        unlimited: '未限制',
        unlimitedWithApp: '未限制，需要应用的验证码',
        limited: '已限制',
        limitedWithApp: '已限制，需要应用的验证码',
        turningOff: '等待关闭',
        kept: '保持开启',
        alreadyOff: '已经关闭',
      },
      ends: {
        turnedOn: '已开启提现地址限制',
        turnedOff: '提现地址限制等待关闭',
        kept: '已保持提现地址限制',
        alreadyOff: '提现地址限制已经关闭',
      },
    },
  },
  starts: {
    fresh: { input: { key, resume: null }, at: '/AllowList' },
    reloadedWhileTurningOn: reloadedAt('turningOn', 'on'),
    reloadedWhileTurningOff: reloadedAt('turningOff', 'off'),
  },
  good: { start: 'fresh', end: 'turnedOn' },
  controls: {
    RETRY: {
      name: { 'allow-list-unavailable': 'common:action.retry', 'allow-list-unknown': 'requests:unknown.ask' },
    },
    BACK: { name: 'common:action.back' },
    LEAVE: { name: 'allow-list:toSecurity' },
    TURN_ON: { name: 'allow-list:state.unlimited.act' },
    TURN_OFF: { name: 'allow-list:state.limited.act' },
    KEEP: { name: 'allow-list:state.ending.act' },
    SUBMIT_PASSWORD: {
      name: { 'allow-list-on': 'allow-list:limit.submit', 'allow-list-off': 'allow-list:lift.submit' },
      fields: { password: 'allow-list:password' },
    },
    SUBMIT_WITH_CODE: {
      name: { 'allow-list-on': 'allow-list:limit.submit', 'allow-list-off': 'allow-list:lift.submit' },
      fields: { password: 'allow-list:password', code: 'challenge:eitherCode' },
    },
  },
  messages: {
    'showingState.notDone': 'requests:notDone.title',
  },
  events: {
    RETRY: { press: {} },
    BACK: { press: {} },
    LEAVE: { press: {} },
    TURN_ON: { press: {} },
    TURN_OFF: { press: {} },
    KEEP: { press: {} },
    SUBMIT_PASSWORD: { filled: { password: 'perch-demo-passphrase' } },
    SUBMIT_WITH_CODE: { filled: { password: 'perch-demo-passphrase', code: '492039' } },
  },
  outcomes: {
    getAllowList: {
      ...memberCases,
      unlimited: { output: { kind: 'unlimited' }, arrange: 'withoutSecondFactor', reply: { status: 200, body: off } },
      unlimitedWithApp: {
        output: { kind: 'unlimitedWithApp' },
        arrange: 'withSecondFactor',
        reply: { status: 200, body: { ...off, secondFactor: true } },
      },
      limited: { output: { kind: 'limited' }, arrange: 'savedOnlyWithoutApp', reply: { status: 200, body: on } },
      limitedWithApp: {
        output: { kind: 'limitedWithApp' },
        arrange: 'savedOnlyWithApp',
        reply: { status: 200, body: { ...on, secondFactor: true } },
      },
      turningOff: { output: { kind: 'turningOff' }, arrange: 'savedOnlyEnding', reply: { status: 200, body: ending } },
    },
    turnOnAllowList: {
      ...changeCases,
      changed: { output: { kind: 'changed' }, reply: { status: 200, body: on } },
    },
    turnOffAllowList: {
      ...changeCases,
      changed: { output: { kind: 'changed' }, reply: { status: 200, body: ending } },
      alreadyOff: { output: { kind: 'alreadyOff' }, arrange: 'savedOnlyOver', reply: { status: 200, body: off } },
    },
    keepAllowList: {
      ...memberCases,
      kept: { output: { kind: 'kept' }, reply: { status: 200, body: on } },
      alreadyOff: refusal('alreadyOff', 409, sampleProblem('allow_list_off'), { arrange: 'savedOnlyOver' }),
      running: refusal('running', 409, sampleProblem('request_running')),
    },
    getRequestOutcome: earlierMemberCases({ done: doneEarlier({ kind: 'done' }, 'turnOnAllowList', on) }),
  },
});
