import { outcomeOf } from '../chart/outcomes.ts';
import { keyOfRun } from '../chart/chart.rules.ts';
import {
  checkingEmail,
  emailTaken,
  emailUnchecked,
  enteringCode,
  enteringEmail,
  resendingCode,
  sendingCode,
  verifyingCode,
} from './sign-up.email.ts';
import {
  enteringDetails,
  findingNextSeat,
  outcomeUnknown,
  reconciling,
  registering,
  reviewing,
} from './sign-up.registration.ts';
import { emptyDraft } from './sign-up.rules.ts';
import { checkingIntroducer, choosingSeat, enteringIntroducer, loadingSeat } from './sign-up.seat.ts';
import { signUpSetup, checkpoint } from './sign-up.setup.ts';
import type { SignUpOutput } from './sign-up.types.ts';

/**
 * Signing up into a seat (F-03): the introducer and the side, the seat before it is taken, the address and its code,
 * the member's details, all of it once more with password and terms, and the welcome.
 *
 * A lost response to the registration never leads back to the form: the server is asked for the outcome by key. If
 * somebody else was faster, nothing was done, and the next free place is shown.
 */
export const signUpMachine = signUpSetup.createMachine({
  id: 'sign-up',
  context: ({ input }) => ({
    key: keyOfRun(input),
    resume: input.resume,
    problem: null,
    draft: { ...emptyDraft, ...input.link },
    seat: null,
    member: null,
  }),
  initial: 'choosingStep',
  output: ({ event }) => outcomeOf<SignUpOutput>(event),
  states: {
    choosingStep: {
      always: [
        {
          guard: { type: 'interruptedAt', params: { step: 'introducer' } },
          target: 'enteringIntroducer',
          actions: 'takeUpResume',
        },
        { guard: { type: 'interruptedAt', params: { step: 'seat' } }, target: 'choosingSeat', actions: 'takeUpResume' },
        {
          guard: { type: 'interruptedAt', params: { step: 'email' } },
          target: 'enteringEmail',
          actions: 'takeUpResume',
        },
        { guard: { type: 'interruptedAt', params: { step: 'code' } }, target: 'enteringCode', actions: 'takeUpResume' },
        {
          guard: { type: 'interruptedAt', params: { step: 'verifying' } },
          target: 'checkingEmail',
          actions: 'takeUpResume',
        },
        { guard: { type: 'interruptedAt', params: { step: 'taken' } }, target: 'emailTaken', actions: 'takeUpResume' },
        {
          guard: { type: 'interruptedAt', params: { step: 'details' } },
          target: 'enteringDetails',
          actions: 'takeUpResume',
        },
        { guard: { type: 'interruptedAt', params: { step: 'review' } }, target: 'reviewing', actions: 'takeUpResume' },
        {
          guard: { type: 'interruptedAt', params: { step: 'registering' } },
          target: 'reconciling',
          actions: 'takeUpResume',
        },
        { guard: { type: 'interruptedAt', params: { step: 'done' } }, target: 'showingDone', actions: 'takeUpResume' },
        { target: 'enteringIntroducer' },
      ],
    },
    enteringIntroducer,
    checkingIntroducer,
    choosingSeat,
    loadingSeat,
    enteringEmail,
    sendingCode,
    enteringCode,
    resendingCode,
    verifyingCode,
    checkingEmail,
    emailUnchecked,
    emailTaken,
    enteringDetails,
    reviewing,
    registering,
    findingNextSeat,
    outcomeUnknown,
    reconciling,
    showingDone: {
      tags: 'terminal',
      meta: {
        route: '/DoneSignup',
        screen: 'sign-up-done',
        title: 'sign-up:done.title',
        onReload: 'resume',
        requirements: ['F-03', 'P-1', 'P-2', 'SRC §3'],
      },
      entry: checkpoint('done'),
      on: { SIGN_IN: 'signedUp' },
    },
    signedUp: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: ({ context }): SignUpOutput => ({ kind: 'signedUp', username: context.member?.username ?? '' }),
    },
  },
});
