import type { ConfirmationOutput } from '../confirmation/confirmation.types.ts';
import { opened } from '../confirmation/open-draft.ts';
import { failuresTo, onOutcome, outcomeOf } from '../chart/outcomes.ts';
import { purchaseSetup, checkpoint, wanted } from './purchase.setup.ts';
import type { CreatePurchaseOutcome, GetPurchaseOptionsOutcome, PurchaseOutput } from './purchase.types.ts';

const form = { route: '/Plan', screen: 'purchase-plan', title: 'purchase:plan.title', onReload: 'resume' } as const;
const toFormWith = (problem: string) => ({ target: `enteringPlan.${problem}`, actions: 'keepProblem' }) as const;
const unavailableWith = (actions: 'keepProblem' | 'keepError') => ({ target: 'optionsUnavailable', actions }) as const;

/**
 * A plan is bought (F-13): the stage, what it means with its risk, the review, the second factor.
 *
 * The risk statement is acknowledged in the version that is in force. Where that changed meanwhile, it is read again.
 */
export const purchaseMachine = purchaseSetup.createMachine({
  id: 'purchase',
  context: ({ input }) => ({
    resume: input.resume,
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
      // The address of a step that was interrupted stays, so that it is not forgotten when the page is loaded once
      // more.
      meta: {
        route: '*',
        screen: 'purchase-loading',
        title: 'purchase:title',
        api: ['getPurchaseOptions'],
        onReload: 'resume',
        requirements: ['F-13', 'P-1', 'D-09'],
      },
      invoke: {
        id: 'getPurchaseOptions',
        src: 'getPurchaseOptions',
        onDone: onOutcome<GetPurchaseOptionsOutcome>()({
          loaded: { target: 'choosingStep', actions: 'keepOptions' },
          onHold: { target: 'onHold', actions: 'keepOptions' },
          unconfirmable: { target: 'unconfirmable', actions: 'keepOptions' },
          rateStale: unavailableWith('keepProblem'),
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('optionsUnavailable'),
        }),
        onError: unavailableWith('keepError'),
      },
    },
    optionsUnavailable: {
      tags: 'error',
      meta: {
        route: '*',
        screen: 'purchase-unavailable',
        title: 'purchase:title',
        onReload: 'resume',
        requirements: ['F-13', 'P-4', 'D-30'],
      },
      on: { RETRY: 'loadingOptions' },
    },
    onHold: {
      tags: 'terminal',
      meta: {
        route: '*',
        screen: 'purchase-on-hold',
        title: 'money:hold.title',
        onReload: 'resume',
        requirements: ['F-13', 'P-5'],
      },
      on: { LEAVE: 'left' },
    },
    unconfirmable: {
      tags: 'terminal',
      meta: {
        route: '*',
        screen: 'purchase-unconfirmable',
        title: 'purchase:unconfirmable.title',
        onReload: 'resume',
        requirements: ['F-13', 'D-08', 'P-5'],
      },
      on: { LEAVE: 'left' },
    },
    choosingStep: {
      always: [
        { guard: { type: 'interruptedAt', params: { step: 'confirming' } }, target: 'confirming' },
        { guard: { type: 'interruptedAt', params: { step: 'reviewing' } }, target: 'reviewing' },
        { guard: 'isStageChosen', target: 'enteringPlan' },
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
        SUBMIT_PLAN: { guard: 'isPriced', target: 'creatingPurchase', actions: 'keepAgreed' },
        SUBMIT_AMOUNT: [
          { guard: 'isBelowMinimum', target: '.belowMinimum', actions: 'keepTooLittle' },
          { guard: 'exceedsBalance', target: '.insufficientBalance', actions: 'keepTooMuch' },
          { guard: 'isCustom', target: 'creatingPurchase', actions: 'keepTyped' },
        ],
        BACK: { target: 'choosingStage' },
      },
      initial: 'blank',
      states: {
        blank: { on: { BALANCE_READ: { guard: 'isOtherBalance', actions: 'keepBalance' } } },
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
      invoke: {
        id: 'getPurchaseOptions',
        src: 'getPurchaseOptions',
        onDone: onOutcome<GetPurchaseOptionsOutcome>()({
          loaded: { target: 'enteringPlan.riskChanged', actions: 'keepTerms' },
          onHold: { target: 'onHold', actions: 'keepOptions' },
          unconfirmable: { target: 'unconfirmable', actions: 'keepOptions' },
          rateStale: unavailableWith('keepProblem'),
          sessionEnded: { target: 'sessionEnded' },
          ...failuresTo('optionsUnavailable'),
        }),
        onError: unavailableWith('keepError'),
      },
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
      meta: {
        route: '/Plan?step=code',
        screen: 'confirmation-reading',
        title: 'confirmation:noCode',
        api: ['getDraft'],
        onReload: 'resume',
        requirements: ['F-13', 'D-08', 'P-3'],
      },
      entry: checkpoint('confirming'),
      invoke: {
        id: 'confirmation',
        src: 'confirmation',
        input: ({ context }) => ({ draftId: opened(context).draft.id }),
        onDone: onOutcome<ConfirmationOutput>()({
          executed: { target: 'bought' },
          abandoned: { target: 'reviewing' },
          over: toFormWith('draftOver'),
          declined: toFormWith('declined'),
          sessionEnded: { target: 'sessionEnded' },
        }),
      },
    },
    bought: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: ({ event }): PurchaseOutput => ({
        kind: 'bought',
        receiptId: outcomeOf<Extract<ConfirmationOutput, { kind: 'executed' }>>(event).receiptId,
      }),
    },
    left: { type: 'final', entry: 'forgetCheckpoint', output: (): PurchaseOutput => ({ kind: 'left' }) },
    sessionEnded: {
      type: 'final',
      entry: 'forgetCheckpoint',
      output: (): PurchaseOutput => ({ kind: 'sessionEnded' }),
    },
  },
});
