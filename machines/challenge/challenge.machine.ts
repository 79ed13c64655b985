import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { failuresTo, notProvided, onOutcome, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemOf, problemOfError } from '../chart/problem.ts';
import { canSwitchTo, expiredProblem, firstMethod } from './challenge.rules.ts';
import type {
  ChallengeContext,
  ChallengeEvent,
  ChallengeInput,
  ChallengeOutput,
  VerifyTwoFactorInput,
  VerifyTwoFactorOutcome,
} from './challenge.types.ts';

/** The second-factor step (F-02): asks for a code until it is right, the member goes back, or the attempt is over. */
export const challengeMachine = setup({
  types: {
    context: {} as ChallengeContext,
    events: {} as ChallengeEvent,
    input: {} as ChallengeInput,
    output: {} as ChallengeOutput,
    meta: {} as StepMeta<'challenge-code'>,
    tags: {} as StepTag,
  },
  actors: {
    verifyTwoFactor: fromPromise<VerifyTwoFactorOutcome, VerifyTwoFactorInput>(notProvided('verifyTwoFactor')),
  },
  guards: {
    outcomeIs,
    canUseRecoveryCode: ({ context }) => canSwitchTo(context, 'recoveryCode'),
    canUseAppCode: ({ context }) => canSwitchTo(context, 'totp'),
  },
  actions: {
    useRecoveryCode: assign({ method: 'recoveryCode', problem: null }),
    useAppCode: assign({ method: 'totp', problem: null }),
    keepProblem: assign(({ context, event }) => {
      const problem = problemOf(event);
      return { problem, triesLeft: problem?.triesLeft ?? context.triesLeft };
    }),
    keepError: assign({ problem: ({ event }) => problemOfError(event) }),
    keepExpiry: assign({ problem: expiredProblem }),
  },
  delays: {
    /** The server forgets the attempt five minutes after the password was right (S-07). */
    challengeLifetime: ({ context }) => context.lifetime,
  },
}).createMachine({
  id: 'challenge',
  context: ({ input }) => ({ ...input, method: firstMethod(input.methods), problem: null }),
  initial: 'enteringCode',
  output: ({ event }) => outcomeOf<ChallengeOutput>(event),
  states: {
    enteringCode: {
      tags: 'form',
      meta: {
        route: '/Signin?step=code',
        screen: 'challenge-code',
        title: 'challenge:title',
        onReload: 'resume',
        requirements: ['F-02', 'P-1', 'P-4', 'SRC §2', 'SRC §5'],
      },
      after: { challengeLifetime: { target: 'over', actions: 'keepExpiry' } },
      on: {
        SUBMIT_CODE: 'verifyingCode',
        USE_RECOVERY_CODE: { guard: 'canUseRecoveryCode', target: '.blank', actions: 'useRecoveryCode' },
        USE_APP_CODE: { guard: 'canUseAppCode', target: '.blank', actions: 'useAppCode' },
        BACK: 'abandoned',
      },
      initial: 'blank',
      states: {
        blank: {},
        wrongCode: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    verifyingCode: {
      tags: 'waiting',
      meta: {
        route: '/Signin?step=code',
        screen: 'challenge-code',
        title: 'challenge:title',
        api: ['verifyTwoFactor'],
        onReload: 'resume',
        lostAnswer: 'A code works once: sending one again either finds the session that was opened or is refused.',
        requirements: ['F-02', 'P-3', 'SRC §7'],
      },
      invoke: {
        id: 'verifyTwoFactor',
        src: 'verifyTwoFactor',
        input: ({ context, event }) => ({ method: context.method, code: (event as { code: string }).code }),
        onDone: onOutcome<VerifyTwoFactorOutcome>()({
          passed: { target: 'passed' },
          wrongCode: { target: 'enteringCode.wrongCode', actions: 'keepProblem' },
          over: { target: 'over', actions: 'keepProblem' },
          ...failuresTo('enteringCode.problem'),
        }),
        onError: { target: 'enteringCode.problem', actions: 'keepError' },
      },
    },
    passed: { type: 'final', output: (): ChallengeOutput => ({ kind: 'passed' }) },
    abandoned: { type: 'final', output: (): ChallengeOutput => ({ kind: 'abandoned' }) },
    over: {
      type: 'final',
      output: ({ context }): ChallengeOutput => ({ kind: 'over', problem: context.problem ?? expiredProblem }),
    },
  },
});
