import { figure, record } from './stored-form.ts';

/**
 * How long a mailed code is valid and when another may be requested, in milliseconds from the server's answer (D-16).
 */
export interface CodeTerms {
  readonly expiresIn: number;
  readonly resendIn: number;
}

export const termsForm = record<CodeTerms>({ expiresIn: figure, resendIn: figure });

/** What was stored, without its terms where they are damaged: how long a code is good is not worth the step. */
export function withSoundTerms(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || !('terms' in stored) || termsForm(stored.terms)) return stored;
  return { ...stored, terms: null };
}

/** What is left of terms that were stored `age` milliseconds ago; null if none were. */
export function termsLeft(terms: CodeTerms | null, age: number): CodeTerms | null {
  if (terms === null) return null;
  return { expiresIn: Math.max(0, terms.expiresIn - age), resendIn: Math.max(0, terms.resendIn - age) };
}
