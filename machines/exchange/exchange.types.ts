import type { components } from '#openapi/api.gen.d.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';
import type { OpenDraft } from '../confirmation/open-draft.ts';

/** What can be exchanged, with the rates in force. */
export type ExchangeOptions = components['schemas']['ExchangeOptions'];
/** The server's quote: what is received for the amount, valid for some seconds. */
export type ExchangeDraft = components['schemas']['ExchangeDraft'];
/** What the server is asked for. */
export type ExchangeWanted = components['schemas']['ExchangeWanted'];
/** What the form carries; amounts are exact decimals. */
export interface TypedExchange extends ExchangeWanted {
  /**
   * What is to be received, if that is the side that was typed: `amount` follows from it. Absent if the amount was
   * typed.
   */
  readonly receive?: string;
}

/** Where an interrupted flow resumes. Nothing in it is secret: the code is never part of it. */
export type ExchangeStep = 'entering' | 'reviewing' | 'confirming';
export interface ExchangeCheckpoint {
  readonly version: 1;
  readonly step: ExchangeStep;
  readonly typed: TypedExchange | null;
  readonly open: OpenDraft<ExchangeDraft> | null;
}

export interface ExchangeInput {
  readonly resume: ExchangeCheckpoint | null;
}

export interface ExchangeContext {
  readonly resume: ExchangeCheckpoint | null;
  readonly options: ExchangeOptions | null;
  readonly typed: TypedExchange | null;
  readonly open: OpenDraft<ExchangeDraft> | null;
  readonly problem: Problem | null;
}

export type ExchangeEvent =
  /** A balance changed while the form was shown: the options, read again. */
  | { readonly type: 'BALANCE_READ'; readonly options: ExchangeOptions }
  | { readonly type: 'SUBMIT_FORM'; readonly typed: TypedExchange }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'NEW_QUOTE' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'BACK' };

/** How the flow ended. */
export type ExchangeOutput =
  | { readonly kind: 'exchanged'; readonly receiptId: string }
  | { readonly kind: 'sessionEnded' };

/** Port of `GET /exchanges/options`. */
export type GetExchangeOptionsOutcome = { readonly kind: 'loaded'; readonly options: ExchangeOptions } | MemberFailure;

/** Port of `POST /exchanges`. */
export type CreateExchangeOutcome =
  | { readonly kind: 'created'; readonly draft: ExchangeDraft }
  | { readonly kind: 'tooSmall'; readonly problem: Problem }
  | { readonly kind: 'insufficientBalance'; readonly problem: Problem }
  | { readonly kind: 'rateStale'; readonly problem: Problem }
  | { readonly kind: 'forbidden'; readonly problem: Problem }
  | { readonly kind: 'running' }
  | MemberFailure;
