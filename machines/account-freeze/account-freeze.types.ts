import type { MemberFailure, Problem } from '../chart/problem.ts';

/** What survives a reload: only that the call was sent. */
export interface AccountFreezeCheckpoint {
  readonly version: 1;
  readonly step: 'freezing';
  /** Idempotency key of the call that was sent. */
  readonly key: string;
}

export interface AccountFreezeInput {
  /** Idempotency key for this run of the flow, made by the caller. */
  readonly key: string;
  readonly resume: AccountFreezeCheckpoint | null;
}

export interface AccountFreezeContext {
  readonly key: string;
  readonly resume: AccountFreezeCheckpoint | null;
  readonly problem: Problem | null;
}

export type AccountFreezeEvent =
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'RETRY' };

/** How the flow ended. */
export type AccountFreezeOutput =
  | { readonly kind: 'frozen' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'sessionEnded' };

/** Port of `POST /account/freeze`; once the account is frozen, every tab has forgotten the session. */
export interface FreezeAccountInput {
  readonly key: string;
}
export type FreezeAccountOutcome =
  | { readonly kind: 'frozen' }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | MemberFailure;
