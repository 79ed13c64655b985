import { termsForm, termsLeft, type CodeTerms } from '#machines/chart/code-terms.ts';
import type { Services } from '#src/services/services.ts';

/**
 * What one run of signing up knows in addition to its machine: how long the newest code is valid, which depends on the
 * clock, and which terms it has shown.
 */
export interface SignUpRun {
  /** Counted from now; null if unknown. A new object for every code. */
  readonly terms: () => CodeTerms | null;
  /** A code was sent. */
  readonly codeSent: (terms: CodeTerms) => void;
  /** Version of the terms of use that the review showed last; null if it has shown none. */
  readonly shownTerms: () => number | null;
  /** The review shows the terms of use in this version. */
  readonly termsShown: (version: number) => void;
}

/**
 * The storage key for the terms of the newest code, so that after a reload the countdown still starts from when it was
 * sent.
 */
const stored = 'sign-up-code';

/** Creates the run; after a reload its countdown continues from what was stored. */
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
  return saved !== null && termsForm(saved.checkpoint) ? termsLeft(saved.checkpoint, saved.age) : null;
}
