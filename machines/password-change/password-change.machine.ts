import { assign, fromPromise, setup } from 'xstate';
import { unknownOutcome, nextInquiry, type EarlierCall, type EarlierCallInput } from '../chart/earlier-call.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { endsAs } from '../chart/ends.ts';
import { failuresTo, notProvided, onOutcome, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { keyOfRun } from '../chart/chart.rules.ts';
import type {
  ChangePasswordInput,
  ChangePasswordOutcome,
  GetTwoFactorInfoOutcome,
  PasswordChangeCheckpoint,
  PasswordChangeContext,
  PasswordChangeEvent,
  PasswordChangeInput,
  PasswordChangeOutput,
} from './password-change.types.ts';

const passwordChangeSetup = setup({
  types: {
    context: {} as PasswordChangeContext,
    events: {} as PasswordChangeEvent,
    input: {} as PasswordChangeInput,
    output: {} as PasswordChangeOutput,
    meta: {} as StepMeta<
      'password-change-loading' | 'password-change-unavailable' | 'password-change' | 'password-change-unknown'
    >,
    tags: {} as StepTag,
  },
  actors: {
    getTwoFactorInfo: fromPromise<GetTwoFactorInfoOutcome>(notProvided('getTwoFactorInfo')),
    changePassword: fromPromise<ChangePasswordOutcome, ChangePasswordInput>(notProvided('changePassword')),
    getRequestOutcome: fromPromise<EarlierCall, EarlierCallInput>(notProvided('getRequestOutcome')),
  },
  guards: {
    outcomeIs,
    callWasSent: ({ context }) => context.resume !== null,
    isBound: ({ context }) => context.bound,
    isNotBound: ({ context }) => !context.bound,
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: PasswordChangeCheckpoint) => {},
    forgetCheckpoint: () => {},
    forgetResume: assign({ resume: null }),
    askForCode: assign({ bound: true }),
    ...problemActions<PasswordChangeContext, PasswordChangeEvent>(),
  },
  delays: {
    nextInquiry,
  },
});

/** The one screen with the form; the call is made from it too. */
const form = { route: '/Account?step=password', screen: 'password-change', title: 'password-change:title' } as const;

/**
 * A member changes their own password (F-08): the current one and the new one on one form, and a code of the app if one
 * is bound (S-08). It ends all other sessions (D-17).
 *
 * A lost response never leads back to the form: the server is asked for the outcome by key.
 */
export const passwordChangeMachine = passwordChangeSetup.createMachine({
  id: 'password-change',
  context: ({ input }) => ({ key: keyOfRun(input), resume: input.resume, bound: false, problem: null }),
  initial: 'choosingStep',
  output: ({ event }) => outcomeOf<PasswordChangeOutput>(event),
  states: {
    choosingStep: {
      always: [{ guard: 'callWasSent', target: 'reconciling' }, { target: 'loadingInfo' }],
      exit: 'forgetResume',
    },
    loadingInfo: {
      tags: 'waiting',
      meta: {
        ...form,
        screen: 'password-change-loading',
        api: ['getTwoFactorInfo'],
        onReload: 'resume',
        requirements: ['F-08', 'P-1', 'SRC §7'],
      },
      invoke: {
        id: 'getTwoFactorInfo',
        src: 'getTwoFactorInfo',
        onDone: onOutcome<GetTwoFactorInfoOutcome>()({
          off: { target: 'enteringPasswords', actions: 'forgetProblem' },
          on: { target: 'enteringPasswords', actions: ['askForCode', 'forgetProblem'] },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('infoUnavailable'),
        }),
        onError: { target: 'infoUnavailable', actions: 'keepError' },
      },
    },
    infoUnavailable: {
      tags: 'error',
      meta: {
        ...form,
        screen: 'password-change-unavailable',
        onReload: 'restart',
        requirements: ['F-08', 'P-4', 'D-30'],
      },
      on: { RETRY: 'loadingInfo', CANCEL: 'cancelled' },
    },
    enteringPasswords: {
      tags: 'form',
      meta: { ...form, onReload: 'resume', requirements: ['F-08', 'P-1', 'P-4', 'SRC §5'] },
      entry: 'forgetCheckpoint',
      on: {
        SUBMIT_FORM: { guard: 'isNotBound', target: 'changingPassword' },
        SUBMIT_WITH_CODE: { guard: 'isBound', target: 'changingPassword' },
        CANCEL: 'cancelled',
      },
      initial: 'blank',
      states: {
        blank: {},
        wrongPassword: { tags: 'error' },
        newPasswordRefused: { tags: 'error' },
        wrongCode: { tags: 'error' },
        codeNeeded: { tags: 'error' },
        notDone: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    changingPassword: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['changePassword'],
        onReload: 'reconcile',
        requirements: ['F-08', 'P-3', 'D-17', 'SRC §7'],
      },
      entry: {
        type: 'saveCheckpoint',
        params: ({ context }) => ({ version: 1, step: 'changingPassword', key: context.key }),
      },
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context, event }) => ({ key: context.key, ...submitted(event) }),
        onDone: onOutcome<ChangePasswordOutcome>()({
          changed: { target: 'changed' },
          wrongPassword: { target: 'enteringPasswords.wrongPassword', actions: 'keepProblem' },
          newPasswordRefused: { target: 'enteringPasswords.newPasswordRefused', actions: 'keepProblem' },
          // This call carried no code, so the answer means that one is needed.
          wrongCode: { target: 'enteringPasswords.wrongCode', actions: ['askForCode', 'keepProblem'] },
          codeNeeded: { target: 'enteringPasswords.codeNeeded', actions: ['askForCode', 'keepProblem'] },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('enteringPasswords.problem'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    ...unknownOutcome<EarlierCall>()(
      { route: '/Account?step=password', screen: 'password-change-unknown', requirements: ['F-08'] },
      {
        done: { target: 'changed' },
        // An interrupted run does not know whether an app is bound: the server says so with `codeNeeded`.
        notDone: { target: 'enteringPasswords.notDone', actions: 'forgetProblem' },
        sessionEnded: { target: 'sessionEnded' },
      },
    ),
    changed: endsAs<PasswordChangeOutput>('changed'),
    cancelled: endsAs<PasswordChangeOutput>('cancelled'),
    sessionEnded: endsAs<PasswordChangeOutput>('sessionEnded'),
  },
});

/** What the form carried; entering the call state by any other event is a bug in the chart. */
function submitted(event: PasswordChangeEvent): { password: string; newPassword: string; code: string | null } {
  if (event.type === 'SUBMIT_FORM') return { password: event.password, newPassword: event.newPassword, code: null };
  if (event.type === 'SUBMIT_WITH_CODE')
    return { password: event.password, newPassword: event.newPassword, code: event.code };
  throw new Error(`The call was entered by ${event.type}.`);
}
