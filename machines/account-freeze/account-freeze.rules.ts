import { exactly, record, text } from '../chart/stored-form.ts';
import type { AccountFreezeCheckpoint } from './account-freeze.types.ts';

/** What is stored of the flow has this form. */
export const checkpointForm = record<AccountFreezeCheckpoint>({
  version: exactly(1),
  step: exactly('freezing'),
  key: text,
});

/** The checkpoint to resume from, read from storage; null if it is malformed or of another version. */
export function resumable(stored: unknown): AccountFreezeCheckpoint | null {
  return checkpointForm(stored) ? stored : null;
}
