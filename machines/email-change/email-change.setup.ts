import { assign, fromPromise, setup } from 'xstate';
import { nextInquiry, type EarlierCall, type EarlierCallInput } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { interruptedAt } from '../chart/chart.rules.ts';
import type {
  ChangeEmailInput,
  ChangeEmailOutcome,
  EmailChangeCheckpoint,
  EmailChangeContext,
  EmailChangeEvent,
  EmailChangeInput,
  EmailChangeOutput,
  GetTwoFactorInfoOutcome,
  SendCodeInput,
  SendCodeOutcome,
  SendLinkInput,
  SendLinkOutcome,
} from './email-change.types.ts';

type CodeSent = Extract<SendCodeOutcome, { kind: 'sent' }>;
type WithKey = Extract<SendLinkOutcome | SendCodeOutcome, { key: string }>;

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
    sendChangeEmailVerificationCode: fromPromise<SendCodeOutcome, SendCodeInput>(
      notProvided('sendChangeEmailVerificationCode'),
    ),
    changeEmail: fromPromise<ChangeEmailOutcome, ChangeEmailInput>(notProvided('changeEmail')),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<EmailChangeCheckpoint['step']>,
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
    ...problemActions<EmailChangeContext, EmailChangeEvent>(),
  },
  delays: {
    nextInquiry,
  },
});
