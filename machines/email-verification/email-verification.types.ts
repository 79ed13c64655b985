import type { CodeTerms } from '../chart/code-terms.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';

/** What outlives a reload: never a code. The key is that of the call that the flow makes next, or made. */
export type EmailVerificationCheckpoint =
  | { readonly version: 1; readonly step: 'enteringCode'; readonly key: string; readonly terms: CodeTerms | null }
  | { readonly version: 1; readonly step: 'verifyingCode'; readonly key: string };

export interface EmailVerificationInput {
  /** Idempotency key for the first call of this run, made by the caller. */
  readonly key: string;
  readonly resume: EmailVerificationCheckpoint | null;
}

export interface EmailVerificationContext {
  /**
   * Idempotency key of the next call, or of the one whose answer was lost: an answer brings the key of the call after
   * it.
   */
  readonly key: string;
  readonly terms: CodeTerms | null;
  readonly resume: EmailVerificationCheckpoint | null;
  readonly problem: Problem | null;
}

export type EmailVerificationEvent =
  | { readonly type: 'SEND_CODE' }
  | { readonly type: 'SUBMIT_CODE'; readonly code: string }
  | { readonly type: 'RESEND_CODE' }
  | { readonly type: 'BACK' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'RETRY' };

/** How the flow ended. */
export type EmailVerificationOutput =
  | { readonly kind: 'verified' }
  /** Another tab or device was faster. */
  | { readonly kind: 'alreadyVerified' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'sessionEnded' };

/** Port of `POST /account/sendEmailVerificationCodeSelf`. */
export interface SendCodeInput {
  readonly key: string;
}
export type SendCodeOutcome =
  /** `key` is that of the next call. */
  | { readonly kind: 'sent'; readonly key: string; readonly terms: CodeTerms }
  | { readonly kind: 'alreadyVerified' }
  /** A code was sent a moment ago; the problem says when another may be asked for. */
  | { readonly kind: 'tooSoon'; readonly problem: Problem }
  /** The same call still runs. */
  | { readonly kind: 'running'; readonly problem: Problem }
  | MemberFailure;

/** Port of `POST /account/verifyEmailSelf`. */
export interface VerifyCodeInput {
  readonly key: string;
  readonly code: string;
}
export type VerifyCodeOutcome =
  | { readonly kind: 'verified' }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** The code is too old, or had its five tries: only a new one helps. */
  | { readonly kind: 'codeOver'; readonly problem: Problem }
  | { readonly kind: 'running' }
  | MemberFailure;
