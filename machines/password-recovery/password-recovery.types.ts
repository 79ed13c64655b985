import type { CodeTerms } from '../chart/code-terms.ts';
import type { EarlierCallInput } from '../chart/earlier-call.ts';
import type { CommonFailure, Problem } from '../chart/problem.ts';

/** Whose password is lost: username and address must match, and nobody learns whether they do (D-15). */
export interface Account {
  readonly email: string;
  readonly username: string;
}

/** Whether the account is frozen although its password is new, and who thaws it. */
export type StillFrozen = 'no' | 'member' | 'support';

/** What survives a reload: never a code or a password. */
export interface PasswordRecoveryCheckpoint {
  readonly version: 1;
  readonly step: 'enteringAccount' | 'enteringCode' | 'enteringPassword' | 'settingPassword' | 'showingDone';
  readonly key: string;
  /** Null before an account was sent, and once the flow is done. */
  readonly account: Account | null;
  /** Null while no code is awaited. */
  readonly terms: CodeTerms | null;
}

export interface PasswordRecoveryInput {
  /** Idempotency key of the first unsafe call, made by the caller. */
  readonly key: string;
  /** The step that a reload interrupted; null on a fresh start. */
  readonly resume: PasswordRecoveryCheckpoint | null;
}

export interface PasswordRecoveryContext {
  /**
   * Idempotency key of the next unsafe call, or of the one whose response was lost. Each answer brings the key of the
   * next call.
   */
  readonly key: string;
  readonly resume: PasswordRecoveryCheckpoint | null;
  readonly account: Account | null;
  readonly terms: CodeTerms | null;
  /** Milliseconds from the answer within which the new password must be set; null if that is unknown. */
  readonly grant: number | null;
  /**
   * What the answer to the new password said; null if it is unknown, as after a reload: the account may have been
   * thawed in the meantime.
   */
  readonly frozen: StillFrozen | null;
  readonly problem: Problem | null;
}

export type PasswordRecoveryEvent =
  | { readonly type: 'SUBMIT_FORM'; readonly account: Account }
  | { readonly type: 'SUBMIT_CODE'; readonly code: string }
  | { readonly type: 'RESEND_CODE' }
  | { readonly type: 'SUBMIT_PASSWORD'; readonly password: string }
  | { readonly type: 'BACK' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'SIGN_IN' };

/** How the flow ended. */
export interface PasswordRecoveryOutput {
  readonly kind: 'toSignIn';
}

/** A code is on its way, if the address may receive one; `key` is for the next call. */
interface Sent {
  readonly kind: 'sent';
  readonly key: string;
  readonly terms: CodeTerms;
}

/** A code was sent a moment ago. */
interface TooSoon {
  readonly kind: 'tooSoon';
  readonly problem: Problem;
}

/** The server has forgotten the recovery: it starts over. */
interface RecoveryExpired {
  readonly kind: 'recoveryExpired';
  readonly problem: Problem;
}

/** Port of `POST /account/forgetPassword`. */
export interface ForgetPasswordInput {
  readonly key: string;
  readonly account: Account;
}
export type ForgetPasswordOutcome =
  | Sent
  | TooSoon
  /** Another account was sent under this key and the response was lost: this one needs a new key. */
  | { readonly kind: 'keyUsed'; readonly key: string }
  | CommonFailure;

/** Port of `POST /account/sendResetPasswordCodeByEmail`. */
export interface SendResetPasswordCodeInput {
  readonly key: string;
  readonly email: string;
}
export type SendResetPasswordCodeOutcome = Sent | TooSoon | RecoveryExpired | CommonFailure;

/** Port of `POST /account/validateEmailAndUserName`; the grant itself travels in a cookie that scripts can't read. */
export interface ValidateEmailAndUserNameInput {
  readonly key: string;
  readonly account: Account;
  readonly code: string;
}
export type ValidateEmailAndUserNameOutcome =
  | { readonly kind: 'verified'; readonly key: string; readonly grant: number }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** The code expired, or too many wrong ones were typed. */
  | { readonly kind: 'codeOver'; readonly problem: Problem }
  | CommonFailure;

/** Port of `POST /account/resetPassword`. */
export interface ResetPasswordInput {
  readonly key: string;
  readonly account: Account;
  readonly password: string;
}
export type ResetPasswordOutcome =
  | { readonly kind: 'set'; readonly frozen: StillFrozen }
  | RecoveryExpired
  | { readonly kind: 'passwordRefused'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | CommonFailure;

/** Port of `GET /requests/{key}`; the account says whose sessions the new password has ended. */
export interface EarlierResetInput extends EarlierCallInput {
  readonly account: Account;
}
