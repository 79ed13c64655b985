import type { AccountFreezeCheckpoint } from './account-freeze.types.ts';

/** The checkpoint to go on from, out of what was stored; null if it is damaged or of another version. */
export function resumable(stored: unknown): AccountFreezeCheckpoint | null {
  const checkpoint = stored as Partial<AccountFreezeCheckpoint> | null;
  if (checkpoint?.version !== 1 || checkpoint.step !== 'freezing' || typeof checkpoint.key !== 'string') return null;
  return { version: 1, step: 'freezing', key: checkpoint.key };
}
