import type { SecondFactorMethod } from '../challenge/challenge.types.ts';
import type { EarlierCall } from '../chart/earlier-call.ts';
import type { CodeTerms } from '../chart/code-terms.ts';
import type { MemberFailure, Problem } from '../chart/problem.ts';

/** The steps of binding that a reload may return to. */
export type BindingStep = 'addingKey' | 'enteringFirstCode';

/** What survives a reload: never the password, a code, the key of the app or a recovery code. */
export interface TwoFactorCheckpoint {
  readonly version: 1;
  readonly step: BindingStep | 'enabling' | 'unbinding' | 'disabling' | 'askingForCodes' | 'renewing';
  /** Idempotency key of the call that the flow makes or made. */
  readonly key: string;
}

export interface TwoFactorInput {
  /** Idempotency key for this run of the flow, made by the caller. */
  readonly key: string;
  readonly resume: TwoFactorCheckpoint | null;
}

export interface TwoFactorContext {
  /**
   * Idempotency key of the next call, or of the one whose response was lost. Sending a code brings the key of the next
   * call.
   */
  readonly key: string;
  /** Terms of the mailed code; null if they are unknown, as after a reload. */
  readonly terms: CodeTerms | null;
  readonly resume: TwoFactorCheckpoint | null;
  readonly problem: Problem | null;
  /** How the member proves the second factor when unbinding or making new codes. */
  readonly method: SecondFactorMethod;
  /** Whether an app was set up when the server was last asked; false until then. */
  readonly isOn: boolean;
}

export type TwoFactorEvent =
  | { readonly type: 'RETRY' }
  | { readonly type: 'NEXT' }
  | { readonly type: 'BACK' }
  | { readonly type: 'LEAVE' }
  | { readonly type: 'START_UNBINDING' }
  | { readonly type: 'START_RENEWING' }
  | { readonly type: 'USE_RECOVERY_CODE' }
  | { readonly type: 'USE_APP_CODE' }
  | { readonly type: 'RESEND_CODE' }
  /** What binding requires: the password, the mailed code and a first code of the app. */
  | { readonly type: 'SUBMIT_CODES'; readonly password: string; readonly emailCode: string; readonly code: string }
  | { readonly type: 'SUBMIT_FORM'; readonly password: string; readonly code: string }
  | { readonly type: 'CONFIRM_SAVED' };

/** How the flow ended. */
export type TwoFactorOutput =
  | { readonly kind: 'bound' }
  | { readonly kind: 'unbound' }
  /** New recovery codes are in place of the old ones. */
  | { readonly kind: 'codesRenewed' }
  /** The member went back to the account; nothing has changed. */
  | { readonly kind: 'left' }
  | { readonly kind: 'sessionEnded' };

/** Port of `GET /account/twoFactorInfo`; the key of the app stays with the port, where the screen reads it. */
export type GetTwoFactorInfoOutcome =
  | { readonly kind: 'off' }
  /** None is bound, and none can be: the address that the code would go to is not verified. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'on' }
  /** One is bound, and a password reset removes it until a time that the screen shows. */
  | { readonly kind: 'provisional' }
  | MemberFailure;

/** Port of `POST /account/enable2FA/code`. */
export interface SendTwoFactorCodeInput {
  readonly key: string;
}
export type SendTwoFactorCodeOutcome =
  /** `key` is for the next call. */
  | { readonly kind: 'sent'; readonly key: string; readonly terms: CodeTerms }
  /** A code was sent a moment ago; it is as good as a new one. */
  | { readonly kind: 'tooSoon'; readonly problem: Problem }
  | { readonly kind: 'unverified' }
  /** Another tab has bound an app. */
  | { readonly kind: 'alreadyDone' }
  /** The same call is still running. */
  | { readonly kind: 'running'; readonly problem: Problem }
  | MemberFailure;

/** Refusals that the unsafe calls with a proof have in common. */
type ProofFailure =
  | { readonly kind: 'wrongPassword'; readonly problem: Problem }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** Another tab was faster: the second factor is already as requested. */
  | { readonly kind: 'alreadyDone' }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | MemberFailure;

/** Port of `POST /account/enable2FA`; the recovery codes stay with the port, where the screen reads them. */
export interface EnableTwoFactorInput {
  readonly key: string;
  readonly password: string;
  readonly emailCode: string;
  readonly code: string;
}
export type EnableTwoFactorOutcome =
  | { readonly kind: 'enabled' }
  | { readonly kind: 'wrongEmailCode'; readonly problem: Problem }
  /** The mailed code has expired or was tried five times: only a new one helps. */
  | { readonly kind: 'emailCodeOver'; readonly problem: Problem }
  | ProofFailure;

/** Port of `POST /account/disable2FA`. */
export interface DisableTwoFactorInput {
  readonly key: string;
  readonly password: string;
  readonly code: string;
  readonly method: SecondFactorMethod;
}
export type DisableTwoFactorOutcome = { readonly kind: 'disabled' } | ProofFailure;

/** Port of `POST /account/recoveryCodes`; the codes stay with the port, where the screen reads them. */
export type RenewRecoveryCodesInput = DisableTwoFactorInput;
export type RenewRecoveryCodesOutcome = { readonly kind: 'codesRenewed' } | ProofFailure;

/** The outcome of a call whose response was lost. */
export type EarlierBinding = EarlierCall<
  | { readonly kind: 'done' }
  /** Done, but the recovery codes are no longer kept. */
  | { readonly kind: 'doneWithoutCodes' }
>;
