import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { accountOf, checkpoint, passwordRecoverySetup } from './password-recovery.setup.ts';
import type { ForgetPasswordOutcome } from './password-recovery.types.ts';

const account = {
  route: '/ForgotPassword',
  screen: 'password-recovery-account',
  title: 'password-recovery:account.title',
} as const;

/** Whose password it is. Nothing on this screen reveals whether such an account exists. */
export const enteringAccount = passwordRecoverySetup.createStateConfig({
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
});

export const requestingCode = passwordRecoverySetup.createStateConfig({
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
});
