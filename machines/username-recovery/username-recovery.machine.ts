import { assign, fromPromise, setup } from 'xstate';
import type { CodeTerms } from '../chart/code-terms.ts';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { endsAs } from '../chart/ends.ts';
import { failuresTo, notProvided, onOutcome, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { interruptedAt } from '../chart/chart.rules.ts';
import type {
  ForgetUsernameInput,
  ForgetUsernameOutcome,
  SendCodeInput,
  SendCodeOutcome,
  UsernameRecoveryCheckpoint,
  UsernameRecoveryContext,
  UsernameRecoveryEvent,
  UsernameRecoveryInput,
  UsernameRecoveryOutput,
} from './username-recovery.types.ts';

/** The entry action that stores the current step. */
function checkpoint(step: UsernameRecoveryCheckpoint['step']) {
  return {
    type: 'saveCheckpoint',
    params: ({ context: { key, email, terms } }: { context: UsernameRecoveryContext }): UsernameRecoveryCheckpoint => ({
      version: 1,
      step,
      key,
      email,
      terms,
    }),
  } as const;
}

/** The address of the recovery. Throws if there is none, which is a bug in the chart. */
function emailOf({ email }: UsernameRecoveryContext): string {
  if (email === null) throw new Error('No address was entered.');
  return email;
}

const email = {
  route: '/ForgotAccount',
  screen: 'username-recovery-email',
  title: 'username-recovery:email.title',
} as const;
const code = {
  route: '/ForgotAccount2',
  screen: 'username-recovery-code',
  title: 'username-recovery:code.title',
} as const;

/**
 * Requesting the username by mail (F-05): the address, the code from its mailbox, and then the name goes there too. No
 * step reveals whether the address belongs to a member (D-15).
 */
export const usernameRecoveryMachine = setup({
  types: {
    context: {} as UsernameRecoveryContext,
    events: {} as UsernameRecoveryEvent,
    input: {} as UsernameRecoveryInput,
    output: {} as UsernameRecoveryOutput,
    meta: {} as StepMeta<'username-recovery-email' | 'username-recovery-code' | 'username-recovery-done'>,
    tags: {} as StepTag,
  },
  actors: {
    sendEmailVerificationCodeNoLogin: fromPromise<SendCodeOutcome, SendCodeInput>(
      notProvided('sendEmailVerificationCodeNoLogin'),
    ),
    forgetUsername: fromPromise<ForgetUsernameOutcome, ForgetUsernameInput>(notProvided('forgetUsername')),
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<UsernameRecoveryCheckpoint['step']>,
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: UsernameRecoveryCheckpoint) => {},
    forgetCheckpoint: () => {},
    forgetResume: assign({ resume: null }),
    keepEmail: assign({ email: (_, params: { email: string }) => params.email }),
    forgetCode: assign({ terms: null }),
    keepSent: assign(({ event }) => {
      const { key, terms } = outcomeOf<{ kind: 'sent'; key: string; terms: CodeTerms }>(event);
      return { key, terms, problem: null };
    }),
    renewKey: assign({ key: ({ event }) => outcomeOf<{ kind: 'keyUsed'; key: string }>(event).key }),
    ...problemActions<UsernameRecoveryContext, UsernameRecoveryEvent>(),
  },
}).createMachine({
  id: 'username-recovery',
  context: ({ input: { key, resume } }) => ({
    key: resume?.key ?? key,
    resume,
    email: resume?.email ?? null,
    terms: resume?.terms ?? null,
    problem: null,
  }),
  initial: 'choosingStep',
  output: ({ event }) => outcomeOf<UsernameRecoveryOutput>(event),
  states: {
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'enteringCode' } }, target: 'enteringCode' },
        { guard: { type: 'interruptedAt', params: { step: 'showingDone' } }, target: 'showingDone' },
        { target: 'enteringEmail' },
      ],
      exit: 'forgetResume',
    },
    enteringEmail: {
      tags: 'form',
      meta: { ...email, onReload: 'resume', requirements: ['F-05', 'P-1', 'P-4', 'SRC §2', 'D-15'] },
      entry: ['forgetCode', checkpoint('enteringEmail')],
      on: {
        SUBMIT_FORM: {
          target: 'sendingCode',
          actions: { type: 'keepEmail', params: ({ event }) => ({ email: event.email }) },
        },
      },
      initial: 'blank',
      states: {
        blank: {},
        tooSoon: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    sendingCode: {
      tags: 'waiting',
      meta: {
        ...email,
        api: ['sendEmailVerificationCodeNoLogin'],
        onReload: 'resume',
        lostAnswer: 'The same address under the same key gets the same answer, and no second mail.',
        requirements: ['F-05', 'P-3', 'SRC §7'],
      },
      entry: ['forgetProblem', checkpoint('enteringEmail')],
      invoke: {
        id: 'sendEmailVerificationCodeNoLogin',
        src: 'sendEmailVerificationCodeNoLogin',
        input: ({ context }) => ({ key: context.key, email: emailOf(context) }),
        onDone: onOutcome<SendCodeOutcome>()({
          sent: { target: 'enteringCode', actions: 'keepSent' },
          tooSoon: { target: 'enteringEmail.tooSoon', actions: 'keepProblem' },
          keyUsed: { target: 'sendingCode', reenter: true, actions: 'renewKey' },
          ...failuresTo('enteringEmail.problem'),
        }),
        onError: { target: 'enteringEmail.problem', actions: 'keepError' },
      },
    },
    enteringCode: {
      tags: 'form',
      meta: {
        ...code,
        onReload: 'resume',
        requirements: ['F-05', 'P-1', 'P-2', 'P-4', 'SRC §2', 'SRC §4', 'SRC §5', 'D-15', 'D-16'],
      },
      on: {
        SUBMIT_CODE: 'verifyingCode',
        RESEND_CODE: 'resendingCode',
        BACK: { target: 'enteringEmail', actions: 'forgetProblem' },
      },
      initial: 'blank',
      states: {
        // The stored times count from when the code was sent, so a refusal does not store them again.
        blank: { entry: checkpoint('enteringCode') },
        sentAgain: { entry: checkpoint('enteringCode') },
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
        api: ['sendEmailVerificationCodeNoLogin'],
        onReload: 'resume',
        lostAnswer: 'Asking again under the same key gets the same answer, and no second mail.',
        requirements: ['F-05', 'P-3', 'SRC §7', 'D-16'],
      },
      entry: 'forgetProblem',
      invoke: {
        id: 'sendEmailVerificationCodeNoLogin',
        src: 'sendEmailVerificationCodeNoLogin',
        // A separate key: if the response to a code was lost, the main key still belongs to that call.
        input: ({ context }) => ({ key: `${context.key}-resend`, email: emailOf(context) }),
        onDone: onOutcome<SendCodeOutcome>()({
          sent: { target: 'enteringCode.sentAgain', actions: 'keepSent' },
          tooSoon: { target: 'enteringCode.tooSoon', actions: 'keepProblem' },
          keyUsed: { target: 'resendingCode', reenter: true, actions: 'renewKey' },
          ...failuresTo('enteringCode.problem'),
        }),
        onError: { target: 'enteringCode.problem', actions: 'keepError' },
      },
    },
    verifyingCode: {
      tags: 'waiting',
      meta: {
        ...code,
        api: ['forgetUsername'],
        onReload: 'resume',
        lostAnswer: 'The same code under the same key gets the same answer, and the name is mailed once.',
        requirements: ['F-05', 'P-3', 'SRC §7'],
      },
      entry: 'forgetProblem',
      invoke: {
        id: 'forgetUsername',
        src: 'forgetUsername',
        input: ({ context, event }) => ({
          key: context.key,
          email: emailOf(context),
          code: (event as { code: string }).code,
        }),
        onDone: onOutcome<ForgetUsernameOutcome>()({
          nameSent: { target: 'showingDone' },
          wrongCode: { target: 'enteringCode.wrongCode', actions: 'keepProblem' },
          codeOver: { target: 'enteringCode.codeOver', actions: ['forgetCode', 'keepProblem'] },
          ...failuresTo('enteringCode.problem'),
        }),
        onError: { target: 'enteringCode.problem', actions: 'keepError' },
      },
    },
    showingDone: {
      tags: 'terminal',
      meta: {
        route: '/DoneAccount',
        screen: 'username-recovery-done',
        title: 'username-recovery:done.title',
        onReload: 'resume',
        requirements: ['F-05', 'P-1', 'P-2', 'SRC §2', 'SRC §4'],
      },
      entry: ['forgetCode', checkpoint('showingDone')],
      on: { SIGN_IN: 'left' },
    },
    left: endsAs<UsernameRecoveryOutput>('toSignIn'),
  },
});
