import type { EarlierCall } from '../chart/earlier-call.ts';
import type { CommonFailure, Problem } from '../chart/problem.ts';

/**
 * What the mail of a link was for: `own`, a change to the account; `former`, a change that took the mail's address from
 * the account; `objecting`, another email that support was asked for, to which the link objects.
 */
export type LinkKind = 'own' | 'former' | 'objecting';

/** Who may thaw the frozen account: its member by a mailed link, or only support. */
export type ThawBy = 'member' | 'support';

/** What survives a reload: the step and the key of the call, never the token of the link. */
export interface FreezeLinkCheckpoint {
  readonly version: 2;
  readonly step: 'asking' | 'freezing' | 'showingFrozen' | 'askingToObject' | 'objecting' | 'showingObjection';
  /** Idempotency key of the call. */
  readonly key: string;
  readonly link: LinkKind;
  readonly thawBy: ThawBy | null;
}

export interface FreezeLinkInput {
  /** Idempotency key for this run of the flow, made by the caller. */
  readonly key: string;
  /** The link that the page has the token of; null if it has none. The token itself stays with the port. */
  readonly link: LinkKind | null;
  readonly resume: FreezeLinkCheckpoint | null;
}

export interface FreezeLinkContext {
  readonly key: string;
  /** Whose token the page has, or had when it was reloaded. */
  readonly link: LinkKind | null;
  /** Who may thaw the account; null until it is frozen. */
  readonly thawBy: ThawBy | null;
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
  /** It is frozen, and only support may thaw it: a former address froze it, or support did before. */
  | { readonly kind: 'frozenForSupport' }
  /** It is frozen, and support has an objection to another address that it was asked for. */
  | { readonly kind: 'objected' }
  /** The link is unknown, used or expired. */
  | { readonly kind: 'linkInvalid'; readonly problem: Problem }
  /** The same call is still running. */
  | { readonly kind: 'running' }
  | CommonFailure;

/** The outcome of an earlier call that freezes. */
export type EarlierFreeze = EarlierCall<
  { readonly kind: 'done' } | { readonly kind: 'doneForSupport' } | { readonly kind: 'doneObjecting' }
>;
