import { assign, fromPromise, setup } from 'xstate';
import type { CodeTerms } from '../chart/code-terms.ts';
import { nextInquiry, type EarlierCall } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { interruptedAt } from '../chart/chart.rules.ts';
import type {
  Account,
  EarlierResetInput,
  ForgetPasswordInput,
  ForgetPasswordOutcome,
  PasswordRecoveryCheckpoint,
  PasswordRecoveryContext,
  PasswordRecoveryEvent,
  PasswordRecoveryInput,
  PasswordRecoveryOutput,
  ResetPasswordInput,
  ResetPasswordOutcome,
  SendResetPasswordCodeInput,
  SendResetPasswordCodeOutcome,
  StillFrozen,
  ValidateEmailAndUserNameInput,
  ValidateEmailAndUserNameOutcome,
} from './password-recovery.types.ts';

/** What the parts of the chart share: its types, ports, guards, actions and delays. */
export const passwordRecoverySetup = setup({
  types: {
    context: {} as PasswordRecoveryContext,
    events: {} as PasswordRecoveryEvent,
    input: {} as PasswordRecoveryInput,
    output: {} as PasswordRecoveryOutput,
    meta: {} as StepMeta<
      | 'password-recovery-account'
      | 'password-recovery-code'
      | 'password-recovery-password'
      | 'password-recovery-unknown'
      | 'password-recovery-done'
    >,
    tags: {} as StepTag,
  },
  actors: {
    forgetPassword: fromPromise<ForgetPasswordOutcome, ForgetPasswordInput>(notProvided('forgetPassword')),
    sendResetPasswordCodeByEmail: fromPromise<SendResetPasswordCodeOutcome, SendResetPasswordCodeInput>(
      notProvided('sendResetPasswordCodeByEmail'),
    ),
    validateEmailAndUserName: fromPromise<ValidateEmailAndUserNameOutcome, ValidateEmailAndUserNameInput>(
      notProvided('validateEmailAndUserName'),
    ),
    resetPassword: fromPromise<ResetPasswordOutcome, ResetPasswordInput>(notProvided('resetPassword')),
    getRequestOutcome: fromPromise<EarlierCall, EarlierResetInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<PasswordRecoveryCheckpoint['step']>,
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: PasswordRecoveryCheckpoint) => {},
    forgetCheckpoint: () => {},
    forgetResume: assign({ resume: null }),
    keepAccount: assign({ account: (_, params: { account: Account }) => params.account }),
    forgetAccount: assign({ account: null, terms: null, grant: null, problem: null }),
    keepSent: assign(({ event }) => {
      const { key, terms } = outcomeOf<{ kind: 'sent'; key: string; terms: CodeTerms }>(event);
      return { key, terms, problem: null };
    }),
    keepGrant: assign(({ event }) => {
      const { key, grant } = outcomeOf<{ kind: 'verified'; key: string; grant: number }>(event);
      return { key, grant, terms: null, problem: null };
    }),
    keepFrozen: assign({ frozen: ({ event }) => outcomeOf<{ kind: 'set'; frozen: StillFrozen }>(event).frozen }),
    forgetCode: assign({ terms: null }),
    forgetGrant: assign({ grant: null, problem: null }),
    renewKey: assign({ key: ({ event }) => outcomeOf<{ kind: 'keyUsed'; key: string }>(event).key }),
    ...problemActions<PasswordRecoveryContext, PasswordRecoveryEvent>(),
  },
  delays: {
    nextInquiry,
  },
});

/** The entry action that stores the current step. */
export function checkpoint(step: PasswordRecoveryCheckpoint['step']) {
  return {
    type: 'saveCheckpoint',
    params: ({
      context: { key, account, terms },
    }: {
      context: PasswordRecoveryContext;
    }): PasswordRecoveryCheckpoint => ({ version: 1, step, key, account, terms }),
  } as const;
}

/** The account of the recovery. Throws if there is none, which is a bug in the chart. */
export function accountOf({ account }: PasswordRecoveryContext): Account {
  if (account === null) throw new Error('No account was entered.');
  return account;
}

/** What was typed into the form that led here; entering a call state by any other event is a bug in the chart. */
export function typed<TType extends 'SUBMIT_CODE' | 'SUBMIT_PASSWORD'>(
  event: PasswordRecoveryEvent,
  type: TType,
): Extract<PasswordRecoveryEvent, { type: TType }> {
  if (event.type !== type) throw new Error(`The call was entered by ${event.type}.`);
  return event as Extract<PasswordRecoveryEvent, { type: TType }>;
}
