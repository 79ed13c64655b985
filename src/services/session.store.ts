import type { components } from '#openapi/api.gen.d.ts';
import { forgetChoices, keepChoicesOf } from './choices.ts';
import type { AppStorage, UserInfo } from './storage.ts';
import { createNews } from './news.ts';
import type { Tabs, Tokens } from './tabs.ts';
import { createTokenStore, type TokenStore } from './token-store.ts';

type TokenGrant = components['schemas']['TokenGrant'];

/** What happened to the session in the browser's storage, in this tab or another. */
export type SessionChange = 'signedOut' | 'renewed' | 'signedIn' | 'userInfo' | 'forgotten';

/** The session in the browser's storage, shared with the other tabs of the same member. */
export interface SessionStore {
  /** The stored tokens; null if nobody is signed in. */
  tokens(): Tokens | null;
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
  /** Stores the tokens of a new session: in the tab, or beyond it if the member asked for that. */
  open(grant: TokenGrant, keepSignedIn: boolean): void;
  /**
   * Replaces the spent tokens by the renewed ones, if they are still stored, and passes them to the tabs that share the
   * session.
   */
  renew(grant: TokenGrant, spent: Tokens): void;
  /** Takes over what another tab knows: newer tokens of this session, or its session if this tab has none. */
  askOtherTabs(): Promise<void>;
  /** Whether a tab of this browser has used the stored refresh token: using it again would look like a theft. */
  isSpent(): boolean;
  /** Clears what SRC §4 lists, after the session has ended by itself. */
  forget(): void;
  /**
   * The same in every tab, and the member's last choices; returns the tokens that were stored, so that the server can
   * be notified.
   */
  forgetEverywhere(): Tokens | null;
  userInfo(): UserInfo | null;
  keepUserInfo(userInfo: UserInfo): void;
  subscribe(listener: (change: SessionChange) => void): () => void;
}

export interface SessionStoreOptions {
  readonly storage: AppStorage;
  readonly tabs: Tabs;
  readonly now: () => number;
  readonly newId: () => string;
  /**
   * Called when the session is forgotten, so that interrupted flows are forgotten with it; `hasEnded` if nobody signed
   * out.
   */
  readonly onForget: (hasEnded: boolean) => void;
}

/** How much of a key is stored to recognize it. */
const keyEnd = 12;
/** Room for 150 renewals: more than a suspended tab misses. */
const spentRoom = 150 * (keyEnd + 1);

/** Which refresh tokens the tabs of this browser have used, recognized by the keys of the calls. */
function createSpentKeys(storage: AppStorage): { readonly note: () => void; readonly isSpent: () => boolean } {
  const present = (): string | undefined => storage.get('refreshKey')?.slice(-keyEnd);
  const spent = (): string => storage.get('spentKeys') ?? '';
  return {
    note: () => {
      if (present() !== undefined) storage.set('spentKeys', `${present()} ${spent()}`.slice(0, spentRoom));
    },
    isSpent: () => ` ${spent()}`.includes(` ${present()} `),
  };
}

/** The cached member as one stable object, so that React sees no change if there is none. */
function createMemberCache(storage: AppStorage): { readonly get: () => UserInfo | null; readonly drop: () => void } {
  let member: UserInfo | null | undefined;
  return {
    get: () => (member === undefined ? (member = storage.get('userInfo')) : member),
    drop: () => (member = undefined),
  };
}

/** Passes the current tokens to the tabs that share the session, and later to a tab that missed the message. */
function createHandOver(storage: AppStorage, tabs: Tabs, tokens: () => Tokens | null) {
  /** The tokens that this tab has replaced. */
  const replaced = new Set<string>();
  /** Sends them to the tabs that have `to`. */
  const hand = (to: string | null): void => {
    const present = tokens();
    if (to !== null) replaced.add(to);
    if (present !== null)
      tabs.send({ type: 'tokens', to, tokens: present, keepSignedIn: storage.get('keepSignedIn') === true });
  };
  return {
    hand,
    noteReplaced: (refreshToken: string): void => void replaced.add(refreshToken),
    answer: (asking: string | null): void => {
      if (asking === null || replaced.has(asking)) hand(asking);
    },
  };
}

/** What a session says about the stored tokens. */
const readingOf = ({ tokens, isFresh, renewIn, isAging, timedFor }: TokenStore) => ({
  tokens,
  isFresh,
  renewIn,
  isAging,
  timedFor,
});

/** The session store on top of the browser's storage; it listens to the other tabs from the start. */
export function createSessionStore({ storage, tabs, now, newId, onForget }: SessionStoreOptions): SessionStore {
  const tokenStore = createTokenStore(storage, now, newId);
  const news = createNews<SessionChange>();
  const handOver = createHandOver(storage, tabs, tokenStore.tokens);
  const member = createMemberCache(storage);
  const keys = createSpentKeys(storage);

  const tell = (change: SessionChange): void => {
    member.drop();
    news.tell(change);
  };
  const forget = (hasEnded = false): void => {
    tokenStore.clear();
    (['activeMarket', 'userInfo'] as const).forEach(storage.remove);
    member.drop();
    onForget(hasEnded);
  };
  const signOut = (): void => {
    forget();
    forgetChoices(storage);
  };

  tabs.listen((message) => {
    if (message.type === 'signedOut') {
      signOut();
      tell('signedOut');
    } else if (message.type === 'ask') {
      handOver.answer(message.refreshToken);
    } else if (message.to === (tokenStore.tokens()?.refreshToken ?? null)) {
      if (message.to === null) storage.set('keepSignedIn', message.keepSignedIn);
      else handOver.noteReplaced(message.to);
      tokenStore.keep(message.tokens);
      tell(message.to === null ? 'signedIn' : 'renewed');
    }
  });

  return {
    ...readingOf(tokenStore),
    open(grant, keepSignedIn) {
      forget();
      storage.set('keepSignedIn', keepSignedIn);
      tokenStore.keep(tokenStore.fromGrant(grant));
    },
    renew(grant, { refreshToken }) {
      // The member has signed out or signed in again in the meantime: the late response is no longer theirs.
      if (refreshToken === null || storage.get('refreshToken') !== refreshToken) return;
      // Noted before the new tokens can be used, so that no tab takes the old ones for unused.
      keys.note();
      tokenStore.keep(tokenStore.fromGrant(grant));
      handOver.hand(refreshToken);
    },
    isSpent: keys.isSpent,
    askOtherTabs: () => tabs.ask(storage.get('refreshToken')),
    forget: () => forget(true),
    forgetEverywhere: () => {
      const last = tokenStore.tokens();
      signOut();
      tabs.send({ type: 'signedOut' });
      // The page that did it goes where its flow says; everything around it is notified.
      news.tell('forgotten');
      return last;
    },
    userInfo: member.get,
    keepUserInfo: (userInfo) => {
      keepChoicesOf(userInfo.username, storage);
      storage.set('userInfo', userInfo);
      tell('userInfo');
    },
    subscribe: news.subscribe,
  };
}
