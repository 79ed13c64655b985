import type { components } from '#openapi/api.gen.d.ts';
import type { CodeTerms } from '../chart/code-terms.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';

/** How a draft is confirmed (D-08). */
export type DraftSecondFactor = components['schemas']['DraftSecondFactor'];

/** What a flow hands to the confirmation that it invokes. */
export interface ConfirmationInput {
  /**
   * The draft that the member has reviewed. The key of the confirming call is made of it, so it is the same after a
   * reload.
   */
  readonly draftId: string;
}

export interface ConfirmationContext extends ConfirmationInput {
  readonly method: DraftSecondFactor;
  /** Where the code was sent, shortened; null if none is sent. */
  readonly codeTo: string | null;
  /** Of the newest code that was mailed; null if there is none, or it is spent. */
  readonly terms: CodeTerms | null;
  readonly problem: Problem | null;
}

export type ConfirmationEvent =
  | { readonly type: 'SUBMIT_CODE'; readonly code: string }
  | { readonly type: 'RESEND_CODE' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'BACK' };

/** How the confirmation ended; the flow that invoked it goes on from here. */
export type ConfirmationOutput =
  | { readonly kind: 'executed'; readonly receiptId: string }
  /** The member went back to the review. */
  | { readonly kind: 'abandoned' }
  /** The draft ran out. Nothing was moved. */
  | { readonly kind: 'over'; readonly problem: Problem }
  /** What the draft needs is no longer there: balance, rate, permission. Nothing was moved. */
  | { readonly kind: 'declined'; readonly problem: Problem }
  | { readonly kind: 'sessionEnded' };

export interface DraftInput {
  readonly draftId: string;
}

/** Port of `GET /drafts/{id}`: what the draft asks for, or what became of it. */
export type GetDraftOutcome =
  | { readonly kind: 'asksNothing' }
  | { readonly kind: 'asksApp' }
  /** A code by e-mail is wanted, and none is under way. */
  | { readonly kind: 'asksMail'; readonly codeTo: string | null }
  | { readonly kind: 'mailSent'; readonly codeTo: string | null; readonly terms: CodeTerms }
  | { readonly kind: 'executed'; readonly receiptId: string }
  | { readonly kind: 'expired' }
  | MemberFailure;

/** Port of `POST /drafts/{id}/code`. */
export type SendDraftCodeOutcome =
  | { readonly kind: 'sent'; readonly codeTo: string | null; readonly terms: CodeTerms }
  /** A code was sent a moment ago; that one is good. */
  | { readonly kind: 'tooSoon'; readonly problem: Problem }
  | { readonly kind: 'expired' }
  | { readonly kind: 'running' }
  | MemberFailure;

/** Port of `POST /drafts/{id}/confirm`. */
export interface ConfirmDraftInput extends DraftInput {
  /** Null if the draft asks for none. */
  readonly code: string | null;
}
export type ConfirmDraftOutcome =
  | { readonly kind: 'executed'; readonly receiptId: string }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** The code is used up or too old; another one can be had. */
  | { readonly kind: 'codeSpent'; readonly problem: Problem }
  | { readonly kind: 'expired' }
  | { readonly kind: 'declined'; readonly problem: Problem }
  /** The same call still runs. */
  | { readonly kind: 'running' }
  | MemberFailure;
