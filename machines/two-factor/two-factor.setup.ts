import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemOf, problemOfError } from '../chart/problem.ts';
import { interruptedAt } from './two-factor.rules.ts';
import type {
  DisableTwoFactorInput,
  DisableTwoFactorOutcome,
  EnableTwoFactorInput,
  EnableTwoFactorOutcome,
  GetRequestOutcomeInput,
  GetRequestOutcomeOutcome,
  GetTwoFactorInfoOutcome,
  SendTwoFactorCodeInput,
  SendTwoFactorCodeOutcome,
  TwoFactorCheckpoint,
  TwoFactorContext,
  TwoFactorEvent,
  TwoFactorInput,
  TwoFactorOutput,
} from './two-factor.types.ts';

/** What the parts of the two-factor chart share: its types, ports, guards, actions and delays. */
export const twoFactorSetup = setup({
  types: {
    context: {} as TwoFactorContext,
    events: {} as TwoFactorEvent,
    input: {} as TwoFactorInput,
    output: {} as TwoFactorOutput,
    meta: {} as StepMeta<
      | 'two-factor-loading'
      | 'two-factor-unavailable'
      | 'two-factor-unverified'
      | 'two-factor-app'
      | 'two-factor-key'
      | 'two-factor-code'
      | 'two-factor-unknown'
      | 'two-factor-recovery'
      | 'two-factor-codes-lost'
      | 'two-factor-state'
      | 'two-factor-unbind'
    >,
    tags: {} as StepTag,
  },
  actors: {
    getTwoFactorInfo: fromPromise<GetTwoFactorInfoOutcome>(notProvided('getTwoFactorInfo')),
    sendTwoFactorCode: fromPromise<SendTwoFactorCodeOutcome, SendTwoFactorCodeInput>(notProvided('sendTwoFactorCode')),
    enableTwoFactor: fromPromise<EnableTwoFactorOutcome, EnableTwoFactorInput>(notProvided('enableTwoFactor')),
    disableTwoFactor: fromPromise<DisableTwoFactorOutcome, DisableTwoFactorInput>(notProvided('disableTwoFactor')),
    getRequestOutcome: fromPromise<GetRequestOutcomeOutcome, GetRequestOutcomeInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: ({ context }, params: { step: TwoFactorCheckpoint['step'] }) => interruptedAt(context, params.step),
    methodIsNot: ({ context }, params: { method: TwoFactorContext['method'] }) => context.method !== params.method,
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: TwoFactorCheckpoint) => {},
    forgetCheckpoint: () => {},
    forgetResume: assign({ resume: null }),
    keepSent: assign(({ event }) => {
      const { key, terms } = outcomeOf<Extract<SendTwoFactorCodeOutcome, { kind: 'sent' }>>(event);
      return { key, terms, problem: null };
    }),
    forgetCode: assign({ terms: null }),
    useMethod: assign({ method: (_, params: { method: TwoFactorContext['method'] }) => params.method, problem: null }),
    keepProblem: assign({ problem: ({ event }) => problemOf(event) }),
    keepError: assign({ problem: ({ event }) => problemOfError(event) }),
    forgetProblem: assign({ problem: null }),
  },
  delays: {
    /** How long the screen says that the outcome is unknown before the server is asked again by itself. */
    nextInquiry: 5_000,
  },
});

/** The entry action that stores where the flow stands. */
export function checkpoint(step: TwoFactorCheckpoint['step']) {
  return {
    type: 'saveCheckpoint',
    params: ({ context }: { context: TwoFactorContext }): TwoFactorCheckpoint => ({ version: 1, step, key: context.key }),
  } as const;
}

/** What the form of unbinding carried; entering a call state by anything else is a mistake in the chart. */
export function submitted(event: TwoFactorEvent): { password: string; code: string } {
  if (event.type !== 'SUBMIT_FORM') throw new Error(`The call was entered by ${event.type}.`);
  return { password: event.password, code: event.code };
}

/** The same of the form of binding. */
export function submittedCodes(event: TwoFactorEvent): { password: string; emailCode: string; code: string } {
  if (event.type !== 'SUBMIT_CODES') throw new Error(`The call was entered by ${event.type}.`);
  return { password: event.password, emailCode: event.emailCode, code: event.code };
}
