import type { CommonFailure, MemberFailure, Problem } from '../chart/problem.ts';

/** What outlives a reload: only that the call was sent, never a password. */
export interface PasswordChangeCheckpoint {
  readonly version: 1;
  readonly step: 'changingPassword';
  /** Idempotency key of the call that was sent. */
  readonly key: string;
}

export interface PasswordChangeInput {
  /** Idempotency key for this run of the flow, made by the caller. */
  readonly key: string;
  readonly resume: PasswordChangeCheckpoint | null;
}

export interface PasswordChangeContext {
  readonly key: string;
  readonly resume: PasswordChangeCheckpoint | null;
  readonly problem: Problem | null;
}

export type PasswordChangeEvent =
  | { readonly type: 'SUBMIT_FORM'; readonly password: string; readonly newPassword: string }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'RETRY' };

/** How the flow ended. */
export type PasswordChangeOutput = { readonly kind: 'changed' } | { readonly kind: 'cancelled' } | { readonly kind: 'sessionEnded' };

/** Port of `POST /account/changePassword`. */
export interface ChangePasswordInput {
  readonly key: string;
  readonly password: string;
  readonly newPassword: string;
}
export type ChangePasswordOutcome =
  | { readonly kind: 'changed' }
  | { readonly kind: 'wrongPassword'; readonly problem: Problem }
  /** The new password is a common one, or contains the user name or the name of the product (security rule 5). */
  | { readonly kind: 'newPasswordRefused'; readonly problem: Problem }
  /** The same call still runs. */
  | { readonly kind: 'running' }
  | MemberFailure;

/** Port of `GET /requests/{key}`: what became of the call whose answer was lost. */
export interface GetRequestOutcomeInput {
  readonly key: string;
}
export type GetRequestOutcomeOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'notDone' }
  | { readonly kind: 'running' }
  | { readonly kind: 'sessionEnded' }
  | CommonFailure;
