import { assign, fromPromise, setup } from 'xstate';
import { challengeMachine } from '../challenge/challenge.machine.ts';
import type { ChallengeInput, ChallengeOutput } from '../challenge/challenge.types.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { failuresTo, notProvided, onOutcome, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemOf, problemOfError } from '../chart/problem.ts';
import { interruptedAtSecondFactor } from './sign-in.rules.ts';
import type {
  CreateTokenInput,
  CreateTokenOutcome,
  PendingChallenge,
  SignInCheckpoint,
  SignInContext,
  SignInEvent,
  SignInInput,
  SignInOutput,
} from './sign-in.types.ts';

/**
 * Signing in (F-02): username and password, then the second factor if the account has one.
 *
 * A lost response leads back to the form, unlike with money: the server replaces the session made under the same key,
 * so pressing again has one effect, and the password is not kept anywhere to be sent again.
 */
export const signInMachine = setup({
  types: {
    context: {} as SignInContext,
    events: {} as SignInEvent,
    input: {} as SignInInput,
    output: {} as SignInOutput,
    meta: {} as StepMeta<'sign-in' | 'challenge-code'>,
    tags: {} as StepTag,
    children: {} as { createToken: 'createToken'; challenge: 'challenge' },
  },
  actors: {
    createToken: fromPromise<CreateTokenOutcome, CreateTokenInput>(notProvided('createToken')),
    challenge: challengeMachine,
  },
  guards: {
    outcomeIs,
    interruptedAtSecondFactor: ({ context }) => interruptedAtSecondFactor(context),
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: SignInCheckpoint) => {},
    forgetCheckpoint: () => {},
    keepChallenge: assign({
      challenge: ({ event }) => outcomeOf<{ kind: 'secondFactor'; challenge: PendingChallenge }>(event).challenge,
      problem: null,
    }),
    resumeChallenge: assign({ challenge: ({ context }) => context.resume?.challenge ?? null, resume: null }),
    dropChallenge: assign({ challenge: null, problem: null }),
    keepProblem: assign({ challenge: null, problem: ({ event }) => problemOf(event) }),
    keepError: assign({ problem: ({ event }) => problemOfError(event) }),
  },
}).createMachine({
  id: 'sign-in',
  context: ({ input }) => ({ resume: input.resume, challenge: null, problem: null }),
  initial: 'choosingStep',
  output: { kind: 'signedIn' },
  states: {
    choosingStep: {
      always: [
        { guard: 'interruptedAtSecondFactor', target: 'answeringChallenge', actions: 'resumeChallenge' },
        { target: 'enteringCredentials' },
      ],
    },
    enteringCredentials: {
      tags: 'form',
      meta: {
        route: '/Signin',
        screen: 'sign-in',
        title: 'sign-in:title',
        onReload: 'resume',
        requirements: ['F-02', 'P-1', 'P-4', 'D-15', 'SRC §2', 'SRC §8'],
      },
      entry: 'forgetCheckpoint',
      on: { SUBMIT_FORM: 'creatingToken' },
      initial: 'blank',
      states: {
        blank: {},
        invalidLogin: { tags: 'error' },
        challengeOver: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    creatingToken: {
      tags: 'waiting',
      meta: {
        route: '/Signin',
        screen: 'sign-in',
        title: 'sign-in:title',
        api: ['createToken'],
        onReload: 'restart',
        lostAnswer: 'Pressing again replaces the session that was made under the same key, so there is one effect.',
        requirements: ['F-02', 'P-3', 'SRC §7'],
      },
      invoke: {
        id: 'createToken',
        src: 'createToken',
        input: ({ event }) => event.credentials,
        onDone: onOutcome<CreateTokenOutcome>()({
          signedIn: { target: 'signedIn' },
          secondFactor: { target: 'answeringChallenge', actions: 'keepChallenge' },
          invalidLogin: { target: 'enteringCredentials.invalidLogin', actions: 'keepProblem' },
          ...failuresTo('enteringCredentials.problem'),
        }),
        onError: { target: 'enteringCredentials.problem', actions: 'keepError' },
      },
    },
    answeringChallenge: {
      meta: {
        route: '/Signin?step=code',
        screen: 'challenge-code',
        title: 'challenge:title',
        api: ['verifyTwoFactor'],
        onReload: 'resume',
        requirements: ['F-02', 'P-1', 'SRC §2'],
      },
      entry: {
        type: 'saveCheckpoint',
        params: ({ context }) => ({ version: 1, step: 'secondFactor', challenge: pending(context) }),
      },
      invoke: {
        id: 'challenge',
        src: 'challenge',
        input: ({ context }): ChallengeInput => pending(context),
        onDone: onOutcome<ChallengeOutput>()({
          passed: { target: 'signedIn' },
          abandoned: { target: 'enteringCredentials.blank', actions: 'dropChallenge' },
          over: { target: 'enteringCredentials.challengeOver', actions: 'keepProblem' },
        }),
      },
    },
    signedIn: { type: 'final', entry: 'forgetCheckpoint' },
  },
});

/** The challenge of the attempt. Throws if there is none, which is a bug in the chart. */
function pending(context: SignInContext): PendingChallenge {
  if (context.challenge === null) throw new Error('The second step was entered without a challenge.');
  return context.challenge;
}
