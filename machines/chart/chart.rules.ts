/** The rules that guards of several flows refer to, shared with their screens. */
import { compare, type Amount } from '#money/amount.ts';
import type { Asset } from '#money/assets.ts';
import { ownProblem, type AmountCode, type Problem } from './problem.ts';

/** What a form for an amount offers. */
interface Offer<TOption extends { readonly asset: string }> {
  readonly assets: readonly TOption[];
}

/** An exact amount of an asset, as typed. */
interface Typed {
  readonly asset: string;
  readonly amount: Amount;
}

/** What is offered of an asset; null if it isn't offered. */
export function optionOf<TOption extends { readonly asset: string }>(
  options: Offer<TOption> | null,
  asset: string,
): TOption | null {
  return options?.assets.find((each) => each.asset === asset) ?? null;
}

/** What plans are paid in, and so what most members have (D-09). */
const USUAL = 'USDT';

/** The asset that a form begins with on a device that remembers none; null if none is offered. */
export function firstOf<TOption extends { readonly asset: string }>(options: Offer<TOption> | null): TOption | null {
  return optionOf(options, USUAL) ?? options?.assets[0] ?? null;
}

/** What is offered, with what most members have in front. */
export function usualFirst<TOption extends { readonly asset: string }>(
  options: Offer<TOption> | null,
): readonly TOption[] {
  const usual = firstOf(options);
  return usual === null ? [] : [usual, ...(options?.assets.filter((each) => each !== usual) ?? [])];
}

/**
 * The refusal of an amount that a guard has found to be too little or too much, with what it was compared with.
 */
export function refusedAmount(
  code: AmountCode,
  options: Offer<{ readonly asset: Asset; readonly minimum?: Amount; readonly available?: Amount }> | null,
  { asset, amount: asked }: { readonly asset: Asset; readonly amount: Amount },
): Problem {
  const option = optionOf(options, asset);
  const minimum = code === 'insufficient_balance' ? null : (option?.minimum ?? null);
  const available = code === 'insufficient_balance' ? (option?.available ?? null) : null;
  return ownProblem(code, { unit: asset, asked, minimum, available });
}

/**
 * Whether the amount is under the minimum of its asset (D-04), converted at the rate in force. One that could not be
 * read is left to the server, which refuses it.
 */
export function isBelowMinimum(
  options: Offer<{ readonly asset: string; readonly minimum: Amount }> | null,
  { asset, amount }: Typed,
): boolean {
  const option = optionOf(options, asset);
  return option !== null && amount !== '' && compare(amount, option.minimum) < 0;
}

/** Whether the amount is more than what is available. */
export function exceedsBalance(
  options: Offer<{ readonly asset: string; readonly available: Amount }> | null,
  { asset, amount }: Typed,
): boolean {
  const option = optionOf(options, asset);
  return option !== null && amount !== '' && compare(amount, option.available) > 0;
}

/** Whether a reload interrupted the flow at that step. */
export function interruptedAt<TStep extends string>(
  { context }: { readonly context: { readonly resume: { readonly step: TStep } | null } },
  { step }: { readonly step: TStep },
): boolean {
  return context.resume?.step === step;
}

/** The idempotency key of this run: that of the interrupted run if there was one, so that the server finds its call. */
export function keyOfRun({
  key,
  resume,
}: {
  readonly key: string;
  readonly resume: { readonly key: string } | null;
}): string {
  return resume?.key ?? key;
}
