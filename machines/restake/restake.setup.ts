import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { problemActions } from '../chart/problem.ts';
import { interruptedAt } from '../chart/chart.rules.ts';
import { confirmationMachine } from '../confirmation/confirmation.machine.ts';
import { expiredProblem } from '../confirmation/confirmation.rules.ts';
import { opened, openOf } from '../confirmation/open-draft.ts';
import { isDecided, isPossible, isRunning, isUnconfirmable } from './restake.rules.ts';
import type {
  CreateRestakeInput,
  CreateRestakeOutcome,
  GetStakeOptionsInput,
  GetStakeOptionsOutcome,
  RestakeCheckpoint,
  RestakeContext,
  RestakeDraft,
  RestakeEvent,
  RestakeInput,
  RestakeOutput,
  RestakeStep,
  StakeOptions,
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
    isUnconfirmable: ({ context }) => isUnconfirmable(context),
    isPossible: ({ context, event }) => event.type === 'CHOOSE_OPTION' && isPossible(context.options, event.option),
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: RestakeCheckpoint) => {},
    forgetCheckpoint: () => {},
    keepOptions: assign({
      options: ({ event }) => outcomeOf<{ kind: string; options: StakeOptions }>(event).options,
      problem: null,
    }),
    takeUpResume: assign(({ context: { resume } }) =>
      resume === null ? {} : { option: resume.option, open: resume.open, resume: null },
    ),
    keepOption: assign(({ event }) => (event.type === 'CHOOSE_OPTION' ? { option: event.option, problem: null } : {})),
    keepDraft: assign({
      open: ({ event }) => openOf(outcomeOf<{ kind: string; draft: RestakeDraft }>(event).draft),
      problem: null,
    }),
    dropDraft: assign({ open: null }),
    ...problemActions<RestakeContext, RestakeEvent>(),
    keepExpiry: assign({ problem: expiredProblem }),
  },
  delays: {
    /** The draft holds for the minutes of the rules (S-16). */
    draftLifetime: ({ context }) => opened(context).lifetime,
  },
});

/** The entry action that stores where the flow stands. */
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

/** What the draft is asked with. Throws where nothing was chosen, which is a mistake in the chart. */
export function wanted({ stakeId, option }: RestakeContext): CreateRestakeInput {
  if (option === null) throw new Error('The call was entered without a choice.');
  return { stakeId, option };
}
