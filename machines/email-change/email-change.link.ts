import { sameKeyAgain } from '../chart/earlier-call.ts';
import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { emailChangeSetup } from './email-change.setup.ts';
import { routes } from './email-change.rules.ts';
import type { EmailChangeEvent, GetTwoFactorInfoOutcome, SendLinkOutcome } from './email-change.types.ts';

const form = { route: '/ChangeEmail1', screen: 'email-change', title: 'email-change:title' } as const;

/**
 * The first step: the member types the password, with a code of the app if one is bound, and a link goes to the current
 * address.
 */
export const requestingLink = emailChangeSetup.createStateConfig({
  initial: 'loadingInfo',
  states: {
    loadingInfo: {
      tags: 'waiting',
      meta: {
        ...form,
        screen: 'email-change-loading',
        api: ['getTwoFactorInfo'],
        onReload: 'resume',
        requirements: ['F-06', 'P-1', 'SRC §7'],
      },
      entry: 'forgetCheckpoint',
      invoke: {
        id: 'getTwoFactorInfo',
        src: 'getTwoFactorInfo',
        onDone: onOutcome<GetTwoFactorInfoOutcome>()({
          off: {
            target: 'enteringPassword',
            actions: [{ type: 'keepBound', params: { bound: false } }, 'forgetProblem'],
          },
          on: {
            target: 'enteringPassword',
            actions: [{ type: 'keepBound', params: { bound: true } }, 'forgetProblem'],
          },
          sessionEnded: { target: '#email-change.sessionEnded' },
          ...failuresTo('infoUnavailable'),
        }),
        onError: { target: 'infoUnavailable', actions: 'keepError' },
      },
    },
    infoUnavailable: {
      tags: 'error',
      meta: { ...form, screen: 'email-change-unavailable', onReload: 'restart', requirements: ['F-06', 'P-4', 'D-30'] },
      on: { RETRY: 'loadingInfo', CANCEL: '#email-change.cancelled' },
    },
    enteringPassword: {
      tags: 'form',
      meta: { ...form, onReload: 'resume', requirements: ['F-06', 'P-1', 'P-4', 'SRC §2', 'SRC §4'] },
      entry: 'forgetCheckpoint',
      on: {
        SUBMIT_PASSWORD: { guard: 'isNotBound', target: 'sendingLink' },
        SUBMIT_WITH_CODE: { guard: 'isBound', target: 'sendingLink' },
        CANCEL: '#email-change.cancelled',
      },
      initial: 'blank',
      states: {
        blank: {},
        wrongPassword: { tags: 'error' },
        wrongCode: { tags: 'error' },
        codeNeeded: { tags: 'error' },
        tooSoon: { tags: 'error' },
        running: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    sendingLink: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['sendChangeEmailUrl'],
        onReload: 'restart',
        lostAnswer: sameKeyAgain,
        requirements: ['F-06', 'P-3', 'SRC §7'],
      },
      invoke: {
        id: 'sendChangeEmailUrl',
        src: 'sendChangeEmailUrl',
        input: ({ context, event }) => ({ key: context.key, ...submitted(event) }),
        onDone: onOutcome<SendLinkOutcome>()({
          sent: { target: 'linkSent', actions: ['renewKey', 'forgetProblem'] },
          wrongPassword: { target: 'enteringPassword.wrongPassword', actions: 'keepProblem' },
          // This call carried no code, so the answer means that one is needed.
          wrongCode: {
            target: 'enteringPassword.wrongCode',
            actions: [{ type: 'keepBound', params: { bound: true } }, 'keepProblem'],
          },
          codeNeeded: {
            target: 'enteringPassword.codeNeeded',
            actions: [{ type: 'keepBound', params: { bound: true } }, 'keepProblem'],
          },
          tooSoon: { target: 'enteringPassword.tooSoon', actions: 'keepProblem' },
          running: { target: 'enteringPassword.running', actions: 'keepProblem' },
          // The password is not kept, so the member sends it once more.
          keyUsed: { target: 'enteringPassword.problem', actions: ['renewKey', 'keepProblem'] },
          sessionEnded: { target: '#email-change.sessionEnded' },
          ...failuresTo('enteringPassword.problem'),
        }),
        onError: { target: 'enteringPassword.problem', actions: 'keepError' },
      },
    },
    linkSent: {
      meta: {
        route: routes.linkSent,
        screen: 'email-change-sent',
        title: 'email-change:sent.title',
        onReload: 'resume',
        requirements: ['F-06', 'P-1', 'P-2', 'SRC §4'],
      },
      entry: { type: 'saveCheckpoint', params: ({ context }) => ({ version: 1, step: 'linkSent', key: context.key }) },
      // Another link needs the password again, which is not kept.
      on: { BACK: 'loadingInfo' },
    },
  },
});

/** What the form carried; entering the call state by any other event is a bug in the chart. */
function submitted(event: EmailChangeEvent): { password: string; code: string | null } {
  if (event.type === 'SUBMIT_PASSWORD') return { password: event.password, code: null };
  if (event.type === 'SUBMIT_WITH_CODE') return { password: event.password, code: event.code };
  throw new Error(`The call was entered by ${event.type}.`);
}
