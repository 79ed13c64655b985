import type { Services } from '#src/services/services.ts';
import type { CodeTerms } from '#src/ui/mail-code.tsx';

/**
 * What one run of signing up knows besides its machine: how long the newest code is good, which depends on the clock,
 * and which terms it has shown.
 */
export interface SignUpRun {
  /** From now on; null if it is not known. A new object for every code. */
  readonly terms: () => CodeTerms | null;
  /** A code was sent. */
  readonly codeSent: (terms: CodeTerms) => void;
  /** Version of the terms of use that the review has shown last; null if it has shown none. */
  readonly shownTerms: () => number | null;
  /** The review shows the terms of use in this version. */
  readonly termsShown: (version: number) => void;
}

/** Where the terms of the newest code are stored, so that a reload goes on counting from when it was sent. */
const stored = 'sign-up-code';

/** The run; after a reload it goes on counting from what was stored. */
export function createRun({ checkpoints }: Pick<Services, 'checkpoints'>): SignUpRun {
  let terms = termsIn(checkpoints.load(stored));
  let version: number | null = null;
  return {
    terms: () => terms,
    codeSent(sent) {
      terms = sent;
      checkpoints.save(stored, sent);
    },
    shownTerms: () => version,
    termsShown(shown) {
      version = shown;
    },
  };
}

function termsIn(saved: { readonly checkpoint: unknown; readonly age: number } | null): CodeTerms | null {
  const { expiresIn, resendIn } = (saved?.checkpoint ?? {}) as Partial<Record<keyof CodeTerms, unknown>>;
  if (saved === null || typeof expiresIn !== 'number' || typeof resendIn !== 'number') return null;
  return { expiresIn: Math.max(0, expiresIn - saved.age), resendIn: Math.max(0, resendIn - saved.age) };
}
