import { termsLeft } from '../chart/code-terms.ts';
import type { UsernameRecoveryCheckpoint } from './username-recovery.types.ts';

/** Where each step stands: a checkpoint is gone on from at its own address only, not on a new visit. */
const addresses: Readonly<Record<UsernameRecoveryCheckpoint['step'], string>> = {
  enteringEmail: '/ForgotAccount',
  enteringCode: '/ForgotAccount2',
  showingDone: '/DoneAccount',
};

/**
 * The checkpoint to go on from at `pathname`, out of what was stored `age` milliseconds ago; null if it is damaged, of
 * another version or of another page.
 */
export function resumable(stored: unknown, age: number, pathname: string): UsernameRecoveryCheckpoint | null {
  const { version, step, key, email = null, terms = null } = (stored ?? {}) as Partial<UsernameRecoveryCheckpoint>;
  if (version !== 1 || typeof key !== 'string' || step === undefined || !(step in addresses)) return null;
  if (addresses[step].toLowerCase() !== pathname.toLowerCase().replace(/\/+$/, '')) return null;
  if (typeof email !== 'string' && (email !== null || step !== 'enteringEmail')) return null;
  return { version: 1, step, key, email, terms: termsLeft(terms, age) };
}
