import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs } from '../chart/outcomes.ts';
import { interruptedAt } from '../chart/chart.rules.ts';
import { confirmationMachine } from '../confirmation/confirmation.machine.ts';
import { draftActions, draftLifetime, isUnconfirmable } from '../confirmation/drafted.ts';
import { isDecided, isPossible, isRunning } from './restake.rules.ts';
import type {
  CreateRestakeInput,
  CreateRestakeOutcome,
  GetStakeOptionsInput,
  GetStakeOptionsOutcome,
  RestakeCheckpoint,
  RestakeContext,
  RestakeEvent,
  RestakeInput,
  RestakeOutput,
  RestakeStep,
} from './restake.types.ts';

/** What the parts of the restake chart share: its types, ports, guards, actions and delays. */
export const restakeSetup = setup({
  types: {
    context: {} as RestakeContext,
    events: {} as RestakeEvent,
    input: {} as RestakeInput,
    output: {} as RestakeOutput,
    meta: {} as StepMeta<
      | 'restake-loading'
      | 'restake-unavailable'
      | 'restake-gone'
      | 'restake-running'
      | 'restake-decided'
      | 'restake-unconfirmable'
      | 'restake-options'
      | 'restake-review'
      | 'confirmation-reading'
    >,
    tags: {} as StepTag,
    children: {} as {
      getStakeOptions: 'getStakeOptions';
      createRestake: 'createRestake';
      confirmation: 'confirmation';
    },
  },
  actors: {
    getStakeOptions: fromPromise<GetStakeOptionsOutcome, GetStakeOptionsInput>(notProvided('getStakeOptions')),
    createRestake: fromPromise<CreateRestakeOutcome, CreateRestakeInput>(notProvided('createRestake')),
    confirmation: confirmationMachine,
  },
  guards: {
    outcomeIs,
    interruptedAt: interruptedAt<RestakeStep>,
    isRunning: ({ context }) => isRunning(context),
    isDecided: ({ context }) => isDecided(context),
    isUnconfirmable,
    isPossible: ({ context, event }) => event.type === 'CHOOSE_OPTION' && isPossible(context.options, event.option),
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: RestakeCheckpoint) => {},
    forgetCheckpoint: () => {},
    takeUpResume: assign(({ context: { resume } }) =>
      resume === null ? {} : { option: resume.option, open: resume.open, resume: null },
    ),
    keepOption: assign(({ event }) => (event.type === 'CHOOSE_OPTION' ? { option: event.option, problem: null } : {})),
    ...draftActions<RestakeContext, RestakeEvent>(),
  },
  delays: { draftLifetime },
});

/** The entry action that stores the current step. */
export function checkpoint(step: RestakeStep) {
  return {
    type: 'saveCheckpoint',
    params: ({ context: { stakeId, option, open } }: { context: RestakeContext }): RestakeCheckpoint => ({
      version: 1,
      step,
      stakeId,
      option,
      open: step === 'choosing' ? null : open,
    }),
  } as const;
}

/** The request for the draft. Throws if nothing was chosen, which is a bug in the chart. */
export function wanted({ stakeId, option }: RestakeContext): CreateRestakeInput {
  if (option === null) throw new Error('The call was entered without a choice.');
  return { stakeId, option };
}
