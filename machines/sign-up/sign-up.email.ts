import { sameKeyAgain } from '../chart/earlier-call.ts';
import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { signUpSetup, checkpoint } from './sign-up.setup.ts';
import type { IsEmailExistsOutcome, SendCodeOutcome, VerifyEmailOutcome } from './sign-up.types.ts';

/** The address, which a code is going to prove. */
export const enteringEmail = signUpSetup.createStateConfig({
  tags: 'form',
  meta: {
    route: '/Signup3',
    screen: 'sign-up-email',
    title: 'sign-up:email.title',
    onReload: 'resume',
    requirements: ['F-03', 'P-1', 'P-2', 'P-4', 'D-16', 'SRC §5', 'SRC §8'],
  },
  entry: checkpoint('email'),
  on: {
    SUBMIT_EMAIL: {
      target: 'sendingCode',
      actions: { type: 'keepTyped', params: ({ event: { email } }) => ({ email }) },
    },
    BACK: 'choosingSeat',
  },
  initial: 'blank',
  states: {
    blank: { entry: 'forgetProblem' },
    proofExpired: { tags: 'error' },
    emailDifferent: { tags: 'error' },
    tooSoon: { tags: 'error' },
    problem: { tags: 'error' },
  },
});

export const sendingCode = signUpSetup.createStateConfig({
  tags: 'waiting',
  meta: {
    route: '/Signup3',
    screen: 'sign-up-email',
    title: 'sign-up:email.title',
    api: ['sendEmailVerificationCodeNoLogin'],
    onReload: 'resume',
    lostAnswer: sameKeyAgain,
    requirements: ['F-03', 'D-15', 'D-16', 'SRC §7'],
  },
  entry: ['forgetProblem', checkpoint('email')],
  invoke: {
    id: 'sendEmailVerificationCodeNoLogin',
    src: 'sendEmailVerificationCodeNoLogin',
    input: ({ context: { key, draft } }) => ({ key, email: draft.email }),
    onDone: onOutcome<SendCodeOutcome>()({
      sent: { target: 'enteringCode', actions: 'renewKey' },
      tooSoon: { target: 'enteringEmail.tooSoon', actions: 'keepProblem' },
      keyUsed: { target: 'sendingCode', reenter: true, actions: 'renewKey' },
      ...failuresTo('enteringEmail.problem'),
    }),
    onError: { target: 'enteringEmail.problem', actions: 'keepError' },
  },
});

/** The code from the mail; if none came, another code or another address. */
export const enteringCode = signUpSetup.createStateConfig({
  tags: 'form',
  meta: {
    route: '/Signup3?step=code',
    screen: 'sign-up-code',
    title: 'sign-up:code.title',
    onReload: 'resume',
    requirements: ['F-03', 'P-1', 'P-2', 'P-4', 'D-16', 'SRC §5'],
  },
  entry: checkpoint('code'),
  on: { SUBMIT_CODE: 'verifyingCode', RESEND_CODE: 'resendingCode', BACK: 'enteringEmail' },
  initial: 'blank',
  states: {
    blank: { entry: 'forgetProblem' },
    sentAgain: {},
    wrongCode: { tags: 'error' },
    codeOver: { tags: 'error' },
    notVerified: { tags: 'error' },
    tooSoon: { tags: 'error' },
    problem: { tags: 'error' },
  },
});

export const resendingCode = signUpSetup.createStateConfig({
  tags: 'waiting',
  meta: {
    route: '/Signup3?step=code',
    screen: 'sign-up-code',
    title: 'sign-up:code.title',
    api: ['sendEmailVerificationCodeNoLogin'],
    onReload: 'resume',
    lostAnswer: sameKeyAgain,
    requirements: ['F-03', 'D-16', 'SRC §7'],
  },
  entry: 'forgetProblem',
  invoke: {
    id: 'sendEmailVerificationCodeNoLogin',
    src: 'sendEmailVerificationCodeNoLogin',
    // A separate key: if the response to a code was lost, the main key still belongs to that call.
    input: ({ context: { key, draft } }) => ({ key: `${key}-resend`, email: draft.email }),
    onDone: onOutcome<SendCodeOutcome>()({
      sent: { target: 'enteringCode.sentAgain', actions: 'renewKey' },
      tooSoon: { target: 'enteringCode.tooSoon', actions: 'keepProblem' },
      keyUsed: { target: 'resendingCode', reenter: true, actions: 'renewKey' },
      ...failuresTo('enteringCode.problem'),
    }),
    onError: { target: 'enteringCode.problem', actions: 'keepError' },
  },
});

/** After a lost response the next read gives the outcome, and only to the browser that has the proof. */
export const verifyingCode = signUpSetup.createStateConfig({
  tags: 'waiting',
  meta: {
    route: '/Signup3?step=code',
    screen: 'sign-up-code',
    title: 'sign-up:code.title',
    api: ['verifyEmailNoLogin'],
    onReload: 'reconcile',
    requirements: ['F-03', 'P-3', 'D-16', 'SRC §7'],
  },
  entry: ['forgetProblem', checkpoint('verifying')],
  invoke: {
    id: 'verifyEmailNoLogin',
    src: 'verifyEmailNoLogin',
    input: ({ context, event }) => {
      if (event.type !== 'SUBMIT_CODE') throw new Error(`The call was entered by ${event.type}.`);
      return { key: context.key, email: context.draft.email, code: event.code };
    },
    onDone: onOutcome<VerifyEmailOutcome>()({
      proven: { target: 'checkingEmail', actions: 'renewKey' },
      wrongCode: { target: 'enteringCode.wrongCode', actions: 'keepProblem' },
      codeOver: { target: 'enteringCode.codeOver', actions: 'keepProblem' },
      keyUsed: { target: 'enteringCode.notVerified', actions: 'renewKey' },
      ...failuresTo('enteringCode.problem'),
      failed: { target: 'checkingEmail' },
    }),
    onError: { target: 'checkingEmail' },
  },
});

/** Whether the proven address already belongs to a member; strangers do not learn it (D-15). */
export const checkingEmail = signUpSetup.createStateConfig({
  tags: 'waiting',
  meta: {
    route: '/Signup3?step=code',
    screen: 'sign-up-code',
    title: 'sign-up:code.title',
    api: ['isEmailExists'],
    onReload: 'reconcile',
    requirements: ['F-03', 'P-3', 'D-15', 'SRC §7'],
  },
  entry: ['forgetProblem', checkpoint('verifying')],
  invoke: {
    id: 'isEmailExists',
    src: 'isEmailExists',
    input: ({ context }) => ({ email: context.draft.email }),
    onDone: onOutcome<IsEmailExistsOutcome>()({
      free: { target: 'enteringDetails', actions: 'renewKey' },
      taken: { target: 'emailTaken', actions: 'renewKey' },
      notVerified: { target: 'enteringCode.notVerified', actions: 'keepProblem' },
      ...failuresTo('emailUnchecked'),
    }),
    onError: { target: 'emailUnchecked', actions: 'keepError' },
  },
});

/** The code was right, but the next call failed: the code works once, so it must not be typed again. */
export const emailUnchecked = signUpSetup.createStateConfig({
  tags: 'error',
  meta: {
    route: '/Signup3?step=code',
    screen: 'sign-up-email-unchecked',
    title: 'sign-up:unchecked.title',
    onReload: 'reconcile',
    requirements: ['F-03', 'P-3', 'P-4'],
  },
  on: { RETRY: 'checkingEmail', BACK: 'enteringEmail' },
});

/** The address belongs to a member: offers the ways into that account, or another address. */
export const emailTaken = signUpSetup.createStateConfig({
  tags: 'error',
  meta: {
    route: '/Signup3?step=code',
    screen: 'sign-up-email-taken',
    title: 'sign-up:taken.title',
    onReload: 'resume',
    requirements: ['F-03', 'P-4', 'D-15'],
  },
  entry: checkpoint('taken'),
  on: { BACK: 'enteringEmail' },
});
