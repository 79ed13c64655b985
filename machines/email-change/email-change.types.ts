import type { CodeTerms } from '../chart/code-terms.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';

/**
 * What outlives a reload: never the password, a code or the token of the link. The key is that of the call that the
 * flow makes next, or made.
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
  /** Whether the page was opened by the mailed link; the token itself stays with the port. */
  readonly link: boolean;
  readonly resume: EmailChangeCheckpoint | null;
}

export interface EmailChangeContext {
  /**
   * Idempotency key of the next call, or of the one whose answer was lost: an answer brings the key of the call after
   * it.
   */
  readonly key: string;
  /** The new address; empty until it is typed. */
  readonly email: string;
  readonly terms: CodeTerms | null;
  readonly link: boolean;
  /** Whether an app is bound, so that its code is asked for too. */
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

/** What both calls that send a mail can answer besides their own. */
type SendFailure =
  /** A mail was sent a moment ago; the problem says when another may be asked for. */
  | { readonly kind: 'tooSoon'; readonly problem: Problem }
  /** The same call still runs. */
  | { readonly kind: 'running'; readonly problem: Problem }
  /** Other entries were sent under this key and the answer was lost: these go under a key of their own. */
  | { readonly kind: 'keyUsed'; readonly key: string; readonly problem: Problem }
  | MemberFailure;

/** Port of `GET /account/twoFactorInfo`. */
export type GetTwoFactorInfoOutcome = { readonly kind: 'off' } | { readonly kind: 'on' } | MemberFailure;

/** Port of `POST /account/SendChangeEmailUrl`. */
export interface SendLinkInput {
  readonly key: string;
  readonly password: string;
  /** As it was typed; null if none is asked for. */
  readonly code: string | null;
}
export type SendLinkOutcome =
  /** `key` is that of the next call. */
  | { readonly kind: 'sent'; readonly key: string }
  | { readonly kind: 'wrongPassword'; readonly problem: Problem }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** An app was bound meanwhile. */
  | { readonly kind: 'codeNeeded'; readonly problem: Problem }
  | SendFailure;

/** Port of `POST /account/SendChangeEmailVerificationCode`; it takes the token from where the page keeps it. */
export interface SendCodeInput {
  readonly key: string;
  readonly email: string;
}
export type SendCodeOutcome =
  | { readonly kind: 'sent'; readonly key: string; readonly terms: CodeTerms }
  /** The link is unknown, used, too old or another member's. */
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
  /** The code is too old, or had its five tries: only a new one helps. */
  | { readonly kind: 'codeOver'; readonly problem: Problem }
  /** The code was sent to another address. */
  | { readonly kind: 'emailDifferent'; readonly problem: Problem }
  | { readonly kind: 'emailTaken'; readonly problem: Problem }
  | { readonly kind: 'linkInvalid'; readonly problem: Problem }
  | { readonly kind: 'running' }
  | MemberFailure;
