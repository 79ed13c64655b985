import { onOutcome } from '../chart/outcomes.ts';
import { chart, sameKeyAgain } from './email-change.setup.ts';
import { routes } from './email-change.rules.ts';
import type { SendLinkOutcome } from './email-change.types.ts';

const form = { route: '/ChangeEmail1', screen: 'email-change', title: 'email-change:title' } as const;

/** The first step: the password is shown, and a link goes to the present address. */
export const requestingLink = chart.createStateConfig({
  initial: 'enteringPassword',
  states: {
    enteringPassword: {
      tags: 'form',
      meta: { ...form, onReload: 'resume', requirements: ['F-06', 'P-1', 'P-4', 'SRC §2', 'SRC §4'] },
      entry: 'forgetCheckpoint',
      on: { SUBMIT_PASSWORD: 'sendingLink', CANCEL: '#email-change.cancelled' },
      initial: 'blank',
      states: {
        blank: {},
        wrongPassword: { tags: 'error' },
        tooSoon: { tags: 'error' },
        running: { tags: 'error' },
        refused: { tags: 'error' },
        throttled: { tags: 'error' },
        failed: { tags: 'error' },
        maintenance: { tags: 'error' },
        unreachable: { tags: 'error' },
      },
    },
    sendingLink: {
      tags: 'waiting',
      meta: { ...form, api: ['sendChangeEmailUrl'], onReload: 'restart', lostAnswer: sameKeyAgain, requirements: ['F-06', 'P-3', 'SRC §7'] },
      invoke: {
        id: 'sendChangeEmailUrl',
        src: 'sendChangeEmailUrl',
        input: ({ context, event }) => ({ key: context.key, password: (event as { password: string }).password }),
        onDone: onOutcome<SendLinkOutcome>()({
          sent: { target: 'linkSent', actions: ['renewKey', 'forgetProblem'] },
          wrongPassword: { target: 'enteringPassword.wrongPassword', actions: 'keepProblem' },
          tooSoon: { target: 'enteringPassword.tooSoon', actions: 'keepProblem' },
          running: { target: 'enteringPassword.running', actions: 'keepProblem' },
          // The password is not kept, so the member sends it once more.
          keyUsed: { target: 'enteringPassword.refused', actions: ['renewKey', 'keepProblem'] },
          sessionEnded: { target: '#email-change.sessionEnded' },
          refused: { target: 'enteringPassword.refused', actions: 'keepProblem' },
          throttled: { target: 'enteringPassword.throttled', actions: 'keepProblem' },
          failed: { target: 'enteringPassword.failed', actions: 'keepProblem' },
          maintenance: { target: 'enteringPassword.maintenance', actions: 'keepProblem' },
        }),
        onError: { target: 'enteringPassword.unreachable', actions: 'keepError' },
      },
    },
    linkSent: {
      meta: { route: routes.linkSent, screen: 'email-change-sent', title: 'email-change:sent.title', onReload: 'resume', requirements: ['F-06', 'P-1', 'P-2', 'SRC §4'] },
      entry: { type: 'saveCheckpoint', params: ({ context }) => ({ version: 1, step: 'linkSent', key: context.key }) },
      // Another link asks for the password again, which nobody has kept.
      on: { BACK: 'enteringPassword' },
    },
  },
});
