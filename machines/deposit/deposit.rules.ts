import { compare } from '#money/amount.ts';
import type { DepositCheckpoint, DepositContext, DepositOptions, DepositStep, TypedDeposit } from './deposit.types.ts';

type AssetOption = DepositOptions['assets'][number];

/** What the rules say of an asset; null if it can't be deposited. */
export function optionOf(options: DepositOptions | null, asset: string): AssetOption | null {
  return options?.assets.find((each) => each.asset === asset) ?? null;
}

/** Whether the amount is under the minimum deposit (D-04), converted at the rate in force. */
export function isBelowMinimum(options: DepositOptions | null, typed: TypedDeposit): boolean {
  const option = optionOf(options, typed.asset);
  return option !== null && compare(typed.amount, option.minimum) < 0;
}

const steps: readonly DepositStep[] = ['entering', 'watching', 'cancelling'];

/** The checkpoint to go on from, out of what was stored; null if it is damaged or of another version. */
export function resumable(stored: unknown): DepositCheckpoint | null {
  const checkpoint = stored as Partial<DepositCheckpoint> | null;
  if (checkpoint?.version !== 1 || !steps.includes(checkpoint.step as DepositStep)) return null;
  const { step = 'entering', typed = null, depositId = null } = checkpoint;
  return depositId === null ? { version: 1, step: 'entering', typed, depositId } : { version: 1, step, typed, depositId };
}

/** Whether the flow was interrupted at that step. */
export function interruptedAt({ resume }: DepositContext, step: DepositStep): boolean {
  return resume?.step === step;
}
