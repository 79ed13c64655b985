import type { DepositCheckpoint, DepositStep } from './deposit.types.ts';

const steps: readonly DepositStep[] = ['entering', 'watching', 'cancelling'];

/** The checkpoint to go on from, out of what was stored; null if it is damaged or of another version. */
export function resumable(stored: unknown): DepositCheckpoint | null {
  const checkpoint = stored as Partial<DepositCheckpoint> | null;
  if (checkpoint?.version !== 1 || !steps.includes(checkpoint.step as DepositStep)) return null;
  const { step = 'entering', typed = null, depositId = null } = checkpoint;
  return depositId === null
    ? { version: 1, step: 'entering', typed, depositId }
    : { version: 1, step, typed, depositId };
}
