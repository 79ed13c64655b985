import type { EarlierCall } from '../chart/earlier-call.ts';
import type { CommonFailure, Problem } from '../chart/problem.ts';

/** Whose account is frozen. */
export interface Account {
  readonly email: string;
  readonly username: string;
}

export type Method = 'totp' | 'recoveryCode';

/**
 * What outlives a reload: never the token of the link or a code. The key is that of the call that was made, or is next.
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
  /** Whether the page was opened by the mailed link; the token itself stays with the port. */
  readonly link: boolean;
  readonly resume: AccountThawCheckpoint | null;
}

export interface AccountThawContext {
  /** Idempotency key of the next call, or of the one whose answer was lost. */
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
  /** A link is on its way, if there is such an account and it is frozen (D-15). `key` is that of the next call. */
  | { readonly kind: 'sent'; readonly key: string }
  | { readonly kind: 'tooSoon'; readonly problem: Problem }
  /** Another account was sent under this key and the answer was lost: this one goes under a key of its own. */
  | { readonly kind: 'keyUsed'; readonly key: string }
  | CommonFailure;

/** Port of `POST /account/thaw`; it takes the token from where the page keeps it. */
export interface ThawAccountInput {
  readonly key: string;
  /** Null for the first call, which learns whether a code is needed. */
  readonly secondFactor: { readonly method: Method; readonly code: string } | null;
}
export type ThawAccountOutcome =
  | { readonly kind: 'thawed' }
  /** The link is good and a code is needed; `key` is that of the call with the code. */
  | { readonly kind: 'secondFactor'; readonly key: string }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** The link is unknown, used, too old, or had its five wrong codes. */
  | { readonly kind: 'linkInvalid'; readonly problem: Problem }
  /** The same call still runs. */
  | { readonly kind: 'running' }
  | CommonFailure;

/** What became of the thaw whose answer was lost, asked without any session. */
export type EarlierThaw = EarlierCall<
  | { readonly kind: 'done' }
  /** The call was answered by asking for a code. */
  | { readonly kind: 'secondFactor'; readonly key: string }
>;
