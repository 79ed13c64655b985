/**
 * How long a mailed code is good and when another may be asked for, in milliseconds since the server said so (D-16).
 */
export interface CodeTerms {
  readonly expiresIn: number;
  readonly resendIn: number;
}

/** What is left of terms that were stored `age` milliseconds ago; null if none were, or what was stored is damaged. */
export function termsLeft(terms: Partial<CodeTerms> | null | undefined, age: number): CodeTerms | null {
  if (typeof terms?.expiresIn !== 'number' || typeof terms.resendIn !== 'number') return null;
  return { expiresIn: Math.max(0, terms.expiresIn - age), resendIn: Math.max(0, terms.resendIn - age) };
}
