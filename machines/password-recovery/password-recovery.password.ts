import { unknownOutcome, type EarlierCall } from '../chart/earlier-call.ts';
import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { accountOf, checkpoint, passwordRecoverySetup, typed } from './password-recovery.setup.ts';
import type { PasswordRecoveryContext, ResetPasswordOutcome } from './password-recovery.types.ts';

const password = {
  route: '/ResetPassword',
  screen: 'password-recovery-password',
  title: 'password-recovery:password.title',
} as const;

/** The new password, under the grant that the code gave. */
export const enteringPassword = passwordRecoverySetup.createStateConfig({
  tags: 'form',
  meta: { ...password, onReload: 'resume', requirements: ['F-04', 'P-1', 'P-2', 'P-4', 'SRC §2', 'SRC §4'] },
  entry: checkpoint('enteringPassword'),
  on: {
    SUBMIT_PASSWORD: 'settingPassword',
    BACK: { target: 'enteringCode.accepted', actions: 'forgetGrant' },
  },
  initial: 'blank',
  states: {
    blank: {},
    passwordRefused: { tags: 'error' },
    notDone: { tags: 'error' },
    problem: { tags: 'error' },
  },
});

export const settingPassword = passwordRecoverySetup.createStateConfig({
  tags: 'waiting',
  meta: {
    ...password,
    api: ['resetPassword'],
    onReload: 'reconcile',
    requirements: ['F-04', 'P-3', 'SRC §7', 'D-17'],
  },
  entry: ['forgetProblem', checkpoint('settingPassword')],
  invoke: {
    id: 'resetPassword',
    src: 'resetPassword',
    input: ({ context, event }) => ({
      key: context.key,
      account: accountOf(context),
      password: typed(event, 'SUBMIT_PASSWORD').password,
    }),
    onDone: onOutcome<ResetPasswordOutcome>()({
      set: { target: 'showingDone', actions: 'keepFrozen' },
      recoveryExpired: { target: 'enteringAccount.recoveryExpired', actions: ['forgetGrant', 'keepProblem'] },
      passwordRefused: { target: 'enteringPassword.passwordRefused', actions: 'keepProblem' },
      running: { target: 'outcomeUnknown' },
      ...failuresTo('enteringPassword.problem'),
      failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
    }),
    onError: { target: 'outcomeUnknown', actions: 'keepError' },
  },
});

const asked = unknownOutcome<EarlierCall>()(
  { route: '/ResetPassword', screen: 'password-recovery-unknown', requirements: ['F-04'] },
  {
    done: { target: 'showingDone' },
    notDone: { target: 'enteringPassword.notDone' },
    // The new password itself may have ended this browser's session; the next query goes without one.
    sessionEnded: { target: 'outcomeUnknown' },
  },
);

/** Whether the password was set is unknown: the server is asked by key. */
export const unknown = {
  ...asked,
  reconciling: {
    ...asked.reconciling,
    invoke: {
      ...asked.reconciling.invoke,
      input: ({ context }: { readonly context: PasswordRecoveryContext }) => ({
        key: context.key,
        account: accountOf(context),
      }),
    },
  },
} as const;
