import { confirmationStep, receiptOf } from '../confirmation/drafted.ts';
import { opened } from '../confirmation/open-draft.ts';
import { optionsUnavailable } from '../chart/options-step.ts';
import { endsAs } from '../chart/ends.ts';
import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { restakeSetup, checkpoint, wanted } from './restake.setup.ts';
import type { CreateRestakeOutcome, GetStakeOptionsOutcome, RestakeOutput } from './restake.types.ts';

const form = { route: '/ReStaking', screen: 'restake-options', title: 'restake:title', onReload: 'resume' } as const;
const toFormWith = (problem: string) => ({ target: `choosingOption.${problem}`, actions: 'keepProblem' }) as const;
const toStep = { target: 'choosingStep', actions: 'keepOptions' } as const;

/**
 * What happens to a matured stake (F-14): one of three options, the review, the second factor.
 *
 * The outcome of a choice that was under way is requested first: it may have been carried out, and so have decided the
 * stake.
 */
export const restakeMachine = restakeSetup.createMachine({
  id: 'restake',
  context: ({ input }) => ({
    stakeId: input.stakeId,
    resume: input.resume,
    options: null,
    option: null,
    open: null,
    problem: null,
  }),
  initial: 'loadingOptions',
  output: ({ event }) => outcomeOf<RestakeOutput>(event),
  states: {
    loadingOptions: {
      tags: 'waiting',
      // Keeps the URL of an interrupted step, so that another reload still finds it.
      meta: {
        route: '*',
        screen: 'restake-loading',
        title: 'restake:title',
        api: ['getStakeOptions'],
        onReload: 'resume',
        requirements: ['F-14', 'P-1', 'D-10'],
      },
      invoke: {
        id: 'getStakeOptions',
        src: 'getStakeOptions',
        input: ({ context }) => ({ stakeId: context.stakeId }),
        onDone: onOutcome<GetStakeOptionsOutcome>()({
          loaded: toStep,
          running: toStep,
          decided: toStep,
          unconfirmable: toStep,
          gone: { target: 'stakeGone', actions: 'keepProblem' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('optionsUnavailable'),
        }),
        onError: { target: 'optionsUnavailable', actions: 'keepError' },
      },
    },
    optionsUnavailable: optionsUnavailable('restake', 'F-14'),
    stakeGone: {
      tags: 'error',
      meta: {
        route: '*',
        screen: 'restake-gone',
        title: 'restake:title',
        onReload: 'restart',
        requirements: ['F-14', 'P-4', 'SRC §8'],
      },
      on: { LEAVE: 'left' },
    },
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'confirming' } }, target: 'confirming' },
        { guard: 'isRunning', target: 'stakeRunning' },
        { guard: 'isDecided', target: 'stakeDecided' },
        { guard: 'isUnconfirmable', target: 'unconfirmable' },
        { guard: { type: 'interruptedAt', params: { step: 'reviewing' } }, target: 'reviewing' },
        { target: 'choosingOption' },
      ],
      exit: 'takeUpResume',
    },
    stakeRunning: {
      tags: 'terminal',
      meta: { ...form, screen: 'restake-running', requirements: ['F-14', 'D-10', 'D-27', 'P-5', 'SRC §4'] },
      entry: ['dropDraft', checkpoint('choosing')],
      on: { LEAVE: 'left' },
    },
    stakeDecided: {
      tags: 'terminal',
      meta: { ...form, screen: 'restake-decided', requirements: ['F-14', 'D-10', 'P-5'] },
      entry: ['dropDraft', checkpoint('choosing')],
      on: { LEAVE: 'left' },
    },
    unconfirmable: {
      tags: 'terminal',
      meta: {
        ...form,
        screen: 'restake-unconfirmable',
        title: 'confirmation:unconfirmable.title',
        requirements: ['F-14', 'D-08', 'P-5'],
      },
      entry: ['dropDraft', checkpoint('choosing')],
      on: { LEAVE: 'left' },
    },
    choosingOption: {
      tags: 'form',
      meta: { ...form, requirements: ['F-14', 'P-1', 'P-2', 'P-4', 'D-10', 'D-24', 'SRC §4', 'SRC §9'] },
      entry: ['dropDraft', checkpoint('choosing')],
      on: {
        CHOOSE_OPTION: { guard: 'isPossible', target: 'creatingRestake', actions: 'keepOption' },
        LEAVE: 'left',
      },
      initial: 'blank',
      states: {
        blank: {},
        notMatured: { tags: 'error' },
        nothingToMove: { tags: 'error' },
        forbidden: { tags: 'error' },
        draftOver: { tags: 'error' },
        declined: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    creatingRestake: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['createRestake'],
        lostAnswer: 'A draft moves nothing; pressing again makes another, and the older one is void.',
        requirements: ['F-14', 'P-3'],
      },
      entry: checkpoint('choosing'),
      invoke: {
        id: 'createRestake',
        src: 'createRestake',
        input: ({ context }) => wanted(context),
        onDone: onOutcome<CreateRestakeOutcome>()({
          created: { target: 'reviewing', actions: 'keepDraft' },
          notMatured: toFormWith('notMatured'),
          nothingToMove: toFormWith('nothingToMove'),
          gone: { target: 'stakeGone', actions: 'keepProblem' },
          forbidden: toFormWith('forbidden'),
          running: { target: 'choosingOption' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('choosingOption.problem'),
        }),
        onError: { target: 'choosingOption.problem', actions: 'keepError' },
      },
    },
    reviewing: {
      meta: {
        route: '/ReStaking?step=review',
        screen: 'restake-review',
        title: 'restake:review.title',
        onReload: 'resume',
        requirements: ['F-14', 'P-1', 'P-2', 'D-24', 'D-26'],
      },
      entry: checkpoint('reviewing'),
      after: { draftLifetime: { target: 'choosingOption.draftOver', actions: 'keepExpiry' } },
      on: { CONFIRM: 'confirming', BACK: { target: 'choosingOption', actions: 'forgetProblem' } },
    },
    confirming: {
      ...confirmationStep({
        route: '/ReStaking?step=code',
        requirements: ['F-14'],
        executed: 'decided',
        over: toFormWith('draftOver'),
        declined: toFormWith('declined'),
      }),
      entry: checkpoint('confirming'),
    },
    decided: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: ({ context, event }): RestakeOutput => ({
        kind: 'decided',
        option: opened(context).draft.choice.option,
        receiptId: receiptOf(event),
      }),
    },
    left: endsAs<RestakeOutput>('left'),
    sessionEnded: endsAs<RestakeOutput>('sessionEnded'),
  },
});
