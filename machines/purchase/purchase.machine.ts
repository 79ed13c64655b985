import { closedSteps, confirmedOrClosed, confirmationStep, receiptOf } from '../confirmation/drafted.ts';
import { balanceRead } from '../chart/balances.ts';
import { optionsUnavailable } from '../chart/options-step.ts';
import { endsAs } from '../chart/ends.ts';
import { failuresTo, onOutcome, outcomeOf, type Branch } from '../chart/outcomes.ts';
import { purchaseSetup, checkpoint, wanted } from './purchase.setup.ts';
import type { CreatePurchaseOutcome, GetPurchaseOptionsOutcome, PurchaseOutput } from './purchase.types.ts';

const form = { route: '/Plan', screen: 'purchase-plan', title: 'purchase:plan.title', onReload: 'resume' } as const;
const toFormWith = (problem: string) => ({ target: `enteringPlan.${problem}`, actions: 'keepProblem' }) as const;

/** Reads what can be bought, and goes on with it by `loaded` where something can. */
const readingOptions = <const TLoaded extends Branch>(loaded: TLoaded) =>
  ({
    id: 'getPurchaseOptions',
    src: 'getPurchaseOptions',
    onDone: onOutcome<GetPurchaseOptionsOutcome>()({
      loaded,
      onHold: { target: 'choosingStep', actions: 'keepOptions' },
      unconfirmable: { target: 'choosingStep', actions: 'keepOptions' },
      rateStale: { target: 'optionsUnavailable', actions: 'keepProblem' },
      sessionEnded: { target: 'sessionEnded' },
      ...failuresTo('optionsUnavailable'),
    }),
    onError: { target: 'optionsUnavailable', actions: 'keepError' },
  }) as const;

/**
 * The purchase of a plan (F-13): the stage, its meaning and risk, the review, the second factor.
 *
 * The risk statement is acknowledged in the version in force. If that has changed in the meantime, it is read again.
 */
export const purchaseMachine = purchaseSetup.createMachine({
  id: 'purchase',
  context: ({ input }) => ({
    resume: input.resume,
    unnamed: input.unnamed,
    options: null,
    stage: input.linked,
    amountUsd: null,
    acknowledged: null,
    open: null,
    problem: null,
  }),
  initial: 'loadingOptions',
  output: ({ event }) => outcomeOf<PurchaseOutput>(event),
  states: {
    loadingOptions: {
      tags: 'waiting',
      // Keeps the URL of an interrupted step, so that another reload still finds it.
      meta: {
        route: '*',
        screen: 'purchase-loading',
        title: 'purchase:title',
        api: ['getPurchaseOptions'],
        onReload: 'resume',
        requirements: ['F-13', 'P-1', 'D-09'],
      },
      invoke: readingOptions({ target: 'choosingStep', actions: 'keepOptions' }),
    },
    optionsUnavailable: optionsUnavailable('purchase', 'F-13'),
    ...closedSteps({ flow: 'purchase', route: '*', requirement: 'F-13' }),
    choosingStep: {
      always: [
        ...confirmedOrClosed,
        { guard: { type: 'interruptedAt', params: { step: 'reviewing' } }, target: 'reviewing' },
        { guard: 'isStageChosen', target: 'enteringPlan' },
        { guard: 'isUnnamed', target: 'enteringPlan', actions: 'keepFirstStage' },
        { target: 'choosingStage' },
      ],
      exit: 'takeUpResume',
    },
    choosingStage: {
      tags: 'form',
      meta: {
        route: '/Package',
        screen: 'purchase-stages',
        title: 'purchase:title',
        onReload: 'resume',
        requirements: ['F-13', 'P-1', 'D-09', 'D-31', 'SRC §9'],
      },
      entry: ['dropStage', 'forgetCheckpoint'],
      on: {
        CHOOSE_STAGE: { guard: 'isWithinReach', target: 'enteringPlan', actions: 'keepStage' },
        BALANCE_READ: { guard: 'isOtherBalance', actions: 'keepBalance' },
      },
    },
    enteringPlan: {
      tags: 'form',
      meta: { ...form, requirements: ['F-13', 'P-1', 'P-2', 'P-4', 'D-24', 'D-25', 'D-31', 'SRC §5'] },
      entry: ['dropDraft', checkpoint('entering')],
      on: {
        CHANGE_STAGE: { guard: 'isWithinReach', target: 'enteringPlan', reenter: true, actions: 'keepStage' },
        SUBMIT_PLAN: { guard: 'isPriced', target: 'creatingPurchase', actions: 'keepAgreed' },
        SUBMIT_AMOUNT: [
          { guard: 'isBelowMinimum', target: '.belowMinimum', actions: 'keepTooLittle' },
          { guard: 'exceedsBalance', target: '.insufficientBalance', actions: 'keepTooMuch' },
          { guard: 'isCustom', target: 'creatingPurchase', actions: 'keepTyped' },
        ],
        ...balanceRead,
        BACK: { target: 'choosingStage' },
      },
      initial: 'blank',
      states: {
        blank: {},
        belowMinimum: { tags: 'error' },
        riskChanged: { tags: 'error' },
        insufficientBalance: { tags: 'error' },
        rateStale: { tags: 'error' },
        forbidden: { tags: 'error' },
        draftOver: { tags: 'error' },
        declined: { tags: 'error' },
        problem: { tags: 'error' },
      },
    },
    creatingPurchase: {
      tags: 'waiting',
      meta: {
        ...form,
        api: ['createPurchase'],
        lostAnswer: 'A draft moves nothing; pressing again makes another, and the older one is void.',
        requirements: ['F-13', 'P-3'],
      },
      entry: checkpoint('entering'),
      invoke: {
        id: 'createPurchase',
        src: 'createPurchase',
        input: ({ context }) => wanted(context),
        onDone: onOutcome<CreatePurchaseOutcome>()({
          created: { target: 'reviewing', actions: 'keepDraft' },
          belowMinimum: toFormWith('belowMinimum'),
          riskChanged: { target: 'rereadingTerms', actions: 'keepProblem' },
          insufficientBalance: toFormWith('insufficientBalance'),
          rateStale: toFormWith('rateStale'),
          forbidden: toFormWith('forbidden'),
          running: { target: 'enteringPlan' },
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('enteringPlan.problem'),
        }),
        onError: { target: 'enteringPlan.problem', actions: 'keepError' },
      },
    },
    rereadingTerms: {
      tags: 'waiting',
      meta: { ...form, api: ['getPurchaseOptions'], requirements: ['F-13', 'D-31'] },
      invoke: readingOptions({ target: 'enteringPlan.riskChanged', actions: 'keepTerms' }),
    },
    reviewing: {
      meta: {
        route: '/Plan?step=review',
        screen: 'purchase-review',
        title: 'purchase:review.title',
        onReload: 'resume',
        requirements: ['F-13', 'P-1', 'P-2', 'D-24', 'D-26', 'D-31'],
      },
      entry: checkpoint('reviewing'),
      after: { draftLifetime: { target: 'enteringPlan.draftOver', actions: 'keepExpiry' } },
      on: { CONFIRM: 'confirming', BACK: { target: 'enteringPlan', actions: 'forgetProblem' } },
    },
    confirming: {
      ...confirmationStep({
        route: '/Plan?step=code',
        requirements: ['F-13'],
        executed: 'bought',
        over: toFormWith('draftOver'),
        declined: toFormWith('declined'),
      }),
      entry: checkpoint('confirming'),
    },
    bought: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: ({ event }): PurchaseOutput => ({
        kind: 'bought',
        receiptId: receiptOf(event),
      }),
    },
    left: endsAs<PurchaseOutput>('left'),
    sessionEnded: endsAs<PurchaseOutput>('sessionEnded'),
  },
});
