import type { MemberFailure, Problem } from '../chart/problem.ts';

export interface SessionContext {
  /** Milliseconds from the last tokens until they should be renewed. */
  readonly renewIn: number;
  readonly problem: Problem | null;
}

export type SessionEvent =
  /** Tokens were stored, by the sign-in flow here or in another tab. */
  | { readonly type: 'SIGNED_IN'; readonly renewIn: number }
  /** The member signed out, here or in another tab. */
  | { readonly type: 'SIGNED_OUT' }
  /** A call answered 401, or the stored expiry has passed: the session is over (SRC §2, SRC §8). */
  | { readonly type: 'SESSION_ENDED' }
  /** Another tab renewed the tokens that this one shares. */
  | { readonly type: 'TOKENS_RENEWED'; readonly renewIn: number }
  /** The device woke up, and the timer may have been suspended. */
  | { readonly type: 'RENEWAL_DUE' }
  | { readonly type: 'RETRY' };

/** What the browser's storage contains when the app starts. A local read, not a call. */
export type RestoreSessionOutcome =
  | { readonly kind: 'none' }
  /** A token is stored whose expiry has passed. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'userKnown'; readonly renewIn: number }
  | { readonly kind: 'userUnknown'; readonly renewIn: number };

/** Port of `GET /account/userInfo`; the member is cached in the storage by the port (SRC §3). */
export type GetUserInfoOutcome = { readonly kind: 'loaded' } | MemberFailure;

/** Port of `POST /token/refresh`; runs in one tab at a time. */
export type RefreshTokenOutcome = { readonly kind: 'renewed'; readonly renewIn: number } | MemberFailure;
