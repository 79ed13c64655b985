import { assign, fromPromise, setup } from 'xstate';
import { nextInquiry, type EarlierCallInput } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { failuresTo, notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { interruptedAt } from '../chart/chart.rules.ts';
import type {
  DisableTwoFactorInput,
  DisableTwoFactorOutcome,
  EarlierBinding,
  EnableTwoFactorInput,
  EnableTwoFactorOutcome,
  GetTwoFactorInfoOutcome,
  RenewRecoveryCodesInput,
  RenewRecoveryCodesOutcome,
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
      | 'two-factor-renew'
      | 'two-factor-new-codes'
      | 'two-factor-new-codes-lost'
    >,
    tags: {} as StepTag,
  },
  actors: {
    getTwoFactorInfo: fromPromise<GetTwoFactorInfoOutcome>(notProvided('getTwoFactorInfo')),
    sendTwoFactorCode: fromPromise<SendTwoFactorCodeOutcome, SendTwoFactorCodeInput>(notProvided('sendTwoFactorCode')),
    enableTwoFactor: fromPromise<EnableTwoFactorOutcome, EnableTwoFactorInput>(notProvided('enableTwoFactor')),
    disableTwoFactor: fromPromise<DisableTwoFactorOutcome, DisableTwoFactorInput>(notProvided('disableTwoFactor')),
    renewRecoveryCodes: fromPromise<RenewRecoveryCodesOutcome, RenewRecoveryCodesInput>(
      notProvided('renewRecoveryCodes'),
    ),
    getRequestOutcome: fromPromise<EarlierBinding, EarlierCallInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<TwoFactorCheckpoint['step']>,
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
    keepOn: assign({ isOn: true, problem: null }),
    keepOff: assign({ isOn: false, problem: null }),
    forgetCode: assign({ terms: null }),
    useMethod: assign({ method: (_, params: { method: TwoFactorContext['method'] }) => params.method, problem: null }),
    ...problemActions<TwoFactorContext, TwoFactorEvent>(),
  },
  delays: {
    nextInquiry,
  },
});

/** The entry action that stores the current step. */
export function checkpoint(step: TwoFactorCheckpoint['step']) {
  return {
    type: 'saveCheckpoint',
    params: ({ context }: { context: TwoFactorContext }): TwoFactorCheckpoint => ({
      version: 1,
      step,
      key: context.key,
    }),
  } as const;
}

/** What leads from the form of password and code to itself, for the other kind of code. */
export const otherMethods = {
  USE_RECOVERY_CODE: {
    guard: { type: 'methodIsNot', params: { method: 'recoveryCode' } },
    target: '.blank',
    actions: { type: 'useMethod', params: { method: 'recoveryCode' } },
  },
  USE_APP_CODE: {
    guard: { type: 'methodIsNot', params: { method: 'totp' } },
    target: '.blank',
    actions: { type: 'useMethod', params: { method: 'totp' } },
  },
} as const;

/** What the form of password and code may show. */
export const proofStates = {
  initial: 'blank',
  states: {
    blank: {},
    wrongPassword: { tags: 'error' },
    wrongCode: { tags: 'error' },
    notDone: { tags: 'error' },
    problem: { tags: 'error' },
  },
} as const;

/** Where the answers lead that calls with password and code have in common; none of them was carried out. */
export const proofAnswers = {
  wrongPassword: { target: 'enteringProof.wrongPassword', actions: 'keepProblem' },
  wrongCode: { target: 'enteringProof.wrongCode', actions: 'keepProblem' },
  alreadyDone: { target: '#two-factor.loadingInfo' },
  running: { target: 'outcomeUnknown' },
  sessionEnded: { target: '#two-factor.sessionEnded' },
  ...failuresTo('enteringProof.problem'),
  failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
} as const;

/** What the form of password and code carried; entering a call state by any other event is a bug in the chart. */
export function submitted(event: TwoFactorEvent): { password: string; code: string } {
  if (event.type !== 'SUBMIT_FORM') throw new Error(`The call was entered by ${event.type}.`);
  return { password: event.password, code: event.code };
}

/** The same for the form for binding. */
export function submittedCodes(event: TwoFactorEvent): { password: string; emailCode: string; code: string } {
  if (event.type !== 'SUBMIT_CODES') throw new Error(`The call was entered by ${event.type}.`);
  return { password: event.password, emailCode: event.emailCode, code: event.code };
}
