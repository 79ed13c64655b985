import type { components } from '#openapi/api.gen.d.ts';
import { forgetChoices, keepChoicesOf } from './choices.ts';
import type { AppStorage, UserInfo } from './storage.ts';
import { createNews } from './news.ts';
import type { Tabs, Tokens } from './tabs.ts';
import { createTokenStore, type TokenStore } from './token-store.ts';

type TokenGrant = components['schemas']['TokenGrant'];

/** What happened to the session in the browser's storage, in this tab or another. */
export type SessionChange = 'signedOut' | 'renewed' | 'signedIn' | 'userInfo' | 'forgotten';

/**
 * The session in the browser's storage, shared with the other tabs of the same member. A tab works with one session:
 * once another tab has replaced it in the storage they share, nobody is signed in here, and no call carries the tokens
 * of somebody else (S-11).
 */
export interface SessionStore {
  /** The stored tokens of this tab's session; null if nobody is signed in. */
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
  /**
   * Stores the tokens of a new session: in the tab, or beyond it if the member asked for that. There it takes the place
   * of the session of other tabs, which is left to be revoked.
   */
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
  /** What is stored in place of the session that this tab works with; null as long as that is there. */
  replacedBy(): 'another' | 'nothing' | null;
  /** Makes the stored session, if there is one, that of this tab. */
  adopt(): void;
  /** Clears what SRC §4 lists, after the session has ended by itself. Another session that is stored stays. */
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
   * Called when the session is forgotten, so that interrupted flows are forgotten with it: because somebody signed out
   * or in, or because it has ended by itself.
   */
  readonly onForget: (by: 'signOut' | 'signIn' | 'end') => void;
}

/** How long a tab waits for a session that it asked for, in milliseconds: a throttled tab answers late. */
const lateAnswer = 10_000;
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

/** Which of the sessions that tabs of this browser store is the one that this tab works with. */
function createOwn(storage: AppStorage, now: () => number) {
  /** Its name; null if it has none, undefined if there is no session. */
  const stored = (): string | null | undefined =>
    storage.get('accessToken') === null ? undefined : storage.get('sessionName');
  let own = stored();
  /** When a session was asked for; 0 once none is awaited. */
  let asked = 0;
  return {
    /** Whether what is stored belongs to it, or to nobody. */
    isStored: () => (own ?? null) === storage.get('sessionName'),
    /** Whether it is the session of that name, wherever the tokens are by now. */
    isNamed: (name: string | null) => own === name,
    replacedBy: () => (own === undefined || stored() === own ? null : stored() === undefined ? 'nothing' : 'another'),
    adopt: () => void (own = stored()),
    drop: () => {
      own = undefined;
      asked = 0;
    },
    ask: () => void (asked = now()),
    /** Whether this tab has none and has just asked for one. */
    isAsking: () => own === undefined && now() - asked < lateAnswer,
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
      tabs.send({
        type: 'tokens',
        to,
        tokens: present,
        sessionName: storage.get('sessionName'),
        keepSignedIn: storage.isSessionKept(),
      });
  };
  return {
    hand,
    noteReplaced: (refreshToken: string): void => void replaced.add(refreshToken),
    answer: (asking: string | null): void => {
      if (asking === null || replaced.has(asking)) hand(asking);
    },
  };
}

/** What a session says about the stored tokens, unless they are those of another. */
const readingOf = ({ tokens, isFresh, renewIn, isAging, timedFor }: TokenStore, isOwn: () => boolean) => ({
  tokens: () => (isOwn() ? tokens() : null),
  isFresh: () => isOwn() && isFresh(),
  renewIn,
  isAging,
  timedFor,
});

interface Writing extends Pick<SessionStoreOptions, 'storage' | 'onForget'> {
  readonly tokenStore: TokenStore;
  readonly own: ReturnType<typeof createOwn>;
  readonly dropMember: () => void;
}

/** What changes the stored session. */
function createWriting({ storage, tokenStore, own, dropMember, onForget }: Writing) {
  const forget = (by: Parameters<typeof onForget>[0]): void => {
    if (own.isStored()) storage.endSession();
    own.drop();
    dropMember();
    onForget(by);
  };
  const signOut = (): void => {
    forget('signOut');
    forgetChoices(storage);
  };
  const keep = (tokens: Tokens): void => {
    tokenStore.keep(tokens);
    own.adopt();
  };
  return { forget, signOut, keep };
}

interface Hearing extends Pick<SessionStoreOptions, 'storage' | 'newId'> {
  readonly own: ReturnType<typeof createOwn>;
  readonly handOver: ReturnType<typeof createHandOver>;
  readonly tokens: () => Tokens | null;
  readonly signOut: () => void;
  readonly keep: (tokens: Tokens) => void;
  readonly tell: (change: SessionChange) => void;
}

/** Follows what other tabs say of this session, and answers what they ask. */
function hearTabs(tabs: Tabs, { storage, newId, own, handOver, tokens, signOut, keep, tell }: Hearing): void {
  tabs.listen((message) => {
    if (message.type === 'signedOut') {
      if (!own.isNamed(message.sessionName ?? null)) return;
      signOut();
      tell('signedOut');
    } else if (message.type === 'ask') {
      handOver.answer(message.refreshToken);
    } else if (message.to === (tokens()?.refreshToken ?? null) && (message.to !== null || own.isAsking())) {
      if (message.to === null) {
        // A tab of an earlier version names none.
        storage.beginSession(message.sessionName ?? newId(), message.keepSignedIn);
      } else handOver.noteReplaced(message.to);
      keep(message.tokens);
      tell(message.to === null ? 'signedIn' : 'renewed');
    }
  });
}

/** The session store on top of the browser's storage; it listens to the other tabs from the start. */
export function createSessionStore({ storage, tabs, now, newId, onForget }: SessionStoreOptions): SessionStore {
  const tokenStore = createTokenStore(storage, now, newId);
  const own = createOwn(storage, now);
  const reading = readingOf(tokenStore, own.isStored);
  const news = createNews<SessionChange>();
  const handOver = createHandOver(storage, tabs, reading.tokens);
  const member = createMemberCache(storage);
  const keys = createSpentKeys(storage);

  const tell = (change: SessionChange): void => {
    member.drop();
    news.tell(change);
  };
  const { forget, signOut, keep } = createWriting({
    storage,
    tokenStore,
    own,
    dropMember: member.drop,
    onForget,
  });
  hearTabs(tabs, { storage, newId, own, handOver, tokens: reading.tokens, signOut, keep, tell });

  return {
    ...reading,
    open(grant, keepSignedIn) {
      forget('signIn');
      storage.set('keepSignedIn', keepSignedIn);
      // What is still there is the session of other tabs, and there is room for one.
      const replaced = keepSignedIn ? storage.get('refreshToken') : null;
      storage.beginSession(newId(), keepSignedIn);
      if (replaced !== null && storage.get('unrevokedToken') === null) storage.set('unrevokedToken', replaced);
      keep(tokenStore.fromGrant(grant));
    },
    renew(grant, { refreshToken }) {
      // The member has signed out or signed in again in the meantime: the late response is no longer theirs.
      if (refreshToken === null || reading.tokens()?.refreshToken !== refreshToken) return;
      // Noted before the new tokens can be used, so that no tab takes the old ones for unused.
      keys.note();
      tokenStore.keep(tokenStore.fromGrant(grant));
      handOver.hand(refreshToken);
    },
    isSpent: keys.isSpent,
    askOtherTabs: () => {
      own.ask();
      return tabs.ask(reading.tokens()?.refreshToken ?? null);
    },
    replacedBy: own.replacedBy,
    adopt: () => {
      own.adopt();
      member.drop();
    },
    forget: () => forget('end'),
    forgetEverywhere: () => {
      const last = reading.tokens();
      const sessionName = storage.get('sessionName');
      signOut();
      if (last !== null) tabs.send({ type: 'signedOut', sessionName });
      // The page that did it goes where its flow says; everything around it is notified.
      news.tell('forgotten');
      return last;
    },
    userInfo: () => (own.isStored() ? member.get() : null),
    keepUserInfo: (userInfo) => {
      // The answer to a call of the session that was here.
      if (!own.isStored()) return;
      keepChoicesOf(userInfo.username, storage);
      storage.set('userInfo', userInfo);
      tell('userInfo');
    },
    subscribe: news.subscribe,
  };
}
