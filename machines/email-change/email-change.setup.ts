import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemOf, problemOfError } from '../chart/problem.ts';
import { interruptedAt } from './email-change.rules.ts';
import type {
  ChangeEmailInput,
  ChangeEmailOutcome,
  EmailChangeCheckpoint,
  EmailChangeContext,
  EmailChangeEvent,
  EmailChangeInput,
  EmailChangeOutput,
  GetRequestOutcomeInput,
  GetRequestOutcomeOutcome,
  GetTwoFactorInfoOutcome,
  SendCodeInput,
  SendCodeOutcome,
  SendLinkInput,
  SendLinkOutcome,
} from './email-change.types.ts';

type CodeSent = Extract<SendCodeOutcome, { kind: 'sent' }>;
type WithKey = Extract<SendLinkOutcome | SendCodeOutcome, { key: string }>;

/** Why a mail that may or may not have been sent is not asked for: the key stays until it is known that it was. */
export const sameKeyAgain = 'Pressing again repeats the call under its key: the server answers what it answered, and mails nothing twice.';

/** What the parts of the chart share: its types, ports, guards, actions and delays. */
export const emailChangeSetup = setup({
  types: {
    context: {} as EmailChangeContext,
    events: {} as EmailChangeEvent,
    input: {} as EmailChangeInput,
    output: {} as EmailChangeOutput,
    meta: {} as StepMeta<
      | 'email-change-loading'
      | 'email-change-unavailable'
      | 'email-change'
      | 'email-change-sent'
      | 'email-change-address'
      | 'email-change-invalid'
      | 'email-change-code'
      | 'email-change-unknown'
    >,
    tags: {} as StepTag,
  },
  actors: {
    getTwoFactorInfo: fromPromise<GetTwoFactorInfoOutcome>(notProvided('getTwoFactorInfo')),
    sendChangeEmailUrl: fromPromise<SendLinkOutcome, SendLinkInput>(notProvided('sendChangeEmailUrl')),
    sendChangeEmailVerificationCode: fromPromise<SendCodeOutcome, SendCodeInput>(notProvided('sendChangeEmailVerificationCode')),
    changeEmail: fromPromise<ChangeEmailOutcome, ChangeEmailInput>(notProvided('changeEmail')),
    getRequestOutcome: fromPromise<GetRequestOutcomeOutcome, GetRequestOutcomeInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: ({ context }, params: { step: EmailChangeCheckpoint['step'] }) => interruptedAt(context, params.step),
    isBound: ({ context }) => context.bound,
    isNotBound: ({ context }) => !context.bound,
    openedByLink: ({ context }) => context.link,
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: EmailChangeCheckpoint) => {},
    forgetCheckpoint: () => {},
    forgetBeginning: assign({ resume: null, link: false }),
    keepBound: assign({ bound: (_, params: { bound: boolean }) => params.bound }),
    keepEmail: assign({ email: (_, params: { email: string }) => params.email }),
    forgetEmail: assign({ email: '', terms: null }),
    keepSent: assign(({ event }) => {
      const { key, terms } = outcomeOf<CodeSent>(event);
      return { key, terms, problem: null };
    }),
    renewKey: assign({ key: ({ event }) => outcomeOf<WithKey>(event).key }),
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
