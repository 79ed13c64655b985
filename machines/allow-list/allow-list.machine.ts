import { endsAs } from '../chart/ends.ts';
import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { keyOfRun } from '../chart/chart.rules.ts';
import { allowListSetup } from './allow-list.setup.ts';
import { turningOff } from './allow-list.turning-off.ts';
import { turningOn } from './allow-list.turning-on.ts';
import type { AllowListOutput, AllowListProof, AllowListState } from './allow-list.types.ts';
import type { GetAllowListOutcome, KeepAllowListOutcome } from './allow-list.types.ts';

const shown = { route: '/AllowList', screen: 'allow-list-state-asking', title: 'allow-list:title' } as const;

/** What the server says of the limit, and what a change of it requires. */
const told = <const TState extends AllowListState, const TProof extends AllowListProof>(state: TState, proof: TProof) =>
  ({
    target: 'choosingStep',
    actions: [{ type: 'know', params: { state } }, { type: 'provingBy', params: { proof } }, 'forgetProblem'],
  }) as const;

/**
 * Withdrawals only to saved addresses (F-10, D-28): seeing whether it is so, turning it on and off, and keeping it on.
 *
 * A change asks for what protects the account. Keeping it on asks for nothing, since it makes nothing easier. A lost
 * response to a change never leads back to its form: the server is asked for the outcome by key.
 */
export const allowListMachine = allowListSetup.createMachine({
  id: 'allow-list',
  context: ({ input }) => ({
    key: keyOfRun(input),
    resume: input.resume,
    problem: null,
    state: 'off',
    proof: 'password',
  }),
  initial: 'loadingState',
  output: ({ event }) => outcomeOf<AllowListOutput>(event),
  states: {
    loadingState: {
      tags: 'waiting',
      // Keeps the URL of an interrupted step, so that another reload still finds it.
      meta: {
        route: '*',
        screen: 'allow-list-loading',
        title: 'allow-list:title',
        api: ['getAllowList'],
        onReload: 'resume',
        requirements: ['F-10', 'D-33', 'P-1', 'SRC §7'],
      },
      invoke: {
        id: 'getAllowList',
        src: 'getAllowList',
        onDone: onOutcome<GetAllowListOutcome>()({
          unlimited: told('off', 'password'),
          unlimitedWithApp: told('off', 'app'),
          limited: told('on', 'password'),
          limitedWithApp: told('on', 'app'),
          turningOff: told('turningOff', 'password'),
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('stateUnavailable'),
        }),
        onError: { target: 'stateUnavailable', actions: 'keepError' },
      },
    },
    stateUnavailable: {
      tags: 'error',
      meta: {
        route: '*',
        screen: 'allow-list-unavailable',
        title: 'allow-list:title',
        onReload: 'resume',
        requirements: ['F-10', 'D-33', 'P-4', 'D-30'],
      },
      on: { RETRY: 'loadingState' },
    },
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'turningOn' } }, target: 'turningOn.reconciling' },
        { guard: { type: 'interruptedAt', params: { step: 'turningOff' } }, target: 'turningOff.reconciling' },
        { target: 'showingState' },
      ],
      exit: 'forgetResume',
    },
    showingState: {
      meta: { ...shown, onReload: 'resume', requirements: ['F-10', 'D-28', 'D-33', 'P-1', 'P-4', 'P-5'] },
      entry: 'forgetCheckpoint',
      on: {
        TURN_ON: {
          guard: { type: 'isState', params: { state: 'off' } },
          target: 'turningOn',
          actions: 'forgetProblem',
        },
        TURN_OFF: {
          guard: { type: 'isState', params: { state: 'on' } },
          target: 'turningOff',
          actions: 'forgetProblem',
        },
        KEEP: { guard: { type: 'isState', params: { state: 'turningOff' } }, target: 'keeping' },
        LEAVE: 'left',
      },
      initial: 'plain',
      states: {
        plain: {},
        notDone: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    keeping: {
      tags: 'waiting',
      meta: {
        ...shown,
        api: ['keepAllowList'],
        onReload: 'restart',
        lostAnswer:
          'Pressing again keeps it on again, under another key: the answer says how it is then, and nothing is mailed twice.',
        requirements: ['F-10', 'D-33', 'P-3', 'SRC §7'],
      },
      invoke: {
        id: 'keepAllowList',
        src: 'keepAllowList',
        input: ({ context }) => ({ key: context.key }),
        onDone: onOutcome<KeepAllowListOutcome>()({
          kept: { target: 'kept' },
          alreadyOff: {
            target: 'showingState.problem',
            actions: [{ type: 'know', params: { state: 'off' } }, 'keepProblem'],
          },
          running: { target: 'showingState.problem', actions: 'keepProblem' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('showingState.problem'),
        }),
        onError: { target: 'showingState.problem', actions: 'keepError' },
      },
    },
    turningOn,
    turningOff,
    turnedOn: endsAs<AllowListOutput>('turnedOn'),
    turnedOff: endsAs<AllowListOutput>('turnedOff'),
    kept: endsAs<AllowListOutput>('kept'),
    alreadyOff: endsAs<AllowListOutput>('alreadyOff'),
    left: endsAs<AllowListOutput>('left'),
    sessionEnded: endsAs<AllowListOutput>('sessionEnded'),
  },
});
