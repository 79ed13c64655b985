import type { components } from '#openapi/api.gen.d.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';
import type { OpenDraft } from '../confirmation/open-draft.ts';

/** The stake and what each choice would move. */
export type StakeOptions = components['schemas']['StakeOptions'];
export type Stake = components['schemas']['Stake'];
/** Restaking all of it, restaking the MP while the principal returns, or taking both (D-10). */
export type StakeOption = components['schemas']['StakeOption'];
export type StakeChoice = components['schemas']['StakeChoice'];
/** The server's draft, valid for a few minutes. */
export type RestakeDraft = components['schemas']['RestakeDraft'];

/** Where an interrupted flow resumes. Nothing in it is secret: the code is never part of it. */
export type RestakeStep = 'choosing' | 'reviewing' | 'confirming';
export interface RestakeCheckpoint {
  readonly version: 1;
  readonly step: RestakeStep;
  readonly stakeId: string;
  readonly option: StakeOption | null;
  readonly open: OpenDraft<RestakeDraft> | null;
}

export interface RestakeInput {
  /** The stake that the URL names, or that the interrupted flow was about. */
  readonly stakeId: string;
  readonly resume: RestakeCheckpoint | null;
}

export interface RestakeContext {
  readonly stakeId: string;
  readonly resume: RestakeCheckpoint | null;
  readonly options: StakeOptions | null;
  readonly option: StakeOption | null;
  readonly open: OpenDraft<RestakeDraft> | null;
  readonly problem: Problem | null;
}

export type RestakeEvent =
  | { readonly type: 'CHOOSE_OPTION'; readonly option: StakeOption }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'BACK' }
  | { readonly type: 'LEAVE' };

/** How the flow ended. */
export type RestakeOutput =
  | { readonly kind: 'decided'; readonly option: StakeOption; readonly receiptId: string }
  | { readonly kind: 'left' }
  | { readonly kind: 'sessionEnded' };

export interface GetStakeOptionsInput {
  readonly stakeId: string;
}

/** Port of `GET /stakes/{id}/options`. */
export type GetStakeOptionsOutcome =
  /** It has matured, and the choice is the member's. */
  | { readonly kind: 'loaded'; readonly options: StakeOptions }
  /** It is still running: the choices are only a preview. */
  | { readonly kind: 'running'; readonly options: StakeOptions }
  /** The choice was made before. */
  | { readonly kind: 'decided'; readonly options: StakeOptions }
  /** The member has neither an app nor a verified address to confirm with. */
  | { readonly kind: 'unconfirmable'; readonly options: StakeOptions }
  | { readonly kind: 'gone'; readonly problem: Problem }
  | MemberFailure;

/** Port of `POST /restakes`. */
export type CreateRestakeInput = components['schemas']['RestakeWanted'];
export type CreateRestakeOutcome =
  | { readonly kind: 'created'; readonly draft: RestakeDraft }
  /** It is still running, or was decided in the meantime. */
  | { readonly kind: 'notMatured'; readonly problem: Problem }
  | { readonly kind: 'nothingToMove'; readonly problem: Problem }
  | { readonly kind: 'gone'; readonly problem: Problem }
  | { readonly kind: 'forbidden'; readonly problem: Problem }
  | { readonly kind: 'running' }
  | MemberFailure;
