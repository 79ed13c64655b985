import type { components } from '#openapi/api.gen.d.ts';
import { CULTURES, type Culture } from '#src/i18n/cultures.ts';

export type UserInfo = components['schemas']['UserInfo'];

/** The part of `Storage` that is used; a test passes a map. */
export type StorageLike = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Every item that the browser keeps (SRC §3), by its typed name. */
export interface StoredItems {
  accessToken: string;
  /** When the access token expires, RFC 3339. */
  expiresAt: string;
  refreshToken: string;
  /**
   * Idempotency key of the call that will use the refresh token, so that it can be repeated if its response is lost.
   */
  refreshKey: string;
  /** A random name of the session, which its renewed tokens keep: what a tab tells another session by. */
  sessionName: string;
  /**
   * The last characters of the keys under which tabs of this browser have used refresh tokens, newest first; worthless
   * without the tokens.
   */
  spentKeys: string;
  /** Which page has the turn if the browser has no locks: "<end in milliseconds> <name>". */
  turn: string;
  /** Refresh token of a session that was signed out without reaching the server; kept only to report that later. */
  unrevokedToken: string;
  userInfo: UserInfo;
  language: Culture;
  theme: 'light' | 'dark';
  /** Whether the session outlives the tab (S-11). */
  keepSignedIn: boolean;
  /** Whether amounts are hidden where a page says what the member owns. */
  amountsHidden: boolean;
  /** Whether the wallet leaves out assets of which there is hardly anything. */
  smallHidden: boolean;
  /** The code of the currency in which worth is shown; the members' frame knows which there are. */
  currency: string;
  /** The pair that was exchanged last in this session, such as `USDT/BTC`. */
  activeMarket: string;
  /** Written by hand, to try another server (SRC §9). */
  apiUrl: string;
  /** Written by hand too: where the member's stream is opened (SRC §9). */
  chatHubUrl: string;
  /** The username that last signed in, offered in the form; stored where the session is stored. */
  loginUser: string;
  /** The page that a member wanted when asked to sign in. */
  loginRecall: string;
  /** The asset of the last deposit. */
  depositAssetName: string;
  /** The pair of the last exchange, which the next session starts with. */
  marketName: string;
  /** The asset of the last transfer. */
  transferAssetName: string;
  /** The asset of the last withdrawal. */
  withdrawalAssetName: string;
  /** Whose the last choices are: a hash of the username. */
  choicesOwner: string;
}

export type ItemName = keyof StoredItems;

type Parser<T> = (raw: string) => T | null;
/**
 * `session`: where the session is, in the tab, or beyond it if the member asked to stay signed in; `left`: where the
 * last one was; `tab`: in this tab; `device`: permanently.
 */
type Place = 'session' | 'left' | 'tab' | 'device';

const text: Parser<string> = (raw) => (raw === '' || raw.length > 2048 ? null : raw);
const flag: Parser<boolean> = (raw) => (raw === 'true' ? true : raw === 'false' ? false : null);
const moment: Parser<string> = (raw) => (Number.isNaN(Date.parse(raw)) ? null : raw);
const oneOf =
  <T extends string>(values: readonly T[]): Parser<T> =>
  (raw) =>
    values.find((value) => value === raw) ?? null;
const webUrl: Parser<string> = (raw) => (/^https?:\/\/[^\s]+$/.test(raw) ? raw.replace(/\/+$/, '') : null);
const path: Parser<string> = (raw) => (/^\/(?![/\\])/.test(raw) ? raw : null);

/** The three places, each for an item that is read in some way. */
const ofSession = <T>(parse: Parser<T>) => ({ place: 'session', parse }) as const;
const ofTab = <T>(parse: Parser<T>) => ({ place: 'tab', parse }) as const;
const ofDevice = <T>(parse: Parser<T>) => ({ place: 'device', parse }) as const;
const textOfDevice = ofDevice(text);

const items: { readonly [K in ItemName]: { readonly place: Place; readonly parse: Parser<StoredItems[K]> } } = {
  accessToken: ofSession(text),
  expiresAt: ofSession(moment),
  refreshToken: ofSession(text),
  refreshKey: ofSession(text),
  sessionName: ofSession(text),
  spentKeys: textOfDevice,
  turn: textOfDevice,
  unrevokedToken: { place: 'left', parse: text },
  userInfo: ofSession(parseUserInfo),
  activeMarket: ofSession(text),
  language: ofDevice(oneOf(CULTURES)),
  theme: ofDevice(oneOf(['light', 'dark'] as const)),
  keepSignedIn: ofDevice(flag),
  amountsHidden: ofDevice(flag),
  smallHidden: ofDevice(flag),
  currency: textOfDevice,
  apiUrl: ofDevice(webUrl),
  chatHubUrl: ofDevice(webUrl),
  loginUser: textOfDevice,
  loginRecall: ofTab(path),
  depositAssetName: textOfDevice,
  marketName: textOfDevice,
  transferAssetName: textOfDevice,
  withdrawalAssetName: textOfDevice,
  choicesOwner: textOfDevice,
};

/** Prefix of the items' keys, so that nothing else of the origin is touched. */
const keyOf = (name: ItemName): string => `perch.${name}`;

/** Typed access to what the browser stores. Unknown or malformed content reads as null and is removed (D-21). */
export interface AppStorage {
  get<K extends ItemName>(name: K): StoredItems[K] | null;
  set<K extends ItemName>(name: K, value: StoredItems[K]): void;
  remove(name: ItemName): void;
  /** Makes room for a session, in the tab or beyond it, and gives it its name. That of other tabs stays if it can. */
  beginSession(name: string, keepSignedIn: boolean): void;
  /** Whether the session is stored beyond the tab. */
  isSessionKept(): boolean;
  /** Removes all that is stored of the session. */
  endSession(): void;
}

const ofSessions = (Object.keys(items) as ItemName[]).filter((name) => items[name].place === 'session');

/** The typed storage on top of the browser's two storages. */
export function createStorage(local: StorageLike, tab: StorageLike): AppStorage {
  const hasSession = (store: StorageLike): boolean =>
    store.getItem(keyOf('sessionName')) !== null || store.getItem(keyOf('accessToken')) !== null;
  const wanted = (): StorageLike => (storage.get('keepSignedIn') === true ? local : tab);
  // The tab's own first. What the member chose last, maybe in another tab, only says where the next one goes.
  const ofSession = (): StorageLike => [tab, local].find(hasSession) ?? wanted();
  const readFrom = (name: ItemName): readonly StorageLike[] => {
    const { place } = items[name];
    if (place === 'session') return [ofSession()];
    return { left: [tab, local], tab: [tab], device: [local] }[place];
  };
  const storage: AppStorage = {
    get(name) {
      for (const store of readFrom(name)) {
        const raw = store.getItem(keyOf(name));
        if (raw === null) continue;
        const value = items[name].parse(raw);
        if (value !== null) return value;
        store.removeItem(keyOf(name));
      }
      return null;
    },
    set(name, value) {
      const { place } = items[name];
      if (place === 'left') storage.remove(name);
      const store = { session: ofSession, left: wanted, tab: () => tab, device: () => local }[place]();
      // What all tabs share is overwritten: if there is no room, the old value stays, and none of them misses it.
      store.setItem(keyOf(name), typeof value === 'string' ? value : JSON.stringify(value));
    },
    remove(name) {
      for (const store of readFrom(name)) store.removeItem(keyOf(name));
    },
    beginSession(name, keepSignedIn) {
      for (const store of keepSignedIn ? [tab, local] : [tab])
        ofSessions.forEach((each) => store.removeItem(keyOf(each)));
      (keepSignedIn ? local : tab).setItem(keyOf('sessionName'), name);
    },
    isSessionKept: () => ofSession() === local,
    endSession() {
      const own = ofSession();
      // With whatever is left where no session is.
      for (const store of [tab, local].filter((each) => each === own || !hasSession(each)))
        ofSessions.forEach((each) => store.removeItem(keyOf(each)));
    },
  };
  return storage;
}

/** A storage for browsers that forbid their own or have no room: what can't be stored is kept in memory. */
export function forgivingStorage(open: () => Storage): StorageLike {
  const memory = new Map<string, string>();
  const attempt = <T>(act: (store: Storage) => T, otherwise: T): T => {
    try {
      return act(open());
    } catch {
      return otherwise;
    }
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((store) => store.getItem(key), null),
    setItem: (key, value) => {
      memory.delete(key);
      if (!attempt((store) => (store.setItem(key, value), true), false)) memory.set(key, value);
    },
    removeItem: (key) => {
      memory.delete(key);
      attempt((store) => store.removeItem(key), undefined);
    },
  };
}

function parseObject(raw: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(raw) as unknown;
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** The texts that every screen relies on; a cached member without them is dropped and loaded again. */
const userInfoTexts = ['username', 'name', 'email', 'referralCode', 'positionId', 'joinedAt'] as const;

function parseUserInfo(raw: string): UserInfo | null {
  const value = parseObject(raw);
  const complete =
    value !== null &&
    userInfoTexts.every((field) => typeof value[field] === 'string') &&
    typeof value['seatNo'] === 'number';
  return complete ? (value as UserInfo) : null;
}
