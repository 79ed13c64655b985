import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { failuresBy, failuresTo, notProvided, onOutcome, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import type {
  GetUserInfoOutcome,
  RefreshTokenOutcome,
  RestoreSessionOutcome,
  SessionContext,
  SessionEvent,
} from './session.types.ts';

/** Another tab may sign the member out in any situation. */
const signingOut = { SIGNED_OUT: '#session.signedOut.byMember' } as const;

/**
 * The session (F-01), the only machine that lives as long as the page: it decides whether the guarded pages may be
 * shown (SRC §2), keeps the tokens fresh and ends when the member, another tab or the server ends it.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    meta: {} as StepMeta<'session-wait' | 'sign-in' | 'session-unavailable' | 'member'>,
    tags: {} as StepTag,
  },
  actors: {
    restoreSession: fromPromise<RestoreSessionOutcome>(notProvided('restoreSession')),
    getUserInfo: fromPromise<GetUserInfoOutcome>(notProvided('getUserInfo')),
    refreshToken: fromPromise<RefreshTokenOutcome>(notProvided('refreshToken')),
  },
  guards: { outcomeIs },
  actions: {
    /** Clears what SRC §4 lists from the browser's storage. */
    forgetSession: () => {},
    keepRenewal: assign({ renewIn: ({ event }) => outcomeOf<{ kind: string; renewIn: number }>(event).renewIn }),
    takeRenewal: assign({ renewIn: (_, params: { renewIn: number }) => params.renewIn }),
    ...problemActions<SessionContext, SessionEvent>(),
  },
  delays: {
    /** A minute before the access token expires, so that no call carries an expired one. */
    renewalDue: ({ context }) => context.renewIn,
    /** A renewal without an answer is retried while the old token is still valid. */
    renewalRetry: 5_000,
  },
}).createMachine({
  id: 'session',
  context: { renewIn: 0, problem: null },
  initial: 'restoring',
  states: {
    restoring: {
      tags: 'waiting',
      meta: {
        route: '*',
        screen: 'session-wait',
        title: 'common:wait.session',
        onReload: 'restart',
        requirements: ['F-01', 'SRC §2'],
      },
      invoke: {
        id: 'restoreSession',
        src: 'restoreSession',
        onDone: onOutcome<RestoreSessionOutcome>()({
          none: { target: 'signedOut.never' },
          expired: { target: 'signedOut.ended' },
          userKnown: { target: 'signedIn', actions: 'keepRenewal' },
          userUnknown: { target: 'loadingUserInfo', actions: 'keepRenewal' },
        }),
        onError: { target: 'signedOut.never' },
      },
    },
    signedOut: {
      tags: 'terminal',
      meta: {
        route: '/Signin',
        screen: 'sign-in',
        title: 'sign-in:title',
        onReload: 'restart',
        requirements: ['F-01', 'SRC §2', 'SRC §4'],
      },
      entry: 'forgetProblem',
      on: {
        SIGNED_IN: {
          target: 'loadingUserInfo',
          actions: { type: 'takeRenewal', params: ({ event }) => ({ renewIn: event.renewIn }) },
        },
      },
      initial: 'never',
      states: {
        // Nothing is stored here, and a sign-in that a reload interrupted must find its checkpoint.
        never: {},
        byMember: { entry: 'forgetSession' },
        ended: { entry: 'forgetSession' },
      },
    },
    loadingUserInfo: {
      tags: 'waiting',
      meta: {
        route: '*',
        screen: 'session-wait',
        title: 'common:wait.member',
        api: ['getUserInfo'],
        onReload: 'restart',
        requirements: ['F-01', 'SRC §2', 'SRC §7'],
      },
      invoke: {
        id: 'getUserInfo',
        src: 'getUserInfo',
        onDone: onOutcome<GetUserInfoOutcome>()({
          loaded: { target: 'signedIn', actions: 'forgetProblem' },
          sessionEnded: { target: 'signedOut.ended' },
          ...failuresTo('userInfoUnavailable'),
        }),
        onError: { target: 'userInfoUnavailable', actions: 'keepError' },
      },
      on: signingOut,
    },
    userInfoUnavailable: {
      tags: 'error',
      meta: {
        route: '*',
        screen: 'session-unavailable',
        title: 'common:wait.memberFailed',
        onReload: 'restart',
        requirements: ['F-01', 'P-4', 'D-30'],
      },
      on: { ...signingOut, RETRY: 'loadingUserInfo' },
    },
    signedIn: {
      tags: 'terminal',
      meta: {
        route: '*',
        screen: 'member',
        title: 'dashboard:title',
        onReload: 'resume',
        requirements: ['F-01', 'D-14', 'SRC §4'],
      },
      initial: 'fresh',
      on: {
        ...signingOut,
        SESSION_ENDED: '#session.signedOut.ended',
        TOKENS_RENEWED: {
          target: '.fresh',
          actions: { type: 'takeRenewal', params: ({ event }) => ({ renewIn: event.renewIn }) },
        },
      },
      states: {
        fresh: {
          after: { renewalDue: 'refreshingToken' },
          on: { RENEWAL_DUE: 'refreshingToken' },
        },
        refreshingToken: {
          meta: {
            route: '*',
            screen: 'member',
            title: 'dashboard:title',
            api: ['refreshToken'],
            onReload: 'restart',
            lostAnswer: 'The same key gets fresh tokens in place of the lost ones, as long as those would be valid.',
            requirements: ['F-01', 'P-3', 'D-14'],
          },
          invoke: {
            id: 'refreshToken',
            src: 'refreshToken',
            onDone: onOutcome<RefreshTokenOutcome>()({
              renewed: { target: 'fresh', actions: 'keepRenewal' },
              sessionEnded: { target: '#session.signedOut.ended' },
              ...failuresBy({ target: 'awaitingRenewal' }),
              refused: { target: '#session.signedOut.ended' },
            }),
            onError: { target: 'awaitingRenewal' },
          },
        },
        awaitingRenewal: {
          after: { renewalRetry: 'refreshingToken' },
          on: { RENEWAL_DUE: 'refreshingToken' },
        },
      },
    },
  },
});
