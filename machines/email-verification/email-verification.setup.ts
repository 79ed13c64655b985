import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemOf, problemOfError } from '../chart/problem.ts';
import { interruptedAt } from './email-verification.rules.ts';
import type {
  EmailVerificationCheckpoint,
  EmailVerificationContext,
  EmailVerificationEvent,
  EmailVerificationInput,
  EmailVerificationOutput,
  GetRequestOutcomeInput,
  GetRequestOutcomeOutcome,
  SendCodeInput,
  SendCodeOutcome,
  VerifyCodeInput,
  VerifyCodeOutcome,
} from './email-verification.types.ts';

type Sent = Extract<SendCodeOutcome, { kind: 'sent' }>;

/** What the parts of the chart share: its types, ports, guards, actions and delays. */
export const emailVerificationSetup = setup({
  types: {
    context: {} as EmailVerificationContext,
    events: {} as EmailVerificationEvent,
    input: {} as EmailVerificationInput,
    output: {} as EmailVerificationOutput,
    meta: {} as StepMeta<'email-verification' | 'email-verification-code' | 'email-verification-unknown'>,
    tags: {} as StepTag,
  },
  actors: {
    sendEmailVerificationCodeSelf: fromPromise<SendCodeOutcome, SendCodeInput>(notProvided('sendEmailVerificationCodeSelf')),
    verifyEmailSelf: fromPromise<VerifyCodeOutcome, VerifyCodeInput>(notProvided('verifyEmailSelf')),
    getRequestOutcome: fromPromise<GetRequestOutcomeOutcome, GetRequestOutcomeInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: ({ context }, params: { step: EmailVerificationCheckpoint['step'] }) => interruptedAt(context, params.step),
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: EmailVerificationCheckpoint) => {},
    forgetCheckpoint: () => {},
    forgetResume: assign({ resume: null }),
    keepSent: assign(({ event }) => {
      const { key, terms } = outcomeOf<Sent>(event);
      return { key, terms, problem: null };
    }),
    forgetCode: assign({ terms: null }),
    keepProblem: assign({ problem: ({ event }) => problemOf(event) }),
    keepError: assign({ problem: ({ event }) => problemOfError(event) }),
    forgetProblem: assign({ problem: null }),
  },
  delays: {
    /** How long the screen says that the outcome is unknown before the server is asked again by itself. */
    nextInquiry: 5_000,
  },
});
