import { fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { failuresBy, notProvided, onOutcome, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import type { RevokeTokenOutcome, SignOutEvent, SignOutOutput } from './sign-out.types.ts';

/**
 * Signing out (F-16). Whatever the server answers, this browser is signed out: the tokens are forgotten before the call
 * is sent, so there is nothing to repeat and no outcome to request afterwards.
 */
export const signOutMachine = setup({
  types: {
    events: {} as SignOutEvent,
    output: {} as SignOutOutput,
    meta: {} as StepMeta<'sign-out'>,
    tags: {} as StepTag,
  },
  actors: {
    revokeToken: fromPromise<RevokeTokenOutcome>(notProvided('revokeToken')),
  },
  guards: { outcomeIs },
}).createMachine({
  id: 'sign-out',
  initial: 'confirming',
  output: ({ event }) => outcomeOf<SignOutOutput>(event),
  states: {
    confirming: {
      meta: {
        route: '/Signout',
        screen: 'sign-out',
        title: 'sign-out:title',
        onReload: 'resume',
        requirements: ['F-16', 'P-1', 'SRC §2'],
      },
      on: { CONFIRM: 'revokingToken', CANCEL: 'stayed' },
    },
    revokingToken: {
      tags: 'waiting',
      meta: {
        route: '/Signout',
        screen: 'sign-out',
        title: 'sign-out:title',
        api: ['revokeToken'],
        onReload: 'leave',
        lostAnswer:
          'This browser has forgotten the tokens before it asks; the server is told again once it can be reached.',
        requirements: ['F-16', 'P-3', 'SRC §4', 'D-14'],
      },
      invoke: {
        id: 'revokeToken',
        src: 'revokeToken',
        onDone: onOutcome<RevokeTokenOutcome>()({
          revoked: { target: 'signedOut' },
          ...failuresBy({ target: 'signedOutHere' }),
        }),
        onError: { target: 'signedOutHere' },
      },
    },
    signedOut: { type: 'final', output: (): SignOutOutput => ({ kind: 'signedOut' }) },
    signedOutHere: { type: 'final', output: (): SignOutOutput => ({ kind: 'signedOutHere' }) },
    stayed: { type: 'final', output: (): SignOutOutput => ({ kind: 'stayed' }) },
  },
});
