import type { EarlierCall } from '../chart/earlier-call.ts';
import type { CommonFailure, Problem } from '../chart/problem.ts';

/** Whose account is frozen. */
export interface Account {
  readonly email: string;
  readonly username: string;
}

export type Method = 'totp' | 'recoveryCode';

/**
 * What survives a reload: never the token of the link or a code. The key belongs to the call that was made or is next.
 */
export interface AccountThawCheckpoint {
  readonly version: 1;
  readonly step: 'enteringAccount' | 'linkSent' | 'confirming' | 'thawing' | 'showingDone';
  readonly key: string;
  readonly account: Account | null;
}

export interface AccountThawInput {
  /** Idempotency key for the first call of this run, made by the caller. */
  readonly key: string;
  /** Whether the mailed link opened the page; the token itself stays with the port. */
  readonly link: boolean;
  readonly resume: AccountThawCheckpoint | null;
}

export interface AccountThawContext {
  /** Idempotency key of the next call, or of the one whose response was lost. */
  readonly key: string;
  readonly account: Account | null;
  readonly method: Method;
  readonly link: boolean;
  readonly resume: AccountThawCheckpoint | null;
  readonly problem: Problem | null;
}

export type AccountThawEvent =
  | { readonly type: 'SUBMIT_FORM'; readonly account: Account }
  | { readonly type: 'CONFIRM' }
  | { readonly type: 'SUBMIT_CODE'; readonly code: string }
  | { readonly type: 'USE_RECOVERY_CODE' }
  | { readonly type: 'USE_APP_CODE' }
  | { readonly type: 'ASK_NEW_LINK' }
  | { readonly type: 'BACK' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'SIGN_IN' };

/** How the flow ended. */
export type AccountThawOutput = { readonly kind: 'toSignIn' };

/** Port of `POST /account/sendThawLink`. */
export interface SendThawLinkInput {
  readonly key: string;
  readonly account: Account;
}
export type SendThawLinkOutcome =
  /** A link is on its way, if there is such an account and it is frozen (D-15). `key` is for the next call. */
  | { readonly kind: 'sent'; readonly key: string }
  | { readonly kind: 'tooSoon'; readonly problem: Problem }
  /** Another account was sent under this key and the response was lost: this one needs a new key. */
  | { readonly kind: 'keyUsed'; readonly key: string }
  | CommonFailure;

/** Port of `POST /account/thaw`; the port reads the token from where the page keeps it. */
export interface ThawAccountInput {
  readonly key: string;
  /** Null for the first call, which learns whether a code is needed. */
  readonly secondFactor: { readonly method: Method; readonly code: string } | null;
}
export type ThawAccountOutcome =
  | { readonly kind: 'thawed' }
  /** The link is valid and a code is needed; `key` is for the call with the code. */
  | { readonly kind: 'secondFactor'; readonly key: string }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** The link is unknown, used or expired, or five wrong codes were typed. */
  | { readonly kind: 'linkInvalid'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | CommonFailure;

/** The outcome of a thaw whose response was lost, requested without a session. */
export type EarlierThaw = EarlierCall<
  | { readonly kind: 'done' }
  /** The call was answered with a request for a code. */
  | { readonly kind: 'secondFactor'; readonly key: string }
>;
