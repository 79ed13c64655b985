import type { CodeTerms } from '../chart/code-terms.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';

/** What adding a passkey requires besides the password; `unverified` if neither an app nor a mailbox can prove it. */
export type PasskeyProof = 'app' | 'mailedCode' | 'unverified';

/** What survives a reload: only that a call was sent which can't be repeated. */
export interface PasskeysCheckpoint {
  readonly version: 1;
  readonly step: 'adding' | 'removing';
  /** Idempotency key of the call that was sent. */
  readonly key: string;
}

export interface PasskeysInput {
  /** Idempotency key for this run of the flow, made by the caller. */
  readonly key: string;
  readonly resume: PasskeysCheckpoint | null;
}

export interface PasskeysContext {
  /** Idempotency key of the next call, or of the one whose response was lost. A call that is done brings the next. */
  readonly key: string;
  readonly resume: PasskeysCheckpoint | null;
  readonly problem: Problem | null;
  readonly proof: PasskeyProof;
  /** Terms of the mailed code; null if none was sent. */
  readonly terms: CodeTerms | null;
  /** The id of the passkey that a form is about. */
  readonly chosen: string | null;
}

export type PasskeysEvent =
  | { readonly type: 'RETRY' }
  | { readonly type: 'BACK' }
  | { readonly type: 'LEAVE' }
  | { readonly type: 'START_ADDING' }
  | { readonly type: 'RESEND_CODE' }
  /** The password and a code, which protect the account until then, and what the new passkey is called. */
  | { readonly type: 'SUBMIT_CODES'; readonly password: string; readonly code: string; readonly name: string }
  /** The device has made the passkey; the screen keeps what it answered. */
  | { readonly type: 'DEVICE_MADE' }
  | { readonly type: 'DEVICE_CANCELLED' }
  /** The device has a passkey of this account already. */
  | { readonly type: 'DEVICE_KNOWN' }
  | { readonly type: 'DEVICE_UNSUPPORTED' }
  | { readonly type: 'DEVICE_FAILED' }
  | { readonly type: 'START_RENAMING'; readonly passkeyId: string }
  | { readonly type: 'SUBMIT_NAME'; readonly name: string }
  | { readonly type: 'START_REMOVING'; readonly passkeyId: string }
  | { readonly type: 'SUBMIT_PASSWORD'; readonly password: string }
  | { readonly type: 'SUBMIT_WITH_CODE'; readonly password: string; readonly code: string };

/** How the flow ended. */
export type PasskeysOutput =
  | { readonly kind: 'added' }
  | { readonly kind: 'removed' }
  /** The member went back to the account; nothing has changed. */
  | { readonly kind: 'left' }
  | { readonly kind: 'sessionEnded' };

/** Port of `GET /account/passkeys`; the list stays with the port, where the screen reads it. */
export type ListPasskeysOutcome =
  | { readonly kind: 'byApp' }
  | { readonly kind: 'byMail' }
  /** No app is set up, and the address that a code would go to is not verified. */
  | { readonly kind: 'unverified' }
  | MemberFailure;

interface Keyed {
  readonly key: string;
}

/** Port of `POST /account/passkeys/code`. */
export type SendPasskeyCodeInput = Keyed;
export type SendPasskeyCodeOutcome =
  /** `key` is for the next call. */
  | { readonly kind: 'sent'; readonly key: string; readonly terms: CodeTerms }
  /** A code was sent a moment ago; it is as good as a new one. */
  | { readonly kind: 'tooSoon'; readonly problem: Problem }
  | { readonly kind: 'unverified' }
  /** An app was set up in the meantime: its code is required instead. */
  | { readonly kind: 'codeOfApp' }
  /** The same call is still running. */
  | { readonly kind: 'running'; readonly problem: Problem }
  | MemberFailure;

/** Port of `POST /account/passkeys/begin`; what the device is asked stays with the port. */
export interface BeginPasskeyInput extends Keyed {
  readonly proof: PasskeyProof;
  readonly password: string;
  readonly code: string;
  /** What the new passkey will be called; it waits with the port for what the device makes. */
  readonly name: string;
}
export type BeginPasskeyOutcome =
  /** `key` is for the next call. */
  | { readonly kind: 'begun'; readonly key: string }
  | { readonly kind: 'wrongPassword'; readonly problem: Problem }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** The mailed code has expired or was tried five times: only a new one helps. */
  | { readonly kind: 'codeOver'; readonly problem: Problem }
  /** An app was set up in the meantime: its code is required. */
  | { readonly kind: 'codeNeeded'; readonly problem: Problem }
  | { readonly kind: 'unverified' }
  | { readonly kind: 'tenAlready'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running'; readonly problem: Problem }
  | MemberFailure;

/** Port of `POST /account/passkeys`; the name and what the device has made are with the port. */
export type AddPasskeyInput = Keyed;
export type AddPasskeyOutcome =
  | { readonly kind: 'added' }
  /** It came too late, was made elsewhere, is there already, or is one too many: the member begins again. */
  | { readonly kind: 'notAdded'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | MemberFailure;

/** Port of `POST /account/passkeys/{id}/rename`. */
export interface RenamePasskeyInput extends Keyed {
  readonly id: string;
  readonly name: string;
}
export type RenamePasskeyOutcome =
  /** `key` is for the next call. */
  | { readonly kind: 'renamed'; readonly key: string }
  /** Another tab has removed it. */
  | { readonly kind: 'noSuchPasskey' }
  /** The same call is still running. */
  | { readonly kind: 'running'; readonly problem: Problem }
  | MemberFailure;

/** Port of `POST /account/passkeys/{id}/remove`. */
export interface RemovePasskeyInput extends Keyed {
  readonly id: string;
  readonly password: string;
  /** A code of the app or a recovery code; null without an app. */
  readonly code: string | null;
}
export type RemovePasskeyOutcome =
  | { readonly kind: 'removed' }
  /** Another tab has removed it. */
  | { readonly kind: 'noSuchPasskey' }
  | { readonly kind: 'wrongPassword'; readonly problem: Problem }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** An app was set up in the meantime: its code is required. */
  | { readonly kind: 'codeNeeded'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | MemberFailure;
