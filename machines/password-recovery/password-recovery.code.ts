import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { accountOf, checkpoint, passwordRecoverySetup, typed } from './password-recovery.setup.ts';
import type { SendResetPasswordCodeOutcome, ValidateEmailAndUserNameOutcome } from './password-recovery.types.ts';

const code = {
  route: '/ForgotPassword2',
  screen: 'password-recovery-code',
  title: 'password-recovery:code.title',
} as const;

/** The code from the mailbox of the account. */
export const enteringCode = passwordRecoverySetup.createStateConfig({
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
    // The stored times count from when the code was sent, so a refusal does not store them again.
    blank: { entry: checkpoint('enteringCode') },
    sentAgain: { entry: checkpoint('enteringCode') },
    /** The member returned from the next step: the code was used there. */
    accepted: { entry: checkpoint('enteringCode') },
    wrongCode: { tags: 'error' },
    codeOver: { tags: 'error', entry: checkpoint('enteringCode') },
    tooSoon: { tags: 'error' },
    problem: { tags: 'error' },
  },
});

export const resendingCode = passwordRecoverySetup.createStateConfig({
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
    // A separate key: if the response to a code was lost, the main key still belongs to that call.
    input: ({ context }) => ({ key: `${context.key}-resend`, email: accountOf(context).email }),
    onDone: onOutcome<SendResetPasswordCodeOutcome>()({
      sent: { target: 'enteringCode.sentAgain', actions: 'keepSent' },
      tooSoon: { target: 'enteringCode.tooSoon', actions: 'keepProblem' },
      recoveryExpired: { target: 'enteringAccount.recoveryExpired', actions: 'keepProblem' },
      ...failuresTo('enteringCode.problem'),
    }),
    onError: { target: 'enteringCode.problem', actions: 'keepError' },
  },
});

export const verifyingCode = passwordRecoverySetup.createStateConfig({
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
});
