import { defineCases } from '../chart/cases.ts';
import { memberCases } from '../chart/samples.ts';
import { sessionMachine } from './session.machine.ts';

/** Nine minutes: a ten-minute token, less the margin of one minute. */
const renewIn = 540_000;
/** Later tokens are distinguished from the first by their time. */
const renewInAnotherTab = 530_000;
const renewInNext = 520_000;

export const sessionCases = defineCases<typeof sessionMachine>({
  machine: sessionMachine,
  area: 'Sign-in and session',
  purpose: 'A sign-in is restored, renewed and ended, for all pages of members.',
  words: {
    'ja-JP': {
      purpose: '保護されたすべてのページで、サインイン状態を復元し、更新し、終了します。',
      calls: {
        restoreSession: 'ブラウザーのサインイン状態',
        getUserInfo: '会員情報の取得',
        refreshToken: 'サインインの更新',
      },
      outcomes: {
        userKnown: 'サインイン済み',
        none: 'サインインなし',
        userUnknown: '会員情報なしでサインイン済み',
        renewed: '更新済み',
      },
      events: {
        SIGNED_IN: 'サインイン',
        SIGNED_OUT: '別のタブでサインアウト',
        SESSION_ENDED: '別の端末でサインアウト',
        TOKENS_RENEWED: '別のタブで更新',
        RENEWAL_DUE: '更新時刻',
      },
      timers: { renewalDue: 'サインインの更新時刻', renewalRetry: '更新の再試行' },
      starts: { opened: '開いた状態' },
    },
    'zh-CN': {
      purpose: '为所有受保护的页面恢复、续期并结束登录状态。',
      calls: { restoreSession: '浏览器的登录状态', getUserInfo: '读取会员信息', refreshToken: '续期登录' },
      outcomes: { userKnown: '已登录', none: '无人登录', userUnknown: '已登录但会员未知', renewed: '已续期' },
      events: {
        SIGNED_IN: '登录',
        SIGNED_OUT: '在另一标签页退出',
        SESSION_ENDED: '在另一设备上退出',
        TOKENS_RENEWED: '在另一标签页续期',
        RENEWAL_DUE: '到续期时间',
      },
      timers: { renewalDue: '登录续期时间', renewalRetry: '重试续期' },
      starts: { opened: '已打开' },
    },
  },
  // A page that reads no data of the member itself: only the session makes calls.
  starts: { opened: { input: undefined, at: '/Top' } },
  good: { start: 'opened', end: 'signedIn.fresh' },
  controls: {
    SIGNED_IN: null,
    SIGNED_OUT: null,
    SESSION_ENDED: null,
    TOKENS_RENEWED: null,
    RENEWAL_DUE: null,
    RETRY: { name: 'common:action.retry' },
  },
  events: {
    SIGNED_IN: { renewable: { renewIn } },
    SIGNED_OUT: { here: {} },
    SESSION_ENDED: { by401: {} },
    TOKENS_RENEWED: { elsewhere: { renewIn: renewInAnotherTab } },
    RENEWAL_DUE: { woken: {} },
    RETRY: { press: {} },
  },
  outcomes: {
    restoreSession: {
      none: { output: { kind: 'none' }, arrange: 'neverSignedIn' },
      expired: {
        output: { kind: 'expired' },
        arrange: 'sessionOver',
      },
      userKnown: { output: { kind: 'userKnown', renewIn }, arrange: 'signedInAlready' },
      userUnknown: {
        output: { kind: 'userUnknown', renewIn },
        arrange: 'signedInWithoutMember',
      },
    },
    getUserInfo: {
      ...memberCases,
      loaded: {
        output: { kind: 'loaded' },
        reply: {
          status: 200,
          body: {
            username: 'demo',
            name: 'Mika Sato',
            email: 'demo@perch.example',
            emailVerified: false,
            phone: null,
            referralCode: 'K7Q2M9XA',
            introducer: 'perch',
            seatNo: 42,
            positionId: 'P-000042',
            position: 'left',
            rank: 'member',
            culture: 'en-US',
            twoFactorEnabled: false,
            joinedAt: '2026-01-05T09:00:00Z',
            lastSignInAt: null,
            moneyHeldUntil: null,
          },
        },
      },
    },
    refreshToken: {
      ...memberCases,
      renewed: {
        output: { kind: 'renewed', renewIn: renewInNext },
        reply: {
          status: 200,
          body: {
            result: 'granted',
            accessToken: 'pat_renewed',
            expiresAt: '2026-11-21T04:20:00Z',
            expiresIn: 580,
            refreshToken: 'prt_renewed',
            refreshExpiresAt: '2026-11-21T05:10:00Z',
          },
        },
      },
    },
  },
});
