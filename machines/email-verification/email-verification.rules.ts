import { termsLeft, type CodeTerms } from '../chart/code-terms.ts';
import type {
  EmailVerificationCheckpoint,
  EmailVerificationContext,
  EmailVerificationInput,
} from './email-verification.types.ts';

/** How the flow begins: with what the interrupted run knew, where there was one. */
export function begin({ key, resume }: EmailVerificationInput): EmailVerificationContext {
  return {
    key: resume?.key ?? key,
    terms: resume?.step === 'enteringCode' ? resume.terms : null,
    resume,
    problem: null,
  };
}

/**
 * The checkpoint to go on from, out of what was stored `age` milliseconds ago; null if it is damaged or of another
 * version. The form of the code is only gone on from where the member is still at its address (`deep`), not on a new
 * visit; a call that was sent is asked for wherever they come back.
 */
export function resumable(stored: unknown, age: number, deep: boolean): EmailVerificationCheckpoint | null {
  const checkpoint = stored as (Partial<EmailVerificationCheckpoint> & { readonly terms?: CodeTerms | null }) | null;
  if (checkpoint?.version !== 1 || typeof checkpoint.key !== 'string') return null;
  const { key, step, terms } = checkpoint;
  if (step === 'verifyingCode') return { version: 1, step, key };
  if (step !== 'enteringCode' || !deep) return null;
  return { version: 1, step, key, terms: termsLeft(terms ?? null, age) };
}
