import { sameKeyAgain, unknownOutcome, type EarlierCall } from '../chart/earlier-call.ts';
import { endsAs } from '../chart/ends.ts';
import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { begin } from './email-verification.rules.ts';
import { emailVerificationSetup } from './email-verification.setup.ts';
import type {
  EmailVerificationContext,
  EmailVerificationOutput,
  SendCodeOutcome,
  VerifyCodeOutcome,
} from './email-verification.types.ts';

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

/** Mails a code: started from the offer, or from the code's form, which shows the reason if it is refused. */
const sendingFrom = <const TForm extends string>(form: TForm) =>
  ({
    id: 'sendEmailVerificationCodeSelf',
    src: 'sendEmailVerificationCodeSelf',
    input: ({ context }: { readonly context: EmailVerificationContext }) => ({ key: context.key }),
    onDone: onOutcome<SendCodeOutcome>()({
      sent: { target: 'enteringCode', actions: 'keepSent' },
      alreadyVerified: { target: 'alreadyVerified' },
      // The code sent a moment ago is as good as a new one.
      tooSoon: { target: 'enteringCode.tooSoon', actions: 'keepProblem' },
      running: { target: `${form}.running`, actions: 'keepProblem' },
      sessionEnded: { target: 'sessionEnded' },
      ...failuresTo(`${form}.problem`),
    }),
    onError: { target: `${form}.problem`, actions: 'keepError' },
  }) as const;

/**
 * Verifies the member's own address (F-08): a code is mailed to it and typed here.
 *
 * A lost response to the verification itself never leads back to the form: the server is asked for the outcome by key.
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
      invoke: sendingFrom('offering'),
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
      invoke: sendingFrom('enteringCode'),
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
    ...unknownOutcome<EarlierCall>()(
      { route: '/Account?step=verify-code', screen: 'email-verification-unknown', requirements: ['F-08'] },
      {
        done: { target: 'verified' },
        notDone: { target: 'enteringCode.notDone', actions: 'forgetProblem' },
        sessionEnded: { target: 'sessionEnded' },
      },
    ),
    verified: endsAs<EmailVerificationOutput>('verified'),
    alreadyVerified: endsAs<EmailVerificationOutput>('alreadyVerified'),
    cancelled: endsAs<EmailVerificationOutput>('cancelled'),
    sessionEnded: endsAs<EmailVerificationOutput>('sessionEnded'),
  },
});
