import { defineCases } from '../chart/cases.ts';
import { commonCases } from '../chart/samples.ts';
import { signOutMachine } from './sign-out.machine.ts';

export const signOutCases = defineCases<typeof signOutMachine>({
  machine: signOutMachine,
  area: 'Sign-in and session',
  purpose: 'A member signs out in every tab of the browser.',
  words: {
    'ja-JP': {
      purpose: '会員が、ブラウザーのすべてのタブでサインアウトします。',
      calls: { revokeToken: 'サインアウト' },
      outcomes: { revoked: 'サインアウト済み' },
      ends: { signedOut: 'サインアウト済み', stayed: 'サインインのまま', signedOutHere: 'この端末でサインアウト済み' },
    },
    'zh-CN': {
      purpose: '会员在浏览器的所有标签页退出登录。',
      calls: { revokeToken: '退出登录' },
      outcomes: { revoked: '已退出' },
      ends: { signedOut: '已退出', stayed: '保持登录', signedOutHere: '已在此设备退出' },
    },
  },
  starts: { fresh: { input: undefined, at: '/Signout' } },
  good: { start: 'fresh', end: 'signedOut' },
  controls: { CONFIRM: { name: 'sign-out:confirm' }, CANCEL: { name: 'sign-out:stay' } },
  events: { CONFIRM: { press: {} }, CANCEL: { press: {} } },
  outcomes: {
    revokeToken: { ...commonCases, revoked: { output: { kind: 'revoked' }, reply: { status: 204, body: null } } },
  },
});
