import { failuresTo, onOutcome } from '../chart/outcomes.ts';
import { routes } from './account-thaw.rules.ts';
import { accountOf, accountThawSetup, checkpoint } from './account-thaw.setup.ts';
import type { SendThawLinkOutcome } from './account-thaw.types.ts';

const form = {
  route: routes.enteringAccount,
  screen: 'account-thaw-account',
  title: 'account-thaw:account.title',
} as const;

/**
 * Requesting the mailed link: the member names the account and is told that a link is on its way, whether or not such
 * an account exists (D-15).
 */
export const askingForLink = accountThawSetup.createStateConfig({
  initial: 'enteringAccount',
  states: {
    enteringAccount: {
      tags: 'form',
      meta: { ...form, onReload: 'resume', requirements: ['D-32', 'D-15', 'P-1', 'P-4'] },
      entry: checkpoint('enteringAccount'),
      on: {
        SUBMIT_FORM: {
          target: 'sendingLink',
          actions: { type: 'keepAccount', params: ({ event }) => ({ account: event.account }) },
        },
      },
      initial: 'blank',
      states: {
        blank: {},
        tooSoon: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    sendingLink: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['sendThawLink'],
        onReload: 'resume',
        lostAnswer: 'The same account under the same key gets the same answer, and no second mail.',
        requirements: ['D-32', 'P-3', 'SRC §7'],
      },
      entry: ['forgetProblem', checkpoint('enteringAccount')],
      invoke: {
        id: 'sendThawLink',
        src: 'sendThawLink',
        input: ({ context }) => ({ key: context.key, account: accountOf(context) }),
        onDone: onOutcome<SendThawLinkOutcome>()({
          sent: { target: 'linkSent', actions: 'renewKey' },
          tooSoon: { target: 'enteringAccount.tooSoon', actions: 'keepProblem' },
          keyUsed: { target: 'sendingLink', reenter: true, actions: 'renewKey' },
          ...failuresTo('enteringAccount.problem'),
        }),
        onError: { target: 'enteringAccount.problem', actions: 'keepError' },
      },
    },
    linkSent: {
      // The flow continues in the page that the link opens.
      tags: 'terminal',
      meta: {
        route: routes.linkSent,
        screen: 'account-thaw-sent',
        title: 'account-thaw:sent.title',
        onReload: 'resume',
        requirements: ['D-32', 'D-16', 'P-1', 'P-2'],
      },
      entry: checkpoint('linkSent'),
      on: { BACK: 'enteringAccount' },
    },
  },
});
