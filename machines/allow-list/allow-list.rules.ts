import { exactly, oneOf, record, text } from '../chart/stored-form.ts';
import type { AllowListCheckpoint } from './allow-list.types.ts';

/** What is stored of the flow has this form. */
export const checkpointForm = record<AllowListCheckpoint>({
  version: exactly(1),
  step: oneOf<AllowListCheckpoint['step']>({ turningOn: true, turningOff: true }),
  key: text,
});

/** The checkpoint to resume from, read from storage; null if it is malformed or of another version. */
export function resumable(stored: unknown): AllowListCheckpoint | null {
  return checkpointForm(stored) ? stored : null;
}
