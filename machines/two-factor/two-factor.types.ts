import type { SecondFactorMethod } from '../challenge/challenge.types.ts';
import type { CommonFailure, MemberFailure, Problem } from '../chart/problem.ts';

/** The steps of binding that a reload may come back to. */
export type BindingStep = 'addingKey' | 'enteringFirstCode';

/** What outlives a reload: never the password, a code, the key of the app or a recovery code. */
export interface TwoFactorCheckpoint {
  readonly version: 1;
  readonly step: BindingStep | 'enabling' | 'unbinding' | 'disabling';
  /** Idempotency key of the call that the flow makes or made. */
  readonly key: string;
}

export interface TwoFactorInput {
  /** Idempotency key for this run of the flow, made by the caller. */
  readonly key: string;
  readonly resume: TwoFactorCheckpoint | null;
}

export interface TwoFactorContext {
  readonly key: string;
  readonly resume: TwoFactorCheckpoint | null;
  readonly problem: Problem | null;
  /** How the member proves the second factor when unbinding. */
  readonly method: SecondFactorMethod;
}

export type TwoFactorEvent =
  | { readonly type: 'RETRY' }
  | { readonly type: 'NEXT' }
  | { readonly type: 'BACK' }
  | { readonly type: 'START_UNBINDING' }
  | { readonly type: 'USE_RECOVERY_CODE' }
  | { readonly type: 'USE_APP_CODE' }
  | { readonly type: 'SUBMIT_FORM'; readonly password: string; readonly code: string }
  | { readonly type: 'CONFIRM_SAVED' };

/** How the flow ended. */
export type TwoFactorOutput = { readonly kind: 'bound' } | { readonly kind: 'unbound' } | { readonly kind: 'sessionEnded' };

/** Port of `GET /account/twoFactorInfo`; the key of the app stays with the port, which the screen reads it from. */
export type GetTwoFactorInfoOutcome = { readonly kind: 'off' } | { readonly kind: 'on' } | MemberFailure;

/** What both unsafe calls can be refused for. */
type ProofFailure =
  | { readonly kind: 'wrongPassword'; readonly problem: Problem }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** Another tab was faster: the second factor already is as it was to become. */
  | { readonly kind: 'alreadyDone' }
  /** The same call still runs. */
  | { readonly kind: 'running' }
  | MemberFailure;

/** Port of `POST /account/enable2FA`; the recovery codes stay with the port, which the screen reads them from. */
export interface EnableTwoFactorInput {
  readonly key: string;
  readonly password: string;
  readonly code: string;
}
export type EnableTwoFactorOutcome = { readonly kind: 'enabled' } | ProofFailure;

/** Port of `POST /account/disable2FA`. */
export interface DisableTwoFactorInput extends EnableTwoFactorInput {
  readonly method: SecondFactorMethod;
}
export type DisableTwoFactorOutcome = { readonly kind: 'disabled' } | ProofFailure;

/** Port of `GET /requests/{key}`: what became of the call whose answer was lost. */
export interface GetRequestOutcomeInput {
  readonly key: string;
}
export type GetRequestOutcomeOutcome =
  | { readonly kind: 'done' }
  /** Done, but the recovery codes are no longer kept. */
  | { readonly kind: 'doneWithoutCodes' }
  | { readonly kind: 'notDone' }
  | { readonly kind: 'running' }
  | { readonly kind: 'sessionEnded' }
  | CommonFailure;
