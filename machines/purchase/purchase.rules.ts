import { compare, floorTo, multiply } from '#money/amount.ts';
import { scaleOf } from '#money/assets.ts';
import { aged } from '../confirmation/open-draft.ts';
import type {
  PlanStage,
  PurchaseCheckpoint,
  PurchaseContext,
  PurchaseOptions,
  PurchaseStep,
  StageName,
  TypedPurchase,
} from './purchase.types.ts';

/** The stage of a number; null if none is offered under it. */
export function stageOf(options: PurchaseOptions | null, stage: number | null): PlanStage | null {
  return options?.stages.find((each) => each.stage === stage) ?? null;
}

/** The number of the stage of a name; null if it is not offered. */
export function stageNamed(options: PurchaseOptions | null, name: StageName): number | null {
  return options?.stages.find((each) => each.name === name)?.stage ?? null;
}

/**
 * Whether the stage of a name is offered and what is available suffices for it: nobody reads about the risk of what
 * they can't pay.
 */
export function isWithinReach(options: PurchaseOptions | null, name: StageName): boolean {
  const plan = stageOf(options, stageNamed(options, name));
  return options !== null && plan !== null && isAffordable(options, plan);
}

/** Whether the stage is the one whose amount the member types. */
export function isCustom({ options, stage }: PurchaseContext): boolean {
  return stageOf(options, stage)?.amountUsd === null;
}

/** Whether the stage has a price. */
export function isPriced({ options, stage }: PurchaseContext): boolean {
  const plan = stageOf(options, stage);
  return plan !== null && plan.amountUsd !== null;
}

/** Whether the amount of the custom stage is not above its minimum (SRC §5, D-09). */
export function isBelowMinimum(context: PurchaseContext, { amountUsd }: TypedPurchase): boolean {
  return context.options !== null && isCustom(context) && compare(amountUsd, context.options.customAboveUsd) <= 0;
}

/** Whether the amount of the custom stage is more than what is available is worth, at the rate in force. */
export function exceedsBalance(context: PurchaseContext, { amountUsd }: TypedPurchase): boolean {
  const { options } = context;
  return options !== null && isCustom(context) && compare(amountUsd, multiply(options.available, options.rate)) > 0;
}

/**
 * Whether what is available suffices for the stage; for the custom one, for an amount in whole cents that is more than
 * its minimum.
 */
export function isAffordable({ available, rate, customAboveUsd }: PurchaseOptions, { amountUsdt }: PlanStage): boolean {
  return amountUsdt === null
    ? compare(floorTo(multiply(available, rate), scaleOf('USD')), customAboveUsd) > 0
    : compare(amountUsdt, available) <= 0;
}

const steps: readonly PurchaseStep[] = ['entering', 'reviewing', 'confirming'];

/**
 * The checkpoint to go on from, out of what was stored `age` milliseconds ago; null if it is damaged or of another
 * version. A draft that has run out meanwhile leaves what was typed.
 */
export function resumable(stored: unknown, age: number): PurchaseCheckpoint | null {
  const checkpoint = stored as Partial<PurchaseCheckpoint> | null;
  if (
    checkpoint?.version !== 1 ||
    typeof checkpoint.stage !== 'number' ||
    !steps.includes(checkpoint.step as PurchaseStep)
  )
    return null;
  const { step = 'entering', stage, amountUsd = null, acknowledged = null, open = null } = checkpoint;
  const entering: PurchaseCheckpoint = { version: 1, step: 'entering', stage, amountUsd, acknowledged, open: null };
  if (step === 'entering' || open === null) return entering;
  // What was confirmed may have been carried out: the draft is asked, however old it is.
  const later = aged(open, age);
  if (step === 'reviewing' && later.lifetime === 0) return entering;
  return { ...entering, step, open: later };
}

/** Whether a stage that is within reach was chosen, by the member, a link, or before the page was loaded again. */
export function isStageChosen({ options, stage, resume }: PurchaseContext): boolean {
  const plan = stageOf(options, resume?.stage ?? stage);
  return options !== null && plan !== null && isAffordable(options, plan);
}
