import type { components } from '#openapi/api.gen.d.ts';
import type { EarlierCall } from '../chart/earlier-call.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';

/** What the form carries; no receipt is an empty text. */
export interface TypedInquiry {
  readonly category: components['schemas']['InquiryCategory'];
  readonly text: string;
  readonly receipt: string;
}

/**
 * What survives a reload: that the call was sent, and with which message, so that it is not lost if the call had no
 * effect.
 */
export interface ContactCheckpoint {
  readonly version: 1;
  readonly step: 'sending';
  /** Idempotency key of the call that was sent. */
  readonly key: string;
  readonly typed: TypedInquiry;
}

export interface ContactInput {
  /** Idempotency key for this run of the flow, made by the caller. */
  readonly key: string;
  readonly resume: ContactCheckpoint | null;
}

export interface ContactContext {
  readonly key: string;
  readonly resume: ContactCheckpoint | null;
  readonly typed: TypedInquiry | null;
  readonly problem: Problem | null;
}

export type ContactEvent = { readonly type: 'SUBMIT_FORM'; readonly typed: TypedInquiry } | { readonly type: 'RETRY' };

/** How the flow ended; the ticket number is null if the server no longer keeps the answer that contained it. */
export type ContactOutput =
  | { readonly kind: 'sent'; readonly ticket: string | null }
  | { readonly kind: 'sessionEnded' };

/** Port of `POST /inquiries`. */
export interface CreateInquiryInput {
  readonly key: string;
  readonly typed: TypedInquiry;
}
export type CreateInquiryOutcome =
  | { readonly kind: 'sent'; readonly ticket: string | null }
  /** The member has no such receipt. */
  | { readonly kind: 'receiptNotFound'; readonly problem: Problem }
  /** The member already has the most inquiries that may be open at once. */
  | { readonly kind: 'tooMany'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | MemberFailure;

/** The outcome of a message whose response was lost. */
export type EarlierInquiry = EarlierCall<{ readonly kind: 'done'; readonly ticket: string | null }>;
