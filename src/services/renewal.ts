import type { SessionStore } from './session.store.ts';

/** Renews the tokens, or waits for the renewal under way. */
export interface Renewal {
  /** Resolves, once the renewal is over, to whether the member is still signed in. Set by the session. */
  renew: () => Promise<boolean>;
}

/** Whether the access token of a session has expired that can have a new one. */
export const isRenewable = (session: SessionStore): boolean =>
  session.tokens()?.refreshToken != null && !session.isFresh();

/**
 * The access token for a call, null if nobody is signed in. A device that slept for longer than the token is valid has
 * work for the network before its timers, so an expired one is renewed first (D-14). Rejects if that got no answer, or
 * the member is not signed in any more: the call is not sent, with nobody's token or with that of another.
 */
export async function tokenForCall(session: SessionStore, { renew }: Renewal): Promise<string | null> {
  if (isRenewable(session) && !((await renew()) && session.isFresh())) throw new TypeError('Not renewed.');
  return session.tokens()?.accessToken ?? null;
}
