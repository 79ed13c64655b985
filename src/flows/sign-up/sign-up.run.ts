import type { VerifyEmailInput } from '#machines/sign-up/sign-up.types.ts';
import type { Services } from '#src/session/services.ts';
import type { CodeTerms } from '#src/ui/mail-code.tsx';

/** What one run of signing up knows besides its machine: what hangs on the clock, and what may not be remembered. */
export interface SignUpRun {
  /** How long the newest code is good, from now on; null where that is not known. A new object for every code. */
  readonly terms: () => CodeTerms | null;
  /** A code was sent. */
  readonly codeSent: (terms: CodeTerms) => void;
  /** Idempotency key for proving an address with a code: another one for another code. */
  readonly keyFor: (proof: VerifyEmailInput) => string;
}

/** Where the terms of the newest code are stored, so that a reload goes on counting. */
const stored = 'sign-up-code';

/** The run; after a reload it goes on counting from what was stored. */
export function createRun({ checkpoints, newId }: Pick<Services, 'checkpoints' | 'newId'>): SignUpRun {
  let terms = termsIn(checkpoints.load(stored));
  let tried: (VerifyEmailInput & { readonly key: string }) | null = null;
  return {
    terms: () => terms,
    codeSent(sent) {
      terms = sent;
      checkpoints.save(stored, sent);
    },
    keyFor({ email, code }) {
      if (tried?.email !== email || tried.code !== code) tried = { email, code, key: newId() };
      return tried.key;
    },
  };
}

function termsIn(saved: { readonly checkpoint: unknown; readonly age: number } | null): CodeTerms | null {
  const { expiresIn, resendIn } = (saved?.checkpoint ?? {}) as Partial<Record<keyof CodeTerms, unknown>>;
  if (saved === null || typeof expiresIn !== 'number' || typeof resendIn !== 'number') return null;
  return { expiresIn: Math.max(0, expiresIn - saved.age), resendIn: Math.max(0, resendIn - saved.age) };
}
