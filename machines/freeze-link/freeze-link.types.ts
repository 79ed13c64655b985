import type { CommonFailure, Problem } from '../chart/problem.ts';

/** What survives a reload: the step and the key of the call, never the token of the link. */
export interface FreezeLinkCheckpoint {
  readonly version: 1;
  readonly step: 'asking' | 'freezing' | 'showingFrozen';
  /** Idempotency key of the call. */
  readonly key: string;
  readonly objects: boolean;
}

export interface FreezeLinkInput {
  /** Idempotency key for this run of the flow, made by the caller. */
  readonly key: string;
  /** Whether the page has the token of a link; the token itself stays with the port. */
  readonly link: boolean;
  /** Whether the link is of the mail about another email that support was asked for: it objects to that. */
  readonly objects: boolean;
  readonly resume: FreezeLinkCheckpoint | null;
}

export interface FreezeLinkContext {
  readonly key: string;
  readonly link: boolean;
  readonly objects: boolean;
  readonly resume: FreezeLinkCheckpoint | null;
  readonly problem: Problem | null;
}

export type FreezeLinkEvent = { readonly type: 'CONFIRM' } | { readonly type: 'RETRY' } | { readonly type: 'SIGN_IN' };

/** How the flow ended. */
export type FreezeLinkOutput = { readonly kind: 'toSignIn' };

/** Port of `POST /account/freezeByLink`; the port reads the token from where the page keeps it. */
export interface FreezeByLinkInput {
  readonly key: string;
}
export type FreezeByLinkOutcome =
  | { readonly kind: 'frozen' }
  /** The link is unknown, used or expired. */
  | { readonly kind: 'linkInvalid'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | CommonFailure;
