import type { CodeTerms } from '../chart/code-terms.ts';
import type { CommonFailure, Problem } from '../chart/problem.ts';

/** What survives a reload: never a code. */
export interface UsernameRecoveryCheckpoint {
  readonly version: 1;
  readonly step: 'enteringEmail' | 'enteringCode' | 'showingDone';
  readonly key: string;
  /** Null before an address was sent. */
  readonly email: string | null;
  /** Null while no code is awaited. */
  readonly terms: CodeTerms | null;
}

export interface UsernameRecoveryInput {
  /** Idempotency key of the first unsafe call, made by the caller. */
  readonly key: string;
  /** The step that a reload interrupted; null on a fresh start. */
  readonly resume: UsernameRecoveryCheckpoint | null;
}

export interface UsernameRecoveryContext {
  /**
   * Idempotency key of the next unsafe call, or of the one whose response was lost. Each answer brings the key of the
   * next call.
   */
  readonly key: string;
  readonly resume: UsernameRecoveryCheckpoint | null;
  readonly email: string | null;
  readonly terms: CodeTerms | null;
  readonly problem: Problem | null;
}

export type UsernameRecoveryEvent =
  | { readonly type: 'SUBMIT_FORM'; readonly email: string }
  | { readonly type: 'SUBMIT_CODE'; readonly code: string }
  | { readonly type: 'RESEND_CODE' }
  | { readonly type: 'BACK' }
  | { readonly type: 'SIGN_IN' };

/** How the flow ended. */
export interface UsernameRecoveryOutput {
  readonly kind: 'toSignIn';
}

/** Port of `POST /account/SendEmailVerificationCodeNoLogin` for the purpose of recovering the username. */
export interface SendCodeInput {
  readonly key: string;
  readonly email: string;
}
export type SendCodeOutcome =
  /** A code is on its way, if the address may receive one; `key` is for the next call. */
  | { readonly kind: 'sent'; readonly key: string; readonly terms: CodeTerms }
  /** A code was sent a moment ago. */
  | { readonly kind: 'tooSoon'; readonly problem: Problem }
  /** Another address was sent under this key and the response was lost: this one needs a new key. */
  | { readonly kind: 'keyUsed'; readonly key: string }
  | CommonFailure;

/** Port of `POST /account/ForgetUsername`; the name itself goes by mail only. */
export interface ForgetUsernameInput {
  readonly key: string;
  readonly email: string;
  readonly code: string;
}
export type ForgetUsernameOutcome =
  | { readonly kind: 'nameSent' }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** The code expired, or too many wrong ones were typed. */
  | { readonly kind: 'codeOver'; readonly problem: Problem }
  | CommonFailure;
