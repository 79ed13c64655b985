import type { CodeTerms } from '../chart/code-terms.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';

/**
 * What survives a reload: never the password, a code or the token of the link. The key belongs to the call that the
 * flow made or makes next.
 */
export type EmailChangeCheckpoint =
  | { readonly version: 1; readonly step: 'linkSent'; readonly key: string }
  | { readonly version: 1; readonly step: 'enteringNewEmail'; readonly key: string; readonly email: string }
  | {
      readonly version: 1;
      readonly step: 'enteringCode';
      readonly key: string;
      readonly email: string;
      readonly terms: CodeTerms | null;
    }
  | { readonly version: 1; readonly step: 'changingEmail'; readonly key: string; readonly email: string };

export interface EmailChangeInput {
  /** Idempotency key for the first call of this run, made by the caller. */
  readonly key: string;
  /** Whether the mailed link opened the page; the token itself stays with the port. */
  readonly link: boolean;
  readonly resume: EmailChangeCheckpoint | null;
}

export interface EmailChangeContext {
  /**
   * Idempotency key of the next call, or of the one whose response was lost. Each answer brings the key of the next
   * call.
   */
  readonly key: string;
  /** The new address; empty until it is typed. */
  readonly email: string;
  readonly terms: CodeTerms | null;
  readonly link: boolean;
  /** Whether an app is bound, so that its code is required too. */
  readonly bound: boolean;
  readonly resume: EmailChangeCheckpoint | null;
  readonly problem: Problem | null;
}

export type EmailChangeEvent =
  | { readonly type: 'SUBMIT_PASSWORD'; readonly password: string }
  /** The same with a code of the app, or a recovery code. */
  | { readonly type: 'SUBMIT_WITH_CODE'; readonly password: string; readonly code: string }
  | { readonly type: 'SUBMIT_EMAIL'; readonly email: string }
  | { readonly type: 'SUBMIT_CODE'; readonly code: string }
  | { readonly type: 'RESEND_CODE' }
  | { readonly type: 'ASK_NEW_LINK' }
  | { readonly type: 'BACK' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'RETRY' };

/** How the flow ended. */
export type EmailChangeOutput =
  | { readonly kind: 'changed' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'sessionEnded' };

/** Answers that both calls that send a mail have in common. */
type SendFailure =
  /** A mail was sent a moment ago; the problem says when another may be requested. */
  | { readonly kind: 'tooSoon'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running'; readonly problem: Problem }
  /** Other entries were sent under this key and the response was lost: these need a new key. */
  | { readonly kind: 'keyUsed'; readonly key: string; readonly problem: Problem }
  | MemberFailure;

/** Port of `GET /account/twoFactorInfo`. */
export type GetTwoFactorInfoOutcome = { readonly kind: 'off' } | { readonly kind: 'on' } | MemberFailure;

/** Port of `POST /account/SendChangeEmailUrl`. */
export interface SendLinkInput {
  readonly key: string;
  readonly password: string;
  /** As typed; null if none is required. */
  readonly code: string | null;
}
export type SendLinkOutcome =
  /** `key` is for the next call. */
  | { readonly kind: 'sent'; readonly key: string }
  | { readonly kind: 'wrongPassword'; readonly problem: Problem }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** An app was bound in the meantime. */
  | { readonly kind: 'codeNeeded'; readonly problem: Problem }
  | SendFailure;

/** Port of `POST /account/SendChangeEmailVerificationCode`; the port reads the token from where the page keeps it. */
export interface SendCodeInput {
  readonly key: string;
  readonly email: string;
}
export type SendCodeOutcome =
  | { readonly kind: 'sent'; readonly key: string; readonly terms: CodeTerms }
  /** The link is unknown, used, expired or another member's. */
  | { readonly kind: 'linkInvalid'; readonly problem: Problem }
  | { readonly kind: 'emailUnchanged'; readonly problem: Problem }
  | SendFailure;

/** Port of `POST /account/ChangeEmail`. */
export interface ChangeEmailInput {
  readonly key: string;
  readonly email: string;
  readonly code: string;
}
export type ChangeEmailOutcome =
  | { readonly kind: 'changed' }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** The code has expired or was tried five times: only a new one helps. */
  | { readonly kind: 'codeOver'; readonly problem: Problem }
  /** The code was sent to a different address. */
  | { readonly kind: 'emailDifferent'; readonly problem: Problem }
  | { readonly kind: 'emailTaken'; readonly problem: Problem }
  | { readonly kind: 'linkInvalid'; readonly problem: Problem }
  | { readonly kind: 'running' }
  | MemberFailure;
