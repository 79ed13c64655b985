import { DAY_MS } from '#machines/chart/durations.ts';
import type { components } from '#openapi/api.gen.d.ts';
import type { AppStorage } from './storage.ts';
import type { Tokens } from './tabs.ts';

type TokenGrant = components['schemas']['TokenGrant'];

/** How long before it expires an access token is renewed, in milliseconds. */
const renewalMargin = 60_000;

/**
 * The longest wait of a page before it checks again, in milliseconds: after a clock was set back, the wait could be
 * longer than a timer can be.
 */
const longestWait = DAY_MS;

/** The tokens in the browser's storage. */
export interface TokenStore {
  /** The stored tokens; null if nobody is signed in. */
  tokens(): Tokens | null;
  keep(tokens: Tokens): void;
  /** The tokens of a grant in the form in which they are stored. */
  fromGrant(grant: TokenGrant): Tokens;
  /** Whether a token is stored whose stored expiry is in the future (SRC §2). */
  isFresh(): boolean;
  /** Milliseconds until the tokens should be renewed, for the timer that the page starts now. */
  renewIn(): number;
  /** Whether the tokens should be renewed according to the clock. */
  isAging(): boolean;
  /**
   * The access token that the page's timer was started for. When the timer ends, that token is due, whatever the clock
   * says. Null before the first.
   */
  timedFor(): string | null;
}

/** The tokens in `storage`. */
export function createTokenStore(storage: AppStorage, now: () => number, newId: () => string): TokenStore {
  const expiry = (): number => Date.parse(storage.get('expiresAt') ?? '') || 0;
  const left = (): number => Math.max(0, expiry() - now() - renewalMargin);
  let timed: string | null = null;
  return {
    tokens() {
      const accessToken = storage.get('accessToken');
      const expiresAt = storage.get('expiresAt');
      if (accessToken === null || expiresAt === null) return null;
      return {
        accessToken,
        expiresAt,
        refreshToken: storage.get('refreshToken'),
        refreshKey: storage.get('refreshKey'),
      };
    },
    keep({ accessToken, expiresAt, refreshToken, refreshKey }) {
      storage.set('expiresAt', expiresAt);
      if (refreshToken !== null) storage.set('refreshToken', refreshToken);
      if (refreshKey !== null) storage.set('refreshKey', refreshKey);
      // Last: where it is, another tab finds the rest.
      storage.set('accessToken', accessToken);
    },
    fromGrant: (grant) => ({
      accessToken: grant.accessToken,
      // Expiry is computed from the device's clock, not the server's, since the device's clock is what it is compared
      // with.
      expiresAt: new Date(now() + grant.expiresIn * 1000).toISOString(),
      refreshToken: grant.refreshToken,
      refreshKey: newId(),
    }),
    isFresh: () => storage.get('accessToken') !== null && expiry() > now(),
    renewIn() {
      timed = storage.get('accessToken');
      return Math.min(left(), longestWait);
    },
    isAging: () => left() === 0,
    timedFor: () => timed,
  };
}
