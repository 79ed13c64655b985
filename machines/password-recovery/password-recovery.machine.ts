import type { EarlierCall } from '../chart/earlier-call.ts';
import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { accountOf, passwordRecoverySetup, checkpoint, typed } from './password-recovery.setup.ts';
import type {
  ForgetPasswordOutcome,
  PasswordRecoveryOutput,
  ResetPasswordOutcome,
  SendResetPasswordCodeOutcome,
  ValidateEmailAndUserNameOutcome,
} from './password-recovery.types.ts';

const account = {
  route: '/ForgotPassword',
  screen: 'password-recovery-account',
  title: 'password-recovery:account.title',
} as const;
const code = {
  route: '/ForgotPassword2',
  screen: 'password-recovery-code',
  title: 'password-recovery:code.title',
} as const;
const password = {
  route: '/ResetPassword',
  screen: 'password-recovery-password',
  title: 'password-recovery:password.title',
} as const;
const unknown = {
  route: '/ResetPassword',
  screen: 'password-recovery-unknown',
  title: 'requests:unknown.title',
  onReload: 'reconcile',
} as const;

/**
 * Setting a new password without the old one (F-04): the account, the code from its mailbox, the new password. No step
 * tells whether the account exists (D-15).
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
    enteringAccount: {
      tags: 'form',
      meta: { ...account, onReload: 'resume', requirements: ['F-04', 'P-1', 'P-4', 'SRC §2', 'D-15'] },
      entry: ['forgetCode', checkpoint('enteringAccount')],
      on: {
        SUBMIT_FORM: {
          target: 'requestingCode',
          actions: { type: 'keepAccount', params: ({ event }) => ({ account: event.account }) },
        },
      },
      initial: 'blank',
      states: {
        blank: {},
        recoveryExpired: { tags: 'error' },
        tooSoon: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    requestingCode: {
      tags: 'waiting',
      meta: {
        ...account,
        api: ['forgetPassword'],
        onReload: 'resume',
        lostAnswer: 'The same account under the same key gets the same answer, and no second mail.',
        requirements: ['F-04', 'P-3', 'SRC §7'],
      },
      entry: ['forgetProblem', checkpoint('enteringAccount')],
      invoke: {
        id: 'forgetPassword',
        src: 'forgetPassword',
        input: ({ context }) => ({ key: context.key, account: accountOf(context) }),
        onDone: onOutcome<ForgetPasswordOutcome>()({
          sent: { target: 'enteringCode', actions: 'keepSent' },
          tooSoon: { target: 'enteringAccount.tooSoon', actions: 'keepProblem' },
          keyUsed: { target: 'requestingCode', reenter: true, actions: 'renewKey' },
          ...failuresTo('enteringAccount.problem'),
        }),
        onError: { target: 'enteringAccount.problem', actions: 'keepError' },
      },
    },
    enteringCode: {
      tags: 'form',
      meta: {
        ...code,
        onReload: 'resume',
        requirements: ['F-04', 'P-1', 'P-2', 'P-4', 'SRC §2', 'SRC §4', 'SRC §5', 'D-15', 'D-16'],
      },
      on: {
        SUBMIT_CODE: 'verifyingCode',
        RESEND_CODE: 'resendingCode',
        BACK: { target: 'enteringAccount', actions: 'forgetProblem' },
      },
      initial: 'blank',
      states: {
        // What is stored counts from when the code was sent, so a refusal doesn't store it again.
        blank: { entry: checkpoint('enteringCode') },
        sentAgain: { entry: checkpoint('enteringCode') },
        /** The member came back from the next step: the code was used there. */
        accepted: { entry: checkpoint('enteringCode') },
        wrongCode: { tags: 'error' },
        codeOver: { tags: 'error', entry: checkpoint('enteringCode') },
        tooSoon: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    resendingCode: {
      tags: 'waiting',
      meta: {
        ...code,
        api: ['sendResetPasswordCodeByEmail'],
        onReload: 'resume',
        lostAnswer: 'Asking again under the same key gets the same answer, and no second mail.',
        requirements: ['F-04', 'P-3', 'SRC §7', 'D-16'],
      },
      entry: 'forgetProblem',
      invoke: {
        id: 'sendResetPasswordCodeByEmail',
        src: 'sendResetPasswordCodeByEmail',
        // Of its own: where the answer to a code was lost, the key itself still stands for that.
        input: ({ context }) => ({ key: `${context.key}-resend`, email: accountOf(context).email }),
        onDone: onOutcome<SendResetPasswordCodeOutcome>()({
          sent: { target: 'enteringCode.sentAgain', actions: 'keepSent' },
          tooSoon: { target: 'enteringCode.tooSoon', actions: 'keepProblem' },
          recoveryExpired: { target: 'enteringAccount.recoveryExpired', actions: 'keepProblem' },
          ...failuresTo('enteringCode.problem'),
        }),
        onError: { target: 'enteringCode.problem', actions: 'keepError' },
      },
    },
    verifyingCode: {
      tags: 'waiting',
      meta: {
        ...code,
        api: ['validateEmailAndUserName'],
        onReload: 'resume',
        lostAnswer: 'The same code under the same key gets an equally good grant once more.',
        requirements: ['F-04', 'P-3', 'SRC §7'],
      },
      entry: 'forgetProblem',
      invoke: {
        id: 'validateEmailAndUserName',
        src: 'validateEmailAndUserName',
        input: ({ context, event }) => ({
          key: context.key,
          account: accountOf(context),
          code: typed(event, 'SUBMIT_CODE').code,
        }),
        onDone: onOutcome<ValidateEmailAndUserNameOutcome>()({
          verified: { target: 'enteringPassword', actions: 'keepGrant' },
          wrongCode: { target: 'enteringCode.wrongCode', actions: 'keepProblem' },
          codeOver: { target: 'enteringCode.codeOver', actions: ['forgetCode', 'keepProblem'] },
          ...failuresTo('enteringCode.problem'),
        }),
        onError: { target: 'enteringCode.problem', actions: 'keepError' },
      },
    },
    enteringPassword: {
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
    },
    settingPassword: {
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
        input: ({ context, event }) => ({ key: context.key, password: typed(event, 'SUBMIT_PASSWORD').password }),
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
    },
    outcomeUnknown: {
      tags: 'error',
      meta: { ...unknown, requirements: ['F-04', 'P-3', 'P-4'] },
      after: { nextInquiry: 'reconciling' },
      on: { RETRY: 'reconciling' },
    },
    reconciling: {
      tags: 'waiting',
      meta: { ...unknown, api: ['getRequestOutcome'], requirements: ['F-04', 'P-3'] },
      // Stored once more: a session of this browser that ends meanwhile takes what is stored along.
      entry: ['forgetProblem', checkpoint('settingPassword')],
      invoke: {
        id: 'getRequestOutcome',
        src: 'getRequestOutcome',
        input: ({ context }) => ({ key: context.key }),
        onDone: onOutcome<EarlierCall>()({
          done: { target: 'showingDone' },
          notDone: { target: 'enteringPassword.notDone' },
          running: { target: 'outcomeUnknown' },
          // Perhaps the new password itself has ended the session of this browser; the next inquiry goes without one.
          sessionEnded: { target: 'outcomeUnknown' },
          ...failuresTo('outcomeUnknown'),
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
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
    left: { type: 'final', entry: 'forgetCheckpoint', output: (): PasswordRecoveryOutput => ({ kind: 'toSignIn' }) },
  },
});
