import type { components } from '#openapi/api.gen.d.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';
import type { OpenDraft } from '../confirmation/open-draft.ts';

/** The plans with their prices, and what it takes to buy one. */
export type PurchaseOptions = components['schemas']['PurchaseOptions'];
export type PlanStage = components['schemas']['PlanStage'];
/** What a stage is called (SRC §3); the screen chooses by it. */
export type StageName = components['schemas']['StageName'];
/** The server's draft, valid for a few minutes. */
export type PurchaseDraft = components['schemas']['PurchaseDraft'];

/** Where an interrupted flow resumes. Resuming at the list of stages needs nothing. */
export type PurchaseStep = 'entering' | 'reviewing' | 'confirming';
export interface PurchaseCheckpoint {
  readonly version: 1;
  readonly step: PurchaseStep;
  readonly stage: number;
  /** For the custom stage, an exact decimal; null before it is typed and for a stage with a price. */
  readonly amountUsd: string | null;
  /** The version of the risk statement that was acknowledged in this flow; null before. */
  readonly acknowledged: number | null;
  readonly open: OpenDraft<PurchaseDraft> | null;
}

export interface PurchaseInput {
  readonly resume: PurchaseCheckpoint | null;
  /** The stage that a link names; null if it names none, or if an interrupted flow is resumed. */
  readonly linked: number | null;
  /** Whether the page of a plan was opened without saying which: it then begins with the first one within reach. */
  readonly unnamed: boolean;
}

export interface PurchaseContext {
  readonly resume: PurchaseCheckpoint | null;
  readonly unnamed: boolean;
  readonly options: PurchaseOptions | null;
  readonly stage: number | null;
  readonly amountUsd: string | null;
  readonly acknowledged: number | null;
  readonly open: OpenDraft<PurchaseDraft> | null;
  readonly problem: Problem | null;
}

/** The form of the custom stage, whose amount the member types as an exact decimal. */
export interface TypedPurchase {
  readonly amountUsd: string;
  /** A form is sent only once the risk statement is acknowledged. */
  readonly acknowledged: true;
}

export type PurchaseEvent =
  /** A balance changed while the form was shown: the options, read again. */
  | { readonly type: 'BALANCE_READ'; readonly options: PurchaseOptions }
  | { readonly type: 'CHOOSE_STAGE'; readonly plan: StageName }
  /** Another stage is chosen on the page of a plan. */
  | { readonly type: 'CHANGE_STAGE'; readonly plan: StageName }
  | { readonly type: 'SUBMIT_PLAN'; readonly acknowledged: true }
  | { readonly type: 'SUBMIT_AMOUNT'; readonly typed: TypedPurchase }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'BACK' }
  | { readonly type: 'LEAVE' };

/** How the flow ended. */
export type PurchaseOutput =
  | { readonly kind: 'bought'; readonly receiptId: string }
  | { readonly kind: 'left' }
  | { readonly kind: 'sessionEnded' };

/** Port of `GET /purchases/options`. */
export type GetPurchaseOptionsOutcome =
  | { readonly kind: 'loaded'; readonly options: PurchaseOptions }
  /** Money that goes to others is held after a change of the account (S-12). */
  | { readonly kind: 'onHold'; readonly options: PurchaseOptions }
  /** The member has neither an app nor a verified address to confirm with. */
  | { readonly kind: 'unconfirmable'; readonly options: PurchaseOptions }
  /** The asset that plans are paid in has no current rate. */
  | { readonly kind: 'rateStale'; readonly problem: Problem }
  | MemberFailure;

/** Port of `POST /purchases`. */
export type CreatePurchaseInput = components['schemas']['PurchaseWanted'];
export type CreatePurchaseOutcome =
  | { readonly kind: 'created'; readonly draft: PurchaseDraft }
  | { readonly kind: 'belowMinimum'; readonly problem: Problem }
  /** Another version of the risk statement is in force. */
  | { readonly kind: 'riskChanged'; readonly problem: Problem }
  | { readonly kind: 'insufficientBalance'; readonly problem: Problem }
  | { readonly kind: 'rateStale'; readonly problem: Problem }
  | { readonly kind: 'forbidden'; readonly problem: Problem }
  | { readonly kind: 'running' }
  | MemberFailure;
