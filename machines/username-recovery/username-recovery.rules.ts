import { termsForm, termsLeft, withSoundTerms } from '../chart/code-terms.ts';
import { exactly, oneOf, orNull, record, text } from '../chart/stored-form.ts';
import type { UsernameRecoveryCheckpoint } from './username-recovery.types.ts';

/** The path of each step. A checkpoint is resumed only there, not on a new visit. */
const addresses: Readonly<Record<UsernameRecoveryCheckpoint['step'], string>> = {
  enteringEmail: '/ForgotAccount',
  enteringCode: '/ForgotAccount2',
  showingDone: '/DoneAccount',
};

/** What is stored of the flow has this form. */
export const checkpointForm = record<UsernameRecoveryCheckpoint>({
  version: exactly(1),
  step: oneOf<UsernameRecoveryCheckpoint['step']>(addresses),
  key: text,
  email: orNull(text),
  terms: orNull(termsForm),
});

/**
 * The checkpoint to resume from at `pathname`, as stored `age` milliseconds ago; null if it is malformed, of another
 * version or of another page.
 */
export function resumable(stored: unknown, age: number, pathname: string): UsernameRecoveryCheckpoint | null {
  const checkpoint = withSoundTerms(stored);
  if (!checkpointForm(checkpoint)) return null;
  const { step, email, terms } = checkpoint;
  if (addresses[step].toLowerCase() !== pathname.toLowerCase().replace(/\/+$/, '')) return null;
  if (email === null && step !== 'enteringEmail') return null;
  return { ...checkpoint, terms: termsLeft(terms, age) };
}
