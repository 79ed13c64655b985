import type { MemberFailure, Problem } from '../chart/problem.ts';

/** Whether withdrawals go only to saved addresses; while it is turning off, they still do. */
export type AllowListState = 'off' | 'on' | 'turningOff';

/** What a change requires: the password, and with an app set up a code of it or a recovery code. */
export type AllowListProof = 'password' | 'app';

/** What survives a reload: only that a call was sent which can't be repeated. */
export interface AllowListCheckpoint {
  readonly version: 1;
  readonly step: 'turningOn' | 'turningOff';
  /** Idempotency key of the call that was sent. */
  readonly key: string;
}

export interface AllowListInput {
  /** Idempotency key for this run of the flow, made by the caller. */
  readonly key: string;
  readonly resume: AllowListCheckpoint | null;
}

export interface AllowListContext {
  /** Idempotency key of the next call, or of the one whose response was lost. */
  readonly key: string;
  readonly resume: AllowListCheckpoint | null;
  readonly problem: Problem | null;
  readonly state: AllowListState;
  readonly proof: AllowListProof;
}

export type AllowListEvent =
  | { readonly type: 'RETRY' }
  | { readonly type: 'BACK' }
  | { readonly type: 'LEAVE' }
  | { readonly type: 'TURN_ON' }
  | { readonly type: 'TURN_OFF' }
  /** The member keeps it on, while it is turning off. */
  | { readonly type: 'KEEP' }
  | { readonly type: 'SUBMIT_PASSWORD'; readonly password: string }
  | { readonly type: 'SUBMIT_WITH_CODE'; readonly password: string; readonly code: string };

/** How the flow ended. */
export type AllowListOutput =
  | { readonly kind: 'turnedOn' }
  /** It is off after a wait. */
  | { readonly kind: 'turnedOff' }
  | { readonly kind: 'kept' }
  /** It was off when it should be turned off. */
  | { readonly kind: 'alreadyOff' }
  /** The member went back to the account; nothing has changed. */
  | { readonly kind: 'left' }
  | { readonly kind: 'sessionEnded' };

/** Port of `GET /account/allowList`; when it ends stays with the port, where the screen reads it. */
export type GetAllowListOutcome =
  | { readonly kind: 'unlimited' }
  /** A change requires a code of the app too. */
  | { readonly kind: 'unlimitedWithApp' }
  | { readonly kind: 'limited' }
  | { readonly kind: 'limitedWithApp' }
  | { readonly kind: 'turningOff' }
  | MemberFailure;

/** Ports of `POST /account/allowList/on` and `POST /account/allowList/off`. */
export interface ChangeAllowListInput {
  readonly key: string;
  readonly password: string;
  /** A code of the app or a recovery code; null without an app. */
  readonly code: string | null;
}
export type ChangeAllowListOutcome =
  | { readonly kind: 'changed' }
  | { readonly kind: 'wrongPassword'; readonly problem: Problem }
  | { readonly kind: 'wrongCode'; readonly problem: Problem }
  /** An app was set up in the meantime: its code is required. */
  | { readonly kind: 'codeNeeded'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | MemberFailure;

/** What turning it off may lead to besides. */
export type TurnOffAllowListOutcome =
  | ChangeAllowListOutcome
  /** The wait was over, in another tab or on another device: withdrawals go to any address, and nothing has changed. */
  | { readonly kind: 'alreadyOff' };

/**
 * Port of `POST /account/allowList/keep`. Each call goes under a key of its own, derived from the flow's: keeping it on
 * is the same however often, and the answer to an earlier call would not say what has been asked for since.
 */
export interface KeepAllowListInput {
  readonly key: string;
}
export type KeepAllowListOutcome =
  | { readonly kind: 'kept' }
  /** The wait was over: there is nothing to keep. */
  | { readonly kind: 'alreadyOff'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running'; readonly problem: Problem }
  | MemberFailure;
