import type { SessionStore } from './session.store.ts';

/** The renewal of the tokens, for calls that would carry an expired one. */
export interface Renewal {
  /**
   * Sets what renews the tokens; returns a function that takes it back. `renew` begins a renewal or joins the one under
   * way, and resolves once it is over: to whether the member is still signed in. Null if no member is.
   */
  readonly by: (renew: () => Promise<boolean> | null) => () => void;
  /**
   * The access token for a call, null if nobody is signed in. A device that slept for longer than the token is valid
   * has work for the network before its timers, so an expired one is renewed first (D-14). Rejects if that got no
   * answer, or the member is not signed in any more: the call is not sent, with nobody's token or with that of another.
   */
  readonly token: () => Promise<string | null>;
}

/** Renews the tokens of `session` before a call needs them. */
export function createRenewal(session: SessionStore): Renewal {
  let renewing: (() => Promise<boolean> | null) | null = null;
  const isExpired = (): boolean => session.tokens()?.refreshToken != null && !session.isFresh();
  return {
    by(renew) {
      renewing = renew;
      return () => {
        if (renewing === renew) renewing = null;
      };
    },
    async token() {
      const renewal = isExpired() ? renewing?.() : null;
      if (renewal != null && !((await renewal) && session.isFresh()))
        throw new TypeError('The tokens could not be renewed.');
      return session.tokens()?.accessToken ?? null;
    },
  };
}
