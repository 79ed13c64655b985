import type { EarlierCall } from '../chart/earlier-call.ts';
import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { begin } from './email-verification.rules.ts';
import { emailVerificationSetup } from './email-verification.setup.ts';
import type { EmailVerificationOutput, SendCodeOutcome, VerifyCodeOutcome } from './email-verification.types.ts';

/** Why a mail that may or may not have been sent is not asked for: the key stays until it is known that it was. */
const sameKeyAgain =
  'Pressing again repeats the call under its key: the server answers what it answered, and mails nothing twice.';

const offer = {
  route: '/Account?step=verify',
  screen: 'email-verification',
  title: 'email-verification:title',
} as const;
const code = {
  route: '/Account?step=verify-code',
  screen: 'email-verification-code',
  title: 'email-verification:code.title',
} as const;
const unknown = {
  route: '/Account?step=verify-code',
  screen: 'email-verification-unknown',
  title: 'requests:unknown.title',
  onReload: 'reconcile',
} as const;

/**
 * The member's own address is verified (F-08): a code is mailed to it and typed here.
 *
 * A lost answer of the verification itself never leads back to the form: the server is asked by the key what became of
 * it.
 */
export const emailVerificationMachine = emailVerificationSetup.createMachine({
  id: 'email-verification',
  context: ({ input }) => begin(input),
  initial: 'choosingStep',
  output: ({ event }) => outcomeOf<EmailVerificationOutput>(event),
  states: {
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'verifyingCode' } }, target: 'reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'enteringCode' } }, target: 'enteringCode' },
        { target: 'offering' },
      ],
      exit: 'forgetResume',
    },
    offering: {
      meta: { ...offer, onReload: 'resume', requirements: ['F-08', 'P-1', 'P-4'] },
      entry: 'forgetCheckpoint',
      on: { SEND_CODE: 'sendingCode', CANCEL: 'cancelled' },
      initial: 'blank',
      states: {
        blank: {},
        running: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    sendingCode: {
      tags: 'waiting',
      meta: {
        ...offer,
        api: ['sendEmailVerificationCodeSelf'],
        onReload: 'restart',
        lostAnswer: sameKeyAgain,
        requirements: ['F-08', 'P-3', 'D-16', 'SRC §7'],
      },
      invoke: {
        id: 'sendEmailVerificationCodeSelf',
        src: 'sendEmailVerificationCodeSelf',
        input: ({ context }) => ({ key: context.key }),
        onDone: onOutcome<SendCodeOutcome>()({
          sent: { target: 'enteringCode', actions: 'keepSent' },
          alreadyVerified: { target: 'alreadyVerified' },
          // The code of a moment ago is as good as a new one.
          tooSoon: { target: 'enteringCode.tooSoon', actions: 'keepProblem' },
          running: { target: 'offering.running', actions: 'keepProblem' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('offering.problem'),
        }),
        onError: { target: 'offering.problem', actions: 'keepError' },
      },
    },
    enteringCode: {
      tags: 'form',
      meta: { ...code, onReload: 'resume', requirements: ['F-08', 'P-1', 'P-2', 'P-4', 'SRC §5'] },
      entry: {
        type: 'saveCheckpoint',
        params: ({ context }) => ({ version: 1, step: 'enteringCode', key: context.key, terms: context.terms }),
      },
      on: { SUBMIT_CODE: 'verifyingCode', RESEND_CODE: 'resendingCode', BACK: 'offering' },
      initial: 'blank',
      states: {
        blank: {},
        wrongCode: { tags: 'error' },
        codeOver: { tags: 'error' },
        notDone: { tags: 'error' },
        tooSoon: { tags: 'error' },
        running: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    resendingCode: {
      tags: 'waiting',
      meta: {
        ...code,
        api: ['sendEmailVerificationCodeSelf'],
        onReload: 'resume',
        lostAnswer: sameKeyAgain,
        requirements: ['F-08', 'P-3', 'D-16', 'SRC §7'],
      },
      invoke: {
        id: 'sendEmailVerificationCodeSelf',
        src: 'sendEmailVerificationCodeSelf',
        input: ({ context }) => ({ key: context.key }),
        onDone: onOutcome<SendCodeOutcome>()({
          sent: { target: 'enteringCode', actions: 'keepSent' },
          alreadyVerified: { target: 'alreadyVerified' },
          tooSoon: { target: 'enteringCode.tooSoon', actions: 'keepProblem' },
          running: { target: 'enteringCode.running', actions: 'keepProblem' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('enteringCode.problem'),
        }),
        onError: { target: 'enteringCode.problem', actions: 'keepError' },
      },
    },
    verifyingCode: {
      tags: 'waiting',
      meta: { ...code, api: ['verifyEmailSelf'], onReload: 'reconcile', requirements: ['F-08', 'P-3', 'SRC §7'] },
      entry: {
        type: 'saveCheckpoint',
        params: ({ context }) => ({ version: 1, step: 'verifyingCode', key: context.key }),
      },
      invoke: {
        id: 'verifyEmailSelf',
        src: 'verifyEmailSelf',
        input: ({ context, event }) => ({ key: context.key, code: (event as { code: string }).code }),
        onDone: onOutcome<VerifyCodeOutcome>()({
          verified: { target: 'verified' },
          wrongCode: { target: 'enteringCode.wrongCode', actions: 'keepProblem' },
          codeOver: { target: 'enteringCode.codeOver', actions: ['forgetCode', 'keepProblem'] },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('enteringCode.problem'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    outcomeUnknown: {
      tags: 'error',
      meta: { ...unknown, requirements: ['F-08', 'P-3', 'P-4'] },
      after: { nextInquiry: 'reconciling' },
      on: { RETRY: 'reconciling' },
    },
    reconciling: {
      tags: 'waiting',
      meta: { ...unknown, api: ['getRequestOutcome'], requirements: ['F-08', 'P-3'] },
      invoke: {
        id: 'getRequestOutcome',
        src: 'getRequestOutcome',
        input: ({ context }) => ({ key: context.key }),
        onDone: onOutcome<EarlierCall>()({
          done: { target: 'verified' },
          notDone: { target: 'enteringCode.notDone', actions: 'forgetProblem' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('outcomeUnknown'),
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    verified: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: (): EmailVerificationOutput => ({ kind: 'verified' }),
    },
    alreadyVerified: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: (): EmailVerificationOutput => ({ kind: 'alreadyVerified' }),
    },
    cancelled: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: (): EmailVerificationOutput => ({ kind: 'cancelled' }),
    },
    sessionEnded: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: (): EmailVerificationOutput => ({ kind: 'sessionEnded' }),
    },
  },
});
