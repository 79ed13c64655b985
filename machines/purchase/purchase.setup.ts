import { assign, fromPromise, setup } from 'xstate';
import type { StepMeta, StepTag } from '../chart/meta.ts';
import { suffices, withAvailable } from '../chart/balances.ts';
import { notProvided, outcomeIs, outcomeOf } from '../chart/outcomes.ts';
import { interruptedAt } from '../chart/chart.rules.ts';
import { confirmationMachine } from '../confirmation/confirmation.machine.ts';
import { closedGuards, draftActions, draftLifetime } from '../confirmation/drafted.ts';
import {
  exceedsBalanceInUsd,
  firstWithinReach,
  isBelowPlanMinimum,
  isCustom,
  isPriced,
  isStageChosen,
  isWithinReach,
  stageNamed,
  tooLittle,
  tooMuch,
} from './purchase.rules.ts';
import type {
  CreatePurchaseInput,
  CreatePurchaseOutcome,
  GetPurchaseOptionsOutcome,
  PurchaseCheckpoint,
  PurchaseContext,
  PurchaseEvent,
  PurchaseInput,
  PurchaseOptions,
  PurchaseOutput,
  PurchaseStep,
} from './purchase.types.ts';

/** What the parts of the purchase chart share: its types, ports, guards, actions and delays. */
export const purchaseSetup = setup({
  types: {
    context: {} as PurchaseContext,
    events: {} as PurchaseEvent,
    input: {} as PurchaseInput,
    output: {} as PurchaseOutput,
    meta: {} as StepMeta<
      | 'purchase-loading'
      | 'purchase-unavailable'
      | 'purchase-on-hold'
      | 'purchase-unconfirmable'
      | 'purchase-stages'
      | 'purchase-plan'
      | 'purchase-review'
      | 'confirmation-reading'
    >,
    tags: {} as StepTag,
    children: {} as {
      getPurchaseOptions: 'getPurchaseOptions';
      createPurchase: 'createPurchase';
      confirmation: 'confirmation';
    },
  },
  actors: {
    getPurchaseOptions: fromPromise<GetPurchaseOptionsOutcome>(notProvided('getPurchaseOptions')),
    createPurchase: fromPromise<CreatePurchaseOutcome, CreatePurchaseInput>(notProvided('createPurchase')),
    confirmation: confirmationMachine,
  },
  guards: {
    outcomeIs,
    isOtherBalance: ({ context, event }) =>
      event.type === 'BALANCE_READ' &&
      context.options !== null &&
      event.options.available !== context.options.available,
    isSufficient: ({ context, event }) =>
      event.type === 'BALANCE_READ' && suffices(context.problem, availableIn(event.options)),
    interruptedAt: interruptedAt<PurchaseStep>,
    ...closedGuards,
    isStageChosen: ({ context }) => isStageChosen(context),
    isUnnamed: ({ context }) => context.unnamed && firstWithinReach(context.options) !== null,
    isWithinReach: ({ context, event }) =>
      (event.type === 'CHOOSE_STAGE' || event.type === 'CHANGE_STAGE') && isWithinReach(context.options, event.plan),
    isPriced: ({ context }) => isPriced(context),
    isCustom: ({ context }) => isCustom(context),
    isBelowMinimum: ({ context, event }) => event.type === 'SUBMIT_AMOUNT' && isBelowPlanMinimum(context, event.typed),
    exceedsBalance: ({ context, event }) => event.type === 'SUBMIT_AMOUNT' && exceedsBalanceInUsd(context, event.typed),
  },
  actions: {
    saveCheckpoint: (_, _checkpoint: PurchaseCheckpoint) => {},
    forgetCheckpoint: () => {},
    /** Everything else stays as the member saw it. */
    keepBalance: assign(({ context, event }) =>
      event.type === 'BALANCE_READ' && context.options !== null
        ? {
            options: { ...context.options, available: event.options.available },
            problem: withAvailable(context.problem, availableIn(event.options)),
          }
        : {},
    ),
    /**
     * The statement is a different one: the earlier acknowledgment does not apply to it, and the reason for asking
     * again stays on the screen.
     */
    keepTerms: assign({
      options: ({ event }) => outcomeOf<{ kind: string; options: PurchaseOptions }>(event).options,
      acknowledged: null,
    }),
    takeUpResume: assign(({ context: { resume } }) =>
      resume === null
        ? {}
        : {
            stage: resume.stage,
            amountUsd: resume.amountUsd,
            acknowledged: resume.acknowledged,
            open: resume.open,
            resume: null,
          },
    ),
    keepStage: assign(({ context, event }) =>
      event.type === 'CHOOSE_STAGE' || event.type === 'CHANGE_STAGE'
        ? { stage: stageNamed(context.options, event.plan), amountUsd: null, problem: null }
        : {},
    ),
    keepFirstStage: assign({ stage: ({ context }) => firstWithinReach(context.options), unnamed: false }),
    keepTyped: assign(({ context, event }) =>
      event.type === 'SUBMIT_AMOUNT'
        ? { amountUsd: event.typed.amountUsd, acknowledged: inForce(context), problem: null }
        : {},
    ),
    keepAgreed: assign(({ context }) => ({ acknowledged: inForce(context), problem: null })),
    dropStage: assign({ stage: null, amountUsd: null, acknowledged: null, open: null, problem: null }),
    keepTooLittle: assign(({ context, event }) =>
      event.type === 'SUBMIT_AMOUNT' ? { problem: tooLittle(context, event.typed) } : {},
    ),
    keepTooMuch: assign(({ context, event }) =>
      event.type === 'SUBMIT_AMOUNT'
        ? { amountUsd: event.typed.amountUsd, problem: tooMuch(context, event.typed) }
        : {},
    ),
    ...draftActions<PurchaseContext, PurchaseEvent>(),
  },
  delays: { draftLifetime },
});

/** The entry action that stores the current step. */
export function checkpoint(step: PurchaseStep) {
  return {
    type: 'saveCheckpoint',
    params: ({ context }: { context: PurchaseContext }): PurchaseCheckpoint => {
      const { amountUsd, acknowledged, open } = context;
      return {
        version: 1,
        step,
        stage: chosen(context),
        amountUsd,
        acknowledged,
        open: step === 'entering' ? null : open,
      };
    },
  } as const;
}

/** The request for the draft. Throws if something is missing, which is a bug in the chart. */
export function wanted(context: PurchaseContext): CreatePurchaseInput {
  const { amountUsd, acknowledged } = context;
  if (acknowledged === null) throw new Error('The call was entered without an acknowledged risk statement.');
  return { stage: chosen(context), amountUsd, riskVersion: acknowledged };
}

/** What there is of a unit: plans are paid in USDT. */
function availableIn({ available }: PurchaseOptions) {
  return (unit: string) => (unit === 'USDT' ? available : null);
}

/** The version of the risk statement that the form shows. */
function inForce({ options }: PurchaseContext): number | null {
  return options?.riskVersion ?? null;
}

function chosen({ stage }: PurchaseContext): number {
  if (stage === null) throw new Error('The step was entered without a stage.');
  return stage;
}
