import type { MemberFailure, Problem } from '../chart/problem.ts';

/** What survives a reload: only that the call was sent, never a password. */
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
  /** Whether an app is bound, so that its code is required too. */
  readonly bound: boolean;
  readonly problem: Problem | null;
}

export type PasswordChangeEvent =
  | { readonly type: 'SUBMIT_FORM'; readonly password: string; readonly newPassword: string }
  /** The same with a code of the app, or a recovery code. */
  | {
      readonly type: 'SUBMIT_WITH_CODE';
      readonly password: string;
      readonly newPassword: string;
      readonly code: string;
    }
  | { readonly type: 'CANCEL' }
  | { readonly type: 'RETRY' };

/** How the flow ended. */
export type PasswordChangeOutput =
  | { readonly kind: 'changed' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'sessionEnded' };

/** Port of `GET /account/twoFactorInfo`. */
export type GetTwoFactorInfoOutcome = { readonly kind: 'off' } | { readonly kind: 'on' } | MemberFailure;

/** Port of `POST /account/changePassword`. */
export interface ChangePasswordInput {
  readonly key: string;
  readonly password: string;
  readonly newPassword: string;
  /** As typed; null if none is required. */
  readonly code: string | null;
}
export type ChangePasswordOutcome =
  | { readonly kind: 'changed' }
  | { readonly kind: 'wrongPassword'; readonly problem: Problem }
  /** The new password is common, or contains the username or the name of the product (S-05). */
  | { readonly kind: 'newPasswordRefused'; readonly problem: Problem }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** An app was bound in the meantime. */
  | { readonly kind: 'codeNeeded'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | MemberFailure;
