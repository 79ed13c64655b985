import { exactly, record, text } from '../chart/stored-form.ts';
import type { PasswordChangeCheckpoint } from './password-change.types.ts';

/** What is stored of the flow has this form. */
export const checkpointForm = record<PasswordChangeCheckpoint>({
  version: exactly(1),
  step: exactly('changingPassword'),
  key: text,
});

/** The checkpoint to resume from, read from storage; null if it is malformed or of another version. */
export function resumable(stored: unknown): PasswordChangeCheckpoint | null {
  return checkpointForm(stored) ? stored : null;
}
