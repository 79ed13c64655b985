import type { components } from '#openapi/api.gen.d.ts';
import type { CodeTerms } from '../chart/code-terms.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';

/** How a draft is confirmed (D-08). */
export type DraftSecondFactor = components['schemas']['DraftSecondFactor'];

/** Input of the confirmation, from the flow that invokes it. */
export interface ConfirmationInput {
  /**
   * The draft that the member has reviewed. The key of the confirming call is derived from it, so it is the same after
   * a reload.
   */
  readonly draftId: string;
  /**
   * Whether the member has just confirmed the review. A visit that was interrupted may have: where nothing else is
   * asked for, they press once more.
   */
  readonly pressed: boolean;
}

export interface ConfirmationContext extends ConfirmationInput {
  readonly method: DraftSecondFactor;
  /** Whether a passkey of the member can confirm it in place of the code. */
  readonly passkey: boolean;
  /** Where the code was sent, shortened; null if none is sent. */
  readonly codeTo: string | null;
  /** Terms of the newest mailed code; null if there is none, or it is used up. */
  readonly terms: CodeTerms | null;
  readonly problem: Problem | null;
}

export type ConfirmationEvent =
  /** Nothing else is asked for. */
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'SUBMIT_CODE'; readonly code: string }
  | { readonly type: 'RESEND_CODE' }
  /** The device has signed; what it signed, no machine keeps. */
  | { readonly type: 'DEVICE_SIGNED' }
  /** The device gave no signature: its user stopped or has no passkey on it, it can't, or it failed. */
  | { readonly type: 'DEVICE_CANCELLED' }
  | { readonly type: 'DEVICE_UNSUPPORTED' }
  | { readonly type: 'DEVICE_FAILED' }
  | { readonly type: 'USE_CODE' }
  | { readonly type: 'USE_PASSKEY' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'BACK' };

/** How the confirmation ended; the flow that invoked it continues from here. */
export type ConfirmationOutput =
  | { readonly kind: 'executed'; readonly receiptId: string }
  /** The member went back to the review. */
  | { readonly kind: 'abandoned' }
  /** The draft expired. Nothing was moved. */
  | { readonly kind: 'over'; readonly problem: Problem }
  /** Something that the draft needs is gone: balance, rate, permission. Nothing was moved. */
  | { readonly kind: 'declined'; readonly problem: Problem }
  | { readonly kind: 'sessionEnded' };

export interface DraftInput {
  readonly draftId: string;
}

/** Port of `GET /drafts/{id}`: what the draft requires, or its outcome. */
export type GetDraftOutcome =
  | { readonly kind: 'asksNothing' }
  | { readonly kind: 'asksApp' }
  /** A code by email is required, and none was sent. */
  | { readonly kind: 'asksMail'; readonly codeTo: string | null }
  | { readonly kind: 'mailSent'; readonly codeTo: string | null; readonly terms: CodeTerms }
  /** A passkey, or a code instead. Whether one was mailed is asked for when the member wants one. */
  | { readonly kind: 'asksPasskeyOrApp' }
  | { readonly kind: 'asksPasskeyOrMail'; readonly codeTo: string | null }
  | { readonly kind: 'executed'; readonly receiptId: string }
  | { readonly kind: 'expired' }
  /** A confirmation of it is still running: nobody knows yet what comes of it. */
  | { readonly kind: 'running' }
  | MemberFailure;

/** Port of `POST /drafts/{id}/passkey`, which keeps what the device is asked. */
export type BeginDraftPasskeyOutcome =
  | { readonly kind: 'begun' }
  /** None of the member's passkeys can confirm it any more. */
  | { readonly kind: 'noPasskey'; readonly problem: Problem }
  | { readonly kind: 'expired' }
  | { readonly kind: 'running'; readonly problem: Problem }
  | MemberFailure;

/** Port of `POST /drafts/{id}/code`. */
export type SendDraftCodeOutcome =
  | { readonly kind: 'sent'; readonly codeTo: string | null; readonly terms: CodeTerms }
  /** A code was sent a moment ago and is still valid. */
  | { readonly kind: 'tooSoon'; readonly problem: Problem }
  | { readonly kind: 'expired' }
  | { readonly kind: 'running' }
  | MemberFailure;

/** Port of `POST /drafts/{id}/confirm`. */
export interface ConfirmDraftInput extends DraftInput {
  /** Null if the draft requires none, or the device has signed. */
  readonly code: string | null;
  /** Whether what the device has signed is sent. */
  readonly signed: boolean;
}
export type ConfirmDraftOutcome =
  | { readonly kind: 'executed'; readonly receiptId: string }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** The code is used up or expired; another can be requested. */
  | { readonly kind: 'codeSpent'; readonly problem: Problem }
  /** What the device has signed is not accepted, came too late, or no passkey can confirm it any more. */
  | { readonly kind: 'passkeyRefused'; readonly problem: Problem }
  | { readonly kind: 'expired' }
  | { readonly kind: 'declined'; readonly problem: Problem }
  /** What the draft is about was decided meanwhile; only a stake can be. */
  | { readonly kind: 'decided'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | MemberFailure;
