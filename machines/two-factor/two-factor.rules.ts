import type { TwoFactorCheckpoint } from './two-factor.types.ts';

const steps: readonly TwoFactorCheckpoint['step'][] = [
  'addingKey',
  'enteringFirstCode',
  'enabling',
  'unbinding',
  'disabling',
];
/** A call was sent from these: the server must be asked, wherever the member comes back to the flow. */
const sent: readonly TwoFactorCheckpoint['step'][] = ['enabling', 'disabling'];

/**
 * The checkpoint to go on from, out of what was stored; null if it is damaged or of another version. A step from which
 * nothing was sent is only gone on from where the member is still at a later step's address (`deep`), not on a new
 * visit.
 */
export function resumable(stored: unknown, deep: boolean): TwoFactorCheckpoint | null {
  const checkpoint = stored as Partial<TwoFactorCheckpoint> | null;
  if (checkpoint?.version !== 1 || typeof checkpoint.key !== 'string') return null;
  const step = steps.find((known) => known === checkpoint.step);
  if (step === undefined || (!deep && !sent.includes(step))) return null;
  return { version: 1, step, key: checkpoint.key };
}
