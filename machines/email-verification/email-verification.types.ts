import type { CodeTerms } from '../chart/code-terms.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';

/** What survives a reload: never a code. The key belongs to the call that the flow made or makes next. */
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
   * Idempotency key of the next call, or of the one whose response was lost. Each answer brings the key of the next
   * call.
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
  /** Another tab or device verified it first. */
  | { readonly kind: 'alreadyVerified' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'sessionEnded' };

/** Port of `POST /account/sendEmailVerificationCodeSelf`. */
export interface SendCodeInput {
  readonly key: string;
}
export type SendCodeOutcome =
  /** `key` is for the next call. */
  | { readonly kind: 'sent'; readonly key: string; readonly terms: CodeTerms }
  | { readonly kind: 'alreadyVerified' }
  /** A code was sent a moment ago; the problem says when another may be requested. */
  | { readonly kind: 'tooSoon'; readonly problem: Problem }
  /** The same call is still running. */
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
  /** The code has expired or was tried five times: only a new one helps. */
  | { readonly kind: 'codeOver'; readonly problem: Problem }
  | { readonly kind: 'running' }
  | MemberFailure;
