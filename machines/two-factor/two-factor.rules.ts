import { exactly, oneOf, record, text } from '../chart/stored-form.ts';
import type { TwoFactorCheckpoint } from './two-factor.types.ts';

/** What is stored of the flow has this form. */
export const checkpointForm = record<TwoFactorCheckpoint>({
  version: exactly(1),
  step: oneOf<TwoFactorCheckpoint['step']>({
    addingKey: true,
    enteringFirstCode: true,
    enabling: true,
    unbinding: true,
    disabling: true,
    askingForCodes: true,
    renewing: true,
  }),
  key: text,
});

/** A call was sent from these: the server must be asked, at whichever page the member reopens the flow. */
const sent: readonly TwoFactorCheckpoint['step'][] = ['enabling', 'disabling', 'renewing'];

/**
 * The checkpoint to resume from, read from storage; null if it is malformed or of another version. A step from which
 * nothing was sent is resumed only if a later step's URL is still open (`deep`), not on a new visit.
 */
export function resumable(stored: unknown, deep: boolean): TwoFactorCheckpoint | null {
  return checkpointForm(stored) && (deep || sent.includes(stored.step)) ? stored : null;
}
