import { onOutcome } from '../chart/outcomes.ts';
import { allowListSetup, checkpoint, proofAnswers, proofStates, proved, unknownChange } from './allow-list.setup.ts';
import type { ChangeAllowListOutcome } from './allow-list.types.ts';

const form = {
  route: '/AllowList?step=on',
  screen: 'allow-list-on',
  title: 'allow-list:limit.title',
} as const;

/** Turning it on: the password and, with an app set up, a code of it or a recovery code. */
export const turningOn = allowListSetup.createStateConfig({
  initial: 'enteringProof',
  states: {
    enteringProof: {
      tags: 'form',
      meta: { ...form, onReload: 'restart', requirements: ['F-10', 'D-33', 'P-1', 'P-2', 'P-4', 'P-5'] },
      on: {
        SUBMIT_PASSWORD: { guard: { type: 'provesBy', params: { proof: 'password' } }, target: 'changing' },
        SUBMIT_WITH_CODE: { guard: { type: 'provesBy', params: { proof: 'app' } }, target: 'changing' },
        BACK: { target: '#allow-list.showingState', actions: 'forgetProblem' },
      },
      ...proofStates,
    },
    changing: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['turnOnAllowList'],
        onReload: 'reconcile',
        requirements: ['F-10', 'D-33', 'P-3', 'SRC §7'],
      },
      entry: checkpoint('turningOn'),
      invoke: {
        id: 'turnOnAllowList',
        src: 'turnOnAllowList',
        input: ({ context, event }) => proved(context, event),
        onDone: onOutcome<ChangeAllowListOutcome>()({
          changed: { target: '#allow-list.turnedOn' },
          ...proofAnswers,
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    ...unknownChange(form.route),
  },
});
