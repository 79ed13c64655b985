import { sameKeyAgain } from '../chart/earlier-call.ts';
import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { routes } from './email-change.rules.ts';
import { emailChangeSetup } from './email-change.setup.ts';
import type { SendCodeOutcome } from './email-change.types.ts';

const form = {
  route: routes.enteringNewEmail,
  screen: 'email-change-address',
  title: 'email-change:address.title',
} as const;

/** The second step, which the mailed link opens: the member types the new address, and a code goes to it. */
export const namingAddress = emailChangeSetup.createStateConfig({
  initial: 'enteringNewEmail',
  states: {
    enteringNewEmail: {
      tags: 'form',
      meta: { ...form, onReload: 'resume', requirements: ['F-06', 'P-1', 'P-4', 'SRC §2', 'SRC §4'] },
      entry: {
        type: 'saveCheckpoint',
        params: ({ context }) => ({ version: 1, step: 'enteringNewEmail', key: context.key, email: context.email }),
      },
      on: {
        SUBMIT_EMAIL: {
          target: 'sendingCode',
          actions: { type: 'keepEmail', params: ({ event }) => ({ email: event.email }) },
        },
        CANCEL: '#email-change.cancelled',
      },
      initial: 'blank',
      states: {
        blank: {},
        emailUnchanged: { tags: 'error' },
        emailTaken: { tags: 'error' },
        emailDifferent: { tags: 'error' },
        tooSoon: { tags: 'error' },
        running: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    sendingCode: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['sendChangeEmailVerificationCode'],
        onReload: 'resume',
        lostAnswer: sameKeyAgain,
        requirements: ['F-06', 'P-3', 'D-16', 'SRC §5', 'SRC §7'],
      },
      // A reload returns to the form with the same key: a mail that was sent is not sent again.
      entry: {
        type: 'saveCheckpoint',
        params: ({ context }) => ({ version: 1, step: 'enteringNewEmail', key: context.key, email: context.email }),
      },
      invoke: {
        id: 'sendChangeEmailVerificationCode',
        src: 'sendChangeEmailVerificationCode',
        input: ({ context }) => ({ key: context.key, email: context.email }),
        onDone: onOutcome<SendCodeOutcome>()({
          sent: { target: '#email-change.confirming', actions: 'keepSent' },
          linkInvalid: { target: 'linkInvalid', actions: 'keepProblem' },
          emailUnchanged: { target: 'enteringNewEmail.emailUnchanged', actions: 'keepProblem' },
          tooSoon: { target: 'enteringNewEmail.tooSoon', actions: 'keepProblem' },
          running: { target: 'enteringNewEmail.running', actions: 'keepProblem' },
          keyUsed: { target: 'sendingCode', reenter: true, actions: 'renewKey' },
          sessionEnded: { target: '#email-change.sessionEnded' },
          ...failuresTo('enteringNewEmail.problem'),
        }),
        onError: { target: 'enteringNewEmail.problem', actions: 'keepError' },
      },
    },
    linkInvalid: {
      tags: 'error',
      meta: {
        route: routes.enteringNewEmail,
        screen: 'email-change-invalid',
        title: 'email-change:invalid.title',
        onReload: 'restart',
        requirements: ['F-06', 'P-4', 'D-16'],
      },
      entry: 'forgetCheckpoint',
      on: { ASK_NEW_LINK: { target: '#email-change.requestingLink', actions: ['forgetEmail', 'forgetProblem'] } },
    },
  },
});
