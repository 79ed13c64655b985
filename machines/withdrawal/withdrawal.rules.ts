import { aged } from '../confirmation/open-draft.ts';
import type { WithdrawalCheckpoint, WithdrawalStep } from './withdrawal.types.ts';

const steps: readonly WithdrawalStep[] = ['entering', 'comparing', 'reviewing', 'confirming'];

/**
 * The checkpoint to go on from, out of what was stored `age` milliseconds ago; null if it is damaged or of another
 * version. A quote that has run out meanwhile leaves what was typed.
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
