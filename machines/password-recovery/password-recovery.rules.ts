import { termsLeft } from '../chart/code-terms.ts';
import type { Account, PasswordRecoveryCheckpoint } from './password-recovery.types.ts';

/** Where each step stands: a checkpoint is gone on from at its own address only, not on a new visit. */
const addresses: Readonly<Record<PasswordRecoveryCheckpoint['step'], string>> = {
  enteringAccount: '/ForgotPassword',
  enteringCode: '/ForgotPassword2',
  enteringPassword: '/ResetPassword',
  settingPassword: '/ResetPassword',
  showingDone: '/DonePassword',
};

/**
 * The checkpoint to go on from at `pathname`, out of what was stored `age` milliseconds ago; null if it is damaged, of
 * another version or of another page. A password that was sent is asked for wherever the member comes back to the flow.
 */
export function resumable(stored: unknown, age: number, pathname: string): PasswordRecoveryCheckpoint | null {
  const { version, step, key, account = null, terms = null } = (stored ?? {}) as Partial<PasswordRecoveryCheckpoint>;
  if (version !== 1 || typeof key !== 'string' || step === undefined || !(step in addresses)) return null;
  const isHere = addresses[step].toLowerCase() === pathname.toLowerCase().replace(/\/+$/, '');
  if (!isHere && step !== 'settingPassword') return null;
  if (!isAccount(account) && (account !== null || needsAccount(step))) return null;
  return { version: 1, step, key, account, terms: termsLeft(terms, age) };
}

function needsAccount(step: PasswordRecoveryCheckpoint['step']): boolean {
  return step !== 'enteringAccount' && step !== 'showingDone';
}

function isAccount(value: unknown): value is Account {
  const { email, username } = (value ?? {}) as Partial<Account>;
  return typeof email === 'string' && typeof username === 'string';
}
