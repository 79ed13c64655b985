import { onOutcome } from '../chart/outcomes.ts';
import { allowListSetup, checkpoint, proofAnswers, proofStates, proved, unknownChange } from './allow-list.setup.ts';
import type { TurnOffAllowListOutcome } from './allow-list.types.ts';

const form = {
  route: '/AllowList?step=off',
  screen: 'allow-list-off',
  title: 'allow-list:lift.title',
} as const;

/** Turning it off asks for the same, and a wait follows. */
export const turningOff = allowListSetup.createStateConfig({
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
        api: ['turnOffAllowList'],
        onReload: 'reconcile',
        requirements: ['F-10', 'D-33', 'P-3', 'SRC §7'],
      },
      entry: checkpoint('turningOff'),
      invoke: {
        id: 'turnOffAllowList',
        src: 'turnOffAllowList',
        input: ({ context, event }) => proved(context, event),
        onDone: onOutcome<TurnOffAllowListOutcome>()({
          changed: { target: '#allow-list.turnedOff' },
          alreadyOff: { target: '#allow-list.alreadyOff' },
          ...proofAnswers,
        }),
        onError: { target: 'outcomeUnknown', actions: 'keepError' },
      },
    },
    ...unknownChange(form.route),
  },
});
