import { defineCases } from '../chart/cases.ts';
import { doneEarlier, earlierMemberCases, memberCases, plain } from '../chart/samples.ts';
import { accountFreezeMachine } from './account-freeze.machine.ts';

const key = 'key-of-this-run';
const frozenAt = '2026-11-21T04:00:00Z';
const at = '/Account?step=freeze';

export const accountFreezeCases = defineCases<typeof accountFreezeMachine>({
  machine: accountFreezeMachine,
  area: 'Account safety',
  purpose: 'A member freezes their own account.',
  words: {
    'ja-JP': {
      purpose: '会員が自分のアカウントをすぐに凍結します。',
      calls: { freezeAccount: 'アカウントの凍結' },
      ends: { frozen: '凍結' },
    },
    'zh-CN': {
      purpose: '会员立即冻结自己的账户。',
      calls: { freezeAccount: '冻结账户' },
      ends: { frozen: '已冻结' },
    },
  },
  starts: {
    fresh: { input: { key, resume: null }, at },
    reloadedWhileFreezing: { input: { key: 'key-of-the-reload', resume: { version: 1, step: 'freezing', key } }, at },
  },
  good: { start: 'fresh', end: 'frozen' },
  controls: {
    CONFIRM: { name: 'account-freeze:confirm' },
    CANCEL: { name: 'common:action.cancel' },
    RETRY: { name: 'requests:unknown.ask' },
  },
  events: { CONFIRM: { press: {} }, CANCEL: { press: {} }, RETRY: { press: {} } },
  outcomes: {
    freezeAccount: {
      ...memberCases,
      frozen: { output: { kind: 'frozen' }, reply: { status: 200, body: { frozenAt } } },
      running: plain('running', 409, 'request_running'),
    },
    getRequestOutcome: earlierMemberCases({
      done: doneEarlier({ kind: 'done' }, 'freezeAccount', { frozenAt }),
    }),
  },
});
