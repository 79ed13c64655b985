import { aged } from '../confirmation/open-draft.ts';
import type { TransferCheckpoint, TransferStep } from './transfer.types.ts';

const steps: readonly TransferStep[] = ['naming', 'entering', 'reviewing', 'confirming'];

/**
 * The checkpoint to go on from, out of what was stored `age` milliseconds ago; null if it is damaged or of another
 * version. A draft that has run out meanwhile leaves what was typed.
 */
export function resumable(stored: unknown, age: number): TransferCheckpoint | null {
  const checkpoint = stored as Partial<TransferCheckpoint> | null;
  if (checkpoint?.version !== 2 || !steps.includes(checkpoint.step as TransferStep)) return null;
  const { step = 'naming', username = '', recipient = null, typed = null, open = null } = checkpoint;
  if (step === 'naming' || recipient === null)
    return { version: 2, step: 'naming', username, recipient, typed, open: null };
  const entering: TransferCheckpoint = { version: 2, step: 'entering', username, recipient, typed, open: null };
  if (step === 'entering' || open === null) return entering;
  // What was confirmed may have been carried out: the draft is asked, however old it is.
  const later = aged(open, age);
  if (step === 'reviewing' && later.lifetime === 0) return entering;
  return { ...entering, step, open: later };
}
