import type { PasswordChangeCheckpoint } from './password-change.types.ts';

/** The checkpoint to go on from, out of what was stored; null if it is damaged or of another version. */
export function resumable(stored: unknown): PasswordChangeCheckpoint | null {
  const checkpoint = stored as Partial<PasswordChangeCheckpoint> | null;
  if (checkpoint?.version !== 1 || checkpoint.step !== 'changingPassword' || typeof checkpoint.key !== 'string')
    return null;
  return { version: 1, step: 'changingPassword', key: checkpoint.key };
}
