import type { components } from '#openapi/api.gen.d.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';
import type { OpenDraft } from '../confirmation/open-draft.ts';

/** What can be transferred. */
export type TransferOptions = components['schemas']['TransferOptions'];
/** The recipient, with as much of the name as the sender may see, and how often the sender has paid them before. */
export type Recipient = components['schemas']['Recipient'];
/** The server's draft, valid for a few minutes. */
export type TransferDraft = components['schemas']['TransferDraft'];
/** What the second form carries; the amount is an exact decimal. */
export type TypedTransfer = Omit<components['schemas']['TransferWanted'], 'recipient'>;

/** Where an interrupted flow resumes. Nothing in it is secret: the code is never part of it. */
export type TransferStep = 'naming' | 'entering' | 'reviewing' | 'confirming';
export interface TransferCheckpoint {
  readonly version: 3;
  readonly step: TransferStep;
  /** The username as typed; empty before. */
  readonly username: string;
  readonly recipient: Recipient | null;
  readonly typed: TypedTransfer | null;
  readonly open: OpenDraft<TransferDraft> | null;
}

export interface TransferInput {
  readonly resume: TransferCheckpoint | null;
}

export interface TransferContext {
  readonly resume: TransferCheckpoint | null;
  readonly options: TransferOptions | null;
  readonly username: string;
  readonly recipient: Recipient | null;
  readonly typed: TypedTransfer | null;
  readonly open: OpenDraft<TransferDraft> | null;
  readonly problem: Problem | null;
}

export type TransferEvent =
  /** A balance changed while the form was shown: the options, read again. */
  | { readonly type: 'BALANCE_READ'; readonly options: TransferOptions }
  | { readonly type: 'SUBMIT_RECIPIENT'; readonly username: string }
  | { readonly type: 'SUBMIT_FORM'; readonly typed: TypedTransfer }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'BACK' }
  | { readonly type: 'LEAVE' };

/** How the flow ended. */
export type TransferOutput =
  | { readonly kind: 'sent'; readonly receiptId: string }
  | { readonly kind: 'left' }
  | { readonly kind: 'sessionEnded' };

/** Port of `GET /transfers/options`. */
export type GetTransferOptionsOutcome =
  | { readonly kind: 'loaded'; readonly options: TransferOptions }
  /** Money that goes to others is held after a change of the account (S-12). */
  | { readonly kind: 'onHold'; readonly options: TransferOptions }
  /** The member has neither an app nor a verified address to confirm with. */
  | { readonly kind: 'unconfirmable'; readonly options: TransferOptions }
  | MemberFailure;

/** Port of `GET /transfers/recipient`. */
export interface FindRecipientInput {
  readonly username: string;
}
export type FindRecipientOutcome =
  | { readonly kind: 'found'; readonly recipient: Recipient }
  | { readonly kind: 'unknown'; readonly problem: Problem }
  | { readonly kind: 'self'; readonly problem: Problem }
  | MemberFailure;

/** Port of `POST /transfers`. */
export interface CreateTransferInput extends TypedTransfer {
  readonly recipient: string;
}
export type CreateTransferOutcome =
  | { readonly kind: 'created'; readonly draft: TransferDraft }
  /** The member no longer exists. */
  | { readonly kind: 'recipientGone'; readonly problem: Problem }
  | { readonly kind: 'insufficientBalance'; readonly problem: Problem }
  | { readonly kind: 'forbidden'; readonly problem: Problem }
  | { readonly kind: 'running' }
  | MemberFailure;
