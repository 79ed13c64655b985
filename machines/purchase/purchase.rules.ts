import { compare, divideCeil, floorTo, multiply } from '#money/amount.ts';
import { scaleOf } from '#money/assets.ts';
import { ownProblem, type Problem } from '../chart/problem.ts';
import { exactly, figure, oneOf, orNull, record, text } from '../chart/stored-form.ts';
import { aged, draftHead, openForm } from '../confirmation/open-draft.ts';
import type {
  PlanStage,
  PurchaseCheckpoint,
  PurchaseContext,
  PurchaseDraft,
  PurchaseOptions,
  PurchaseStep,
  StageName,
  TypedPurchase,
} from './purchase.types.ts';

/** The stage with a number; null if none with it is offered. */
export function stageOf(options: PurchaseOptions | null, stage: number | null): PlanStage | null {
  return options?.stages.find((each) => each.stage === stage) ?? null;
}

/** The number of the stage with a name; null if it is not offered. */
export function stageNamed(options: PurchaseOptions | null, name: StageName): number | null {
  return options?.stages.find((each) => each.name === name)?.stage ?? null;
}

/**
 * Whether the stage with a name is offered and the balance suffices for it: nobody should read the risk of something
 * they can't pay.
 */
export function isWithinReach(options: PurchaseOptions | null, name: StageName): boolean {
  const plan = stageOf(options, stageNamed(options, name));
  return options !== null && plan !== null && isAffordable(options, plan);
}

/** The stages that the balance suffices for. */
export function stagesWithinReach(options: PurchaseOptions): readonly PlanStage[] {
  return options.stages.filter((plan) => isAffordable(options, plan));
}

/** The stage that a plan's page begins with if none is named; null if none is within reach. */
export function firstWithinReach(options: PurchaseOptions | null): number | null {
  return options === null ? null : (stagesWithinReach(options)[0]?.stage ?? null);
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
export function isBelowPlanMinimum(context: PurchaseContext, { amountUsd }: TypedPurchase): boolean {
  const { options } = context;
  return options !== null && isCustom(context) && amountUsd !== '' && compare(amountUsd, options.customAboveUsd) <= 0;
}

/** Whether the amount of the custom stage exceeds the value of the available balance at the rate in force. */
export function exceedsBalanceInUsd(context: PurchaseContext, { amountUsd }: TypedPurchase): boolean {
  const { options } = context;
  return (
    options !== null &&
    isCustom(context) &&
    amountUsd !== '' &&
    compare(amountUsd, multiply(options.available, options.rate)) > 0
  );
}

/** The refusal of an amount that is not above that minimum. */
export function tooLittle({ options }: PurchaseContext, { amountUsd }: TypedPurchase): Problem {
  const minimum = options?.customAboveUsd ?? null;
  return ownProblem('below_plan_minimum', { unit: 'USD', asked: amountUsd, minimum, available: null });
}

/** The refusal of an amount that exceeds the balance: both in USDT, in which it is paid. */
export function tooMuch({ options }: PurchaseContext, { amountUsd }: TypedPurchase): Problem {
  if (options === null) return ownProblem('insufficient_balance', null);
  const { rate, available } = options;
  const asked = divideCeil(amountUsd, rate, scaleOf('USDT'));
  return ownProblem('insufficient_balance', { unit: 'USDT', asked, minimum: null, available });
}

/**
 * Whether the available balance suffices for the stage; for the custom one, for an amount in whole cents above its
 * minimum.
 */
export function isAffordable({ available, rate, customAboveUsd }: PurchaseOptions, { amountUsdt }: PlanStage): boolean {
  return amountUsdt === null
    ? compare(floorTo(multiply(available, rate), scaleOf('USD')), customAboveUsd) > 0
    : compare(amountUsdt, available) <= 0;
}

/** What is stored of the flow has this form. */
export const checkpointForm = record<PurchaseCheckpoint>({
  version: exactly(1),
  step: oneOf<PurchaseStep>({ entering: true, reviewing: true, confirming: true }),
  stage: figure,
  amountUsd: orNull(text),
  acknowledged: orNull(figure),
  open: orNull(
    openForm<PurchaseDraft>({
      ...draftHead,
      stage: figure,
      amountUsd: text,
      amountUsdt: text,
      rate: text,
      rateAt: text,
      dailyRate: text,
      days: figure,
      endsAt: text,
      riskVersion: figure,
    }),
  ),
});

/**
 * The checkpoint to resume from, as stored `age` milliseconds ago; null if it is malformed or of another version. If
 * the draft has expired, what was typed remains.
 */
export function resumable(stored: unknown, age: number): PurchaseCheckpoint | null {
  if (!checkpointForm(stored)) return null;
  const { step, open } = stored;
  const entering: PurchaseCheckpoint = { ...stored, step: 'entering', open: null };
  if (step === 'entering' || open === null) return entering;
  // A confirmed draft may have been carried out, so it is read again however old it is.
  const later = aged(open, age);
  return step === 'reviewing' && later.lifetime === 0 ? entering : { ...stored, open: later };
}

/** Whether an affordable stage was chosen, by the member, by a link, or before a reload. */
export function isStageChosen({ options, stage, resume }: PurchaseContext): boolean {
  const plan = stageOf(options, resume?.stage ?? stage);
  return options !== null && plan !== null && isAffordable(options, plan);
}
