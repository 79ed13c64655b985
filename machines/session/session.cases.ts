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
  purpose: 'The session is restored, kept fresh and ended, for all pages behind the guard.',
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
