import { assign, fromPromise, setup } from 'xstate';
import { nextInquiry, type EarlierCall, type EarlierCallInput } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { interruptedAt } from '../chart/chart.rules.ts';
import type {
  EmailVerificationCheckpoint,
  EmailVerificationContext,
  EmailVerificationEvent,
  EmailVerificationInput,
  EmailVerificationOutput,
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
    sendEmailVerificationCodeSelf: fromPromise<SendCodeOutcome, SendCodeInput>(
      notProvided('sendEmailVerificationCodeSelf'),
    ),
    verifyEmailSelf: fromPromise<VerifyCodeOutcome, VerifyCodeInput>(notProvided('verifyEmailSelf')),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<EmailVerificationCheckpoint['step']>,
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
    ...problemActions<EmailVerificationContext, EmailVerificationEvent>(),
  },
  delays: {
    nextInquiry,
  },
});
