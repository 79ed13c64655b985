import { termsForm, termsLeft, withSoundTerms } from '../chart/code-terms.ts';
import { exactly, oneOf, orNull, record, text } from '../chart/stored-form.ts';
import type { Account, PasswordRecoveryCheckpoint } from './password-recovery.types.ts';

/** The path of each step. A checkpoint is resumed only there, not on a new visit. */
const addresses: Readonly<Record<PasswordRecoveryCheckpoint['step'], string>> = {
  enteringAccount: '/ForgotPassword',
  enteringCode: '/ForgotPassword2',
  enteringPassword: '/ResetPassword',
  settingPassword: '/ResetPassword',
  showingDone: '/DonePassword',
};

/** What is stored of the flow has this form. */
export const checkpointForm = record<PasswordRecoveryCheckpoint>({
  version: exactly(1),
  step: oneOf<PasswordRecoveryCheckpoint['step']>(addresses),
  key: text,
  account: orNull(record<Account>({ email: text, username: text })),
  terms: orNull(termsForm),
});

/**
 * The checkpoint to resume from at `pathname`, as stored `age` milliseconds ago; null if it is malformed, of another
 * version or of another page. The outcome of a password that was sent is requested at whichever page the member reopens
 * the flow.
 */
export function resumable(stored: unknown, age: number, pathname: string): PasswordRecoveryCheckpoint | null {
  const checkpoint = withSoundTerms(stored);
  if (!checkpointForm(checkpoint)) return null;
  const { step, account, terms } = checkpoint;
  const isHere = addresses[step].toLowerCase() === pathname.toLowerCase().replace(/\/+$/, '');
  if (!isHere && step !== 'settingPassword') return null;
  if (account === null && needsAccount(step)) return null;
  return { ...checkpoint, terms: termsLeft(terms, age) };
}

function needsAccount(step: PasswordRecoveryCheckpoint['step']): boolean {
  return step !== 'enteringAccount' && step !== 'showingDone';
}
