import { exactly, oneOf, record, text } from '../chart/stored-form.ts';
import type { PasskeysCheckpoint } from './passkeys.types.ts';

/** What is stored of the flow has this form. */
export const checkpointForm = record<PasskeysCheckpoint>({
  version: exactly(1),
  step: oneOf<PasskeysCheckpoint['step']>({ adding: true, removing: true }),
  key: text,
});

/** The checkpoint to resume from, read from storage; null if it is malformed or of another version. */
export function resumable(stored: unknown): PasskeysCheckpoint | null {
  return checkpointForm(stored) ? stored : null;
}
