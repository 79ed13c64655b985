import type { components } from '#openapi/api.gen.d.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';
import type { OpenDraft } from '../confirmation/open-draft.ts';

/** What can be withdrawn, with the rules in force. */
export type WithdrawalOptions = components['schemas']['WithdrawalOptions'];
/** The server's quote: amount, fee and net, valid for a few minutes. */
export type WithdrawalDraft = components['schemas']['WithdrawalDraft'];
/** What the form carries; the amount is an exact decimal. */
export type TypedWithdrawal = components['schemas']['WithdrawalWanted'];

/** Where an interrupted flow resumes. Nothing in it is secret: the code is never part of it. */
export type WithdrawalStep = 'entering' | 'comparing' | 'reviewing' | 'confirming';
export interface WithdrawalCheckpoint {
  readonly version: 1;
  readonly step: WithdrawalStep;
  readonly typed: TypedWithdrawal | null;
  readonly open: OpenDraft<WithdrawalDraft> | null;
}

export interface WithdrawalInput {
  readonly resume: WithdrawalCheckpoint | null;
}

export interface WithdrawalContext {
  readonly resume: WithdrawalCheckpoint | null;
  readonly options: WithdrawalOptions | null;
  readonly typed: TypedWithdrawal | null;
  readonly open: OpenDraft<WithdrawalDraft> | null;
  readonly problem: Problem | null;
}

export type WithdrawalEvent =
  /** A balance changed while the form was shown: the options, read again. */
  | { readonly type: 'BALANCE_READ'; readonly options: WithdrawalOptions }
  | { readonly type: 'SUBMIT_FORM'; readonly typed: TypedWithdrawal }
  /** The member confirms an address that looks like another one. */
  | { readonly type: 'CONFIRM_ADDRESS' }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'BACK' }
  | { readonly type: 'LEAVE' };

/** How the flow ended. */
export type WithdrawalOutput =
  | { readonly kind: 'accepted'; readonly receiptId: string }
  | { readonly kind: 'left' }
  | { readonly kind: 'sessionEnded' };

/** Port of `GET /withdrawals/options`. */
export type GetWithdrawalOptionsOutcome =
  | { readonly kind: 'loaded'; readonly options: WithdrawalOptions }
  /** Money that goes to others is held after a change of the account (S-12). */
  | { readonly kind: 'onHold'; readonly options: WithdrawalOptions }
  /** The member has neither an app nor a verified address to confirm with. */
  | { readonly kind: 'unconfirmable'; readonly options: WithdrawalOptions }
  | MemberFailure;

/** Port of `POST /withdrawals`. */
export type CreateWithdrawalOutcome =
  | { readonly kind: 'created'; readonly draft: WithdrawalDraft }
  /** Like `created`, but the address resembles one that was used before and differs from it (D-28). */
  | { readonly kind: 'resembling'; readonly draft: WithdrawalDraft }
  | { readonly kind: 'belowMinimum'; readonly problem: Problem }
  | { readonly kind: 'insufficientBalance'; readonly problem: Problem }
  | { readonly kind: 'addressRefused'; readonly problem: Problem }
  /** The member withdraws only to saved addresses, and this is none, or is still new. */
  | { readonly kind: 'addressNotAllowed'; readonly problem: Problem }
  | { readonly kind: 'closed'; readonly problem: Problem }
  | { readonly kind: 'forbidden'; readonly problem: Problem }
  | { readonly kind: 'running' }
  | MemberFailure;
