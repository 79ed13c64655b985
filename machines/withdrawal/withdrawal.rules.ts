import { compare } from '#money/amount.ts';
import { aged } from '../confirmation/open-draft.ts';
import type { TypedWithdrawal, WithdrawalCheckpoint, WithdrawalContext, WithdrawalOptions, WithdrawalStep } from './withdrawal.types.ts';

type AssetOption = WithdrawalOptions['assets'][number];

/** What the rules say of an asset; null if it can't be withdrawn. */
export function optionOf(options: WithdrawalOptions | null, asset: string): AssetOption | null {
  return options?.assets.find((each) => each.asset === asset) ?? null;
}

/** Whether the amount is under the minimum withdrawal (D-04), converted at the rate in force. */
export function isBelowMinimum(options: WithdrawalOptions | null, typed: TypedWithdrawal): boolean {
  const option = optionOf(options, typed.asset);
  return option !== null && compare(typed.amount, option.minimum) < 0;
}

/** Whether the amount is more than what is available. */
export function exceedsBalance(options: WithdrawalOptions | null, typed: TypedWithdrawal): boolean {
  const option = optionOf(options, typed.asset);
  return option !== null && compare(typed.amount, option.available) > 0;
}

const steps: readonly WithdrawalStep[] = ['entering', 'comparing', 'reviewing', 'confirming'];

/**
 * The checkpoint to go on from, out of what was stored `age` milliseconds ago; null if it is damaged or of another version.
 * A quote that has run out meanwhile leaves what was typed.
 */
export function resumable(stored: unknown, age: number): WithdrawalCheckpoint | null {
  const checkpoint = stored as Partial<WithdrawalCheckpoint> | null;
  if (checkpoint?.version !== 1 || !steps.includes(checkpoint.step as WithdrawalStep)) return null;
  const { step = 'entering', typed = null, open = null } = checkpoint;
  if (step === 'entering' || open === null) return { version: 1, step: 'entering', typed, open: null };
  // What was confirmed may have been carried out: the draft is asked, however old it is.
  const later = aged(open, age);
  if (step !== 'confirming' && later.lifetime === 0) return { version: 1, step: 'entering', typed, open: null };
  return { version: 1, step, typed, open: later };
}

/** Whether the flow was interrupted at that step. */
export function interruptedAt({ resume }: WithdrawalContext, step: WithdrawalStep): boolean {
  return resume?.step === step;
}
