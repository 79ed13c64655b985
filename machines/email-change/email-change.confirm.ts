import { sameKeyAgain, unknownOutcome, type EarlierCall } from '../chart/earlier-call.ts';
import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { routes } from './email-change.rules.ts';
import { emailChangeSetup } from './email-change.setup.ts';
import type { ChangeEmailOutcome, SendCodeOutcome } from './email-change.types.ts';

const form = { route: routes.enteringCode, screen: 'email-change-code', title: 'email-change:code.title' } as const;

/** The third step: the code from the new address confirms the change. */
export const confirming = emailChangeSetup.createStateConfig({
  initial: 'enteringCode',
  states: {
    enteringCode: {
      tags: 'form',
      meta: { ...form, onReload: 'resume', requirements: ['F-06', 'P-1', 'P-2', 'P-4', 'SRC §2', 'SRC §4', 'SRC §5'] },
      entry: {
        type: 'saveCheckpoint',
        params: ({ context }) => ({
          version: 1,
          step: 'enteringCode',
          key: context.key,
          email: context.email,
          terms: context.terms,
        }),
      },
      on: { SUBMIT_CODE: 'changingEmail', RESEND_CODE: 'resendingCode', BACK: '#email-change.namingAddress' },
      initial: 'blank',
      states: {
        blank: {},
        wrongCode: { tags: 'error' },
        codeOver: { tags: 'error' },
        notDone: { tags: 'error' },
        tooSoon: { tags: 'error' },
        running: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    resendingCode: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['sendChangeEmailVerificationCode'],
        onReload: 'resume',
        lostAnswer: sameKeyAgain,
        requirements: ['F-06', 'P-3', 'D-16', 'SRC §7'],
      },
      invoke: {
        id: 'sendChangeEmailVerificationCode',
        src: 'sendChangeEmailVerificationCode',
        input: ({ context }) => ({ key: context.key, email: context.email }),
        onDone: onOutcome<SendCodeOutcome>()({
          sent: { target: 'enteringCode', actions: 'keepSent' },
          linkInvalid: { target: '#email-change.namingAddress.linkInvalid', actions: 'keepProblem' },
          emailUnchanged: {
            target: '#email-change.namingAddress.enteringNewEmail.emailUnchanged',
            actions: 'keepProblem',
          },
          tooSoon: { target: 'enteringCode.tooSoon', actions: 'keepProblem' },
          running: { target: 'enteringCode.running', actions: 'keepProblem' },
          keyUsed: { target: 'resendingCode', reenter: true, actions: 'renewKey' },
          sessionEnded: { target: '#email-change.sessionEnded' },
          ...failuresTo('enteringCode.problem'),
        }),
        onError: { target: 'enteringCode.problem', actions: 'keepError' },
      },
    },
    changingEmail: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['changeEmail'],
        onReload: 'reconcile',
        requirements: ['F-06', 'P-3', 'D-17', 'L-05', 'SRC §4', 'SRC §7'],
      },
      entry: {
        type: 'saveCheckpoint',
        params: ({ context }) => ({ version: 1, step: 'changingEmail', key: context.key, email: context.email }),
      },
      invoke: {
        id: 'changeEmail',
        src: 'changeEmail',
        input: ({ context, event }) => ({
          key: context.key,
          email: context.email,
          code: (event as { code: string }).code,
        }),
        onDone: onOutcome<ChangeEmailOutcome>()({
          changed: { target: '#email-change.changed' },
          wrongCode: { target: 'enteringCode.wrongCode', actions: 'keepProblem' },
          codeOver: { target: 'enteringCode.codeOver', actions: ['forgetCode', 'keepProblem'] },
          emailDifferent: {
            target: '#email-change.namingAddress.enteringNewEmail.emailDifferent',
            actions: 'keepProblem',
          },
          emailTaken: { target: '#email-change.namingAddress.enteringNewEmail.emailTaken', actions: 'keepProblem' },
          linkInvalid: { target: '#email-change.namingAddress.linkInvalid', actions: 'keepProblem' },
          running: { target: 'outcomeUnknown' },
          sessionEnded: { target: '#email-change.sessionEnded' },
          ...failuresTo('enteringCode.problem'),
          failed: { target: 'outcomeUnknown', actions: 'keepProblem' },
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    ...unknownOutcome<EarlierCall>()(
      { route: routes.changingEmail, screen: 'email-change-unknown', requirements: ['F-06'] },
      {
        done: { target: '#email-change.changed' },
        notDone: { target: 'enteringCode.notDone', actions: 'forgetProblem' },
        sessionEnded: { target: '#email-change.sessionEnded' },
      },
    ),
  },
});
