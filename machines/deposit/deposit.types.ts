import type { components } from '#openapi/api.gen.d.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';

/** What can be deposited, with the rules in force and the requests that are open. */
export type DepositOptions = components['schemas']['DepositOptions'];
/** A request with its address, and what the chain reports about it. */
export type Deposit = components['schemas']['Deposit'];
/** What the form carries; the amount is an exact decimal. */
export type TypedDeposit = components['schemas']['DepositWanted'];

/** Where an interrupted flow resumes. */
export type DepositStep = 'entering' | 'watching' | 'cancelling';
export interface DepositCheckpoint {
  readonly version: 1;
  readonly step: DepositStep;
  readonly typed: TypedDeposit | null;
  readonly depositId: string | null;
}

export interface DepositInput {
  readonly resume: DepositCheckpoint | null;
}

export interface DepositContext {
  readonly resume: DepositCheckpoint | null;
  readonly options: DepositOptions | null;
  readonly typed: TypedDeposit | null;
  readonly depositId: string | null;
  readonly deposit: Deposit | null;
  readonly problem: Problem | null;
}

export type DepositEvent =
  | { readonly type: 'SUBMIT_FORM'; readonly typed: TypedDeposit }
  /** Opens one of the open requests. */
  | { readonly type: 'OPEN_REQUEST'; readonly depositId: string }
  /** Asks first, and says what it means for coins that are under way. */
  | { readonly type: 'CANCEL_REQUEST' }
  | { readonly type: 'CONFIRM_CANCEL' }
  | { readonly type: 'KEEP_REQUEST' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'BACK' };

/** How the flow ended. */
export type DepositOutput =
  | { readonly kind: 'credited'; readonly receiptId: string }
  /** The payment is below the minimum; the receipt says what happens with it. */
  | { readonly kind: 'notApproved'; readonly receiptId: string }
  | { readonly kind: 'cancelled'; readonly receiptId: string }
  | { readonly kind: 'sessionEnded' };

/** Port of `GET /deposits/options`. */
export type GetDepositOptionsOutcome = { readonly kind: 'loaded'; readonly options: DepositOptions } | MemberFailure;

/** Port of `POST /deposits`. */
export type CreateDepositOutcome =
  | { readonly kind: 'created'; readonly deposit: Deposit }
  | { readonly kind: 'belowMinimum'; readonly problem: Problem }
  | { readonly kind: 'closed'; readonly problem: Problem }
  /** The most requests of the asset that may wait for a payment are open. */
  | { readonly kind: 'tooManyOpen'; readonly problem: Problem }
  | { readonly kind: 'running' }
  | MemberFailure;

/** Port of `GET /deposits/{id}`. */
export interface DepositIdInput {
  readonly depositId: string;
}
export type GetDepositOutcome =
  | { readonly kind: 'awaited'; readonly deposit: Deposit }
  | { readonly kind: 'seen'; readonly deposit: Deposit }
  | { readonly kind: 'credited'; readonly deposit: Deposit }
  | { readonly kind: 'notApproved'; readonly deposit: Deposit }
  | { readonly kind: 'cancelled'; readonly deposit: Deposit }
  | { readonly kind: 'gone'; readonly problem: Problem }
  | MemberFailure;

/** Port of `POST /deposits/{id}/cancel`. */
export type CancelDepositOutcome =
  | { readonly kind: 'cancelled'; readonly deposit: Deposit }
  /** A payment has been seen in the meantime. */
  | { readonly kind: 'notCancellable'; readonly problem: Problem }
  | { readonly kind: 'gone'; readonly problem: Problem }
  | { readonly kind: 'running' }
  | MemberFailure;
