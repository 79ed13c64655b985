import type { components } from '#openapi/api.gen.d.ts';
import type { AppStorage, UserInfo } from './storage.ts';
import { createNews } from './news.ts';
import type { Tabs, Tokens } from './tabs.ts';
import { createTokenShelf } from './token-shelf.ts';

type TokenGrant = components['schemas']['TokenGrant'];

/** What happened to the session in the browser's storage, here or through another tab. */
export type SessionChange = 'signedOut' | 'renewed' | 'signedIn' | 'userInfo' | 'forgotten';

/** The session in the browser's storage, shared with the other tabs of the same member. */
export interface SessionStore {
  /** The stored tokens; null when nobody is signed in. */
  tokens(): Tokens | null;
  /** Whether a token is stored whose stored expiry is in the future (SRC §2). */
  isFresh(): boolean;
  /** Milliseconds until the tokens should be renewed, for the timer that the page starts now. */
  renewIn(): number;
  /** Whether the clock says that the tokens should be renewed. */
  isAging(): boolean;
  /**
   * The access token that the page's timer was started for, which its end makes due whatever became of the clock; null
   * before the first.
   */
  timedFor(): string | null;
  /** Keeps the tokens of a new session: in the tab, or beyond it when the member asked for that. */
  open(grant: TokenGrant, keepSignedIn: boolean): void;
  /**
   * Puts renewed tokens in place of those that were spent, where these still stand, and hands them to the tabs that
   * share the session.
   */
  renew(grant: TokenGrant, spent: Tokens): void;
  /** Takes over what another tab knows: newer tokens of this session, or its session where this tab has none. */
  askOtherTabs(): Promise<void>;
  /** Whether a tab of this browser has spent the stored refresh token: spent again it would look like a theft. */
  isSpent(): boolean;
  /** Clears what SRC §4 lists, where the session has ended by itself. */
  forget(): void;
  /** The same in every tab; returns the tokens that were stored, so that the server can be told. */
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
   * Told when the session is forgotten, so that interrupted flows are forgotten with it; `hasEnded` where nobody has
   * left it.
   */
  readonly onForget: (hasEnded: boolean) => void;
}

/** How much of a key tells it from the others. */
const keyEnd = 12;
/** Room for 150 renewals: more than a tab sleeps through. */
const spentRoom = 150 * (keyEnd + 1);

/** Which refresh tokens the tabs of this browser have spent, told by the keys of the calls. */
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

/** The cached member as one lasting object, so that React sees no change where there is none. */
function createMemberCache(storage: AppStorage): { readonly get: () => UserInfo | null; readonly drop: () => void } {
  let member: UserInfo | null | undefined;
  return {
    get: () => (member === undefined ? (member = storage.get('userInfo')) : member),
    drop: () => (member = undefined),
  };
}

/** Gives the present tokens to the tabs that share the session, later too to one that missed the news. */
function createHandOver(storage: AppStorage, tabs: Tabs, tokens: () => Tokens | null) {
  /** The tokens that this tab has replaced. */
  const replaced = new Set<string>();
  /** To the tabs that hold `to`. */
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

/** The session store over the browser's storage; it listens to the other tabs from the start. */
export function createSessionStore({ storage, tabs, now, newId, onForget }: SessionStoreOptions): SessionStore {
  const shelf = createTokenShelf(storage, now, newId);
  const reading = {
    tokens: shelf.tokens,
    isFresh: shelf.isFresh,
    renewIn: shelf.renewIn,
    isAging: shelf.isAging,
    timedFor: shelf.timedFor,
  };
  const news = createNews<SessionChange>();
  const handOver = createHandOver(storage, tabs, shelf.tokens);
  const member = createMemberCache(storage);
  const keys = createSpentKeys(storage);

  const tell = (change: SessionChange): void => {
    member.drop();
    news.tell(change);
  };
  const forget = (hasEnded = false): void => {
    shelf.clear();
    (['activeMarket', 'userInfo', 'changeEmail'] as const).forEach(storage.remove);
    member.drop();
    onForget(hasEnded);
  };

  tabs.listen((message) => {
    if (message.type === 'signedOut') {
      forget();
      tell('signedOut');
    } else if (message.type === 'ask') {
      handOver.answer(message.refreshToken);
    } else if (message.to === (shelf.tokens()?.refreshToken ?? null)) {
      if (message.to === null) storage.set('keepSignedIn', message.keepSignedIn);
      else handOver.noteReplaced(message.to);
      shelf.keep(message.tokens);
      tell(message.to === null ? 'signedIn' : 'renewed');
    }
  });

  return {
    ...reading,
    open(grant, keepSignedIn) {
      forget();
      storage.set('keepSignedIn', keepSignedIn);
      shelf.keep(shelf.fromGrant(grant));
    },
    renew(grant, { refreshToken }) {
      // The member has signed out meanwhile, or in again: the late answer is not theirs any more.
      if (refreshToken === null || storage.get('refreshToken') !== refreshToken) return;
      // Before the new tokens can be used, so that no tab takes them for lost.
      keys.note();
      shelf.keep(shelf.fromGrant(grant));
      handOver.hand(refreshToken);
    },
    isSpent: keys.isSpent,
    askOtherTabs: () => tabs.ask(storage.get('refreshToken')),
    forget: () => forget(true),
    forgetEverywhere: () => {
      const last = shelf.tokens();
      forget();
      tabs.send({ type: 'signedOut' });
      // The page that did it goes where its flow says; what stands around it is told.
      news.tell('forgotten');
      return last;
    },
    userInfo: member.get,
    keepUserInfo: (userInfo) => {
      storage.set('userInfo', userInfo);
      tell('userInfo');
    },
    subscribe: news.subscribe,
  };
}
