import type { CommonFailure } from '../chart/problem.ts';

export type SignOutEvent = { readonly type: 'CONFIRM' } | { readonly type: 'CANCEL' };

/** How the flow ended. */
export type SignOutOutput =
  | { readonly kind: 'signedOut' }
  /**
   * This browser has forgotten the session, but the server was not reached; there the session expires by itself (D-14).
   */
  | { readonly kind: 'signedOutHere' }
  | { readonly kind: 'stayed' };

/** Port of `POST /token/revoke`: forgets the tokens in every tab first, then tells the server (S-11). */
export type RevokeTokenOutcome = { readonly kind: 'revoked' } | CommonFailure;
