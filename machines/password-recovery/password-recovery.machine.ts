import { endsAs } from '../chart/ends.ts';
import { outcomeOf } from '../chart/outcomes.ts';
import { enteringAccount, requestingCode } from './password-recovery.account.ts';
import { enteringCode, resendingCode, verifyingCode } from './password-recovery.code.ts';
import { enteringPassword, settingPassword, unknown } from './password-recovery.password.ts';
import { checkpoint, passwordRecoverySetup } from './password-recovery.setup.ts';
import type { PasswordRecoveryOutput } from './password-recovery.types.ts';

/**
 * Setting a new password without the old one (F-04): the account, the code from its mailbox, the new password. No step
 * reveals whether the account exists (D-15).
 */
export const passwordRecoveryMachine = passwordRecoverySetup.createMachine({
  id: 'password-recovery',
  context: ({ input: { key, resume } }) => ({
    key: resume?.key ?? key,
    resume,
    account: resume?.account ?? null,
    terms: resume?.terms ?? null,
    grant: null,
    frozen: null,
    problem: null,
  }),
  initial: 'choosingStep',
  output: ({ event }) => outcomeOf<PasswordRecoveryOutput>(event),
  states: {
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'enteringCode' } }, target: 'enteringCode' },
        { guard: { type: 'interruptedAt', params: { step: 'enteringPassword' } }, target: 'enteringPassword' },
        { guard: { type: 'interruptedAt', params: { step: 'settingPassword' } }, target: 'reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'showingDone' } }, target: 'showingDone' },
        { target: 'enteringAccount' },
      ],
      exit: 'forgetResume',
    },
    enteringAccount,
    requestingCode,
    enteringCode,
    resendingCode,
    verifyingCode,
    enteringPassword,
    settingPassword,
    ...unknown,
    reconciling: {
      ...unknown.reconciling,
      // Stored again: if this browser's session ends meanwhile, its end clears what is stored.
      entry: ['forgetProblem', checkpoint('settingPassword')],
    },
    showingDone: {
      tags: 'terminal',
      meta: {
        route: '/DonePassword',
        screen: 'password-recovery-done',
        title: 'password-recovery:done.title',
        onReload: 'resume',
        requirements: ['F-04', 'P-1', 'P-2', 'SRC §2', 'SRC §4', 'D-17'],
      },
      entry: ['forgetAccount', checkpoint('showingDone')],
      on: { SIGN_IN: 'left' },
    },
    left: endsAs<PasswordRecoveryOutput>('toSignIn'),
  },
});
