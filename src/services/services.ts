import { createContext, useContext } from 'react';
import { createApi, type Api } from '#src/api/client.ts';
import { createServerClock } from '#src/api/server-clock.ts';
import type { Recorder } from '#src/recorder/recorder.ts';
import type { Culture } from '#src/i18n/cultures.ts';
import { createCheckpoints, type Checkpoints } from './checkpoints.ts';
import { createNews, type News } from './news.ts';
import { createOpenings, type Openings } from './openings.ts';
import { createReadings, type Readings } from './readings.ts';
import { createRecall, type Recall } from './recall.ts';
import { tokenForCall, type Renewal } from './renewal.ts';
import { createSessionStore, type SessionStore } from './session.store.ts';
import { createStorage, type AppStorage, type StorageLike } from './storage.ts';
import { createTabs, type ChannelLike } from './tabs.ts';
import { createTurns, type InOneTab, type Locks } from './turns.ts';

/** The app's dependencies, passed in once at the start; tests and the prerender pass their own. */
export interface Services {
  readonly api: Api;
  readonly storage: AppStorage;
  readonly session: SessionStore;
  /** What calls with an expired token wait for. */
  readonly renewal: Renewal;
  readonly checkpoints: Checkpoints;
  readonly recall: Recall;
  /** Runs `task` in one tab at a time. */
  readonly inOneTab: InOneTab;
  /** By the clock of the device: for spans of time, and what the device itself has noted. */
  readonly now: () => number;
  /** By the server's clock: whether a time that the server sent is over, and how far away it is. */
  readonly serverNow: () => number;
  /** A fresh random id, used for idempotency keys. */
  readonly newId: () => string;
  /** Calls the listener when a call found the session ended; returns a function that unsubscribes. */
  readonly onSessionEnded: (listener: () => void) => () => void;
  /**
   * Announces when a call found the club under maintenance, when it is open again (D-23), and when the server answers
   * after it did not.
   */
  readonly club: News<'closed' | 'open' | 'reached'>;
  /** How often the club was found open after maintenance. */
  readonly openings: Openings;
  /** What the pages have read. */
  readonly readings: Readings;
  /** Records what the flows do; null unless it was requested. */
  readonly recorder: Recorder | null;
  /** The one official way to support (D-30). */
  readonly supportEmail: string;
}

/** What `createServices` builds on. */
export interface Environment {
  readonly local: StorageLike;
  readonly tab: StorageLike;
  readonly channel: ChannelLike | null;
  readonly locks: Locks | null;
  readonly origin: string;
  /** Origins of other backends that the operator allows (S-14). */
  readonly apiOrigins: readonly string[];
  /** The address of support, as the server's setting says. */
  readonly supportEmail: string;
  /** The language of calls; read before every call. */
  readonly culture: () => Culture;
  readonly now: () => number;
  readonly newId: () => string;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly recorder?: Recorder;
}

/**
 * What stays of the checkpoints when the member is forgotten. Messages to support have their owner, and nobody else
 * gets them (P-4). Flows whose act ends the session request their outcome without one.
 */
const KEPT = { signOut: /^$/, signIn: /^contact-/, end: /^(contact-|account-freeze$|freeze-link$)/ };

/** Creates the services. */
export function createServices(environment: Environment): Services {
  const { local, tab, now, newId } = environment;
  const storage = createStorage(local, tab);
  const checkpoints = createCheckpoints(tab, now);
  const readings = createReadings(now);
  const forgetMember = (by: keyof typeof KEPT) => {
    checkpoints.forgetAll((flow) => KEPT[by].test(flow));
    readings.forgetAll();
  };
  const session = createSessionStore({
    storage,
    tabs: createTabs(environment.channel),
    now,
    newId,
    onForget: forgetMember,
  });
  const renewal: Renewal = { renew: () => Promise.resolve(false) };
  const ended = createNews<void>();
  const serverClock = createServerClock(now);
  const club = createNews<'closed' | 'open' | 'reached'>();
  const api = createApi({
    baseUrl: apiBase(storage.get('apiUrl'), environment),
    culture: environment.culture,
    accessToken: () => tokenForCall(session, renewal),
    // A response to a call that still carried the previous token says nothing about the current one.
    onSessionEnded: (token) => {
      if (token === session.tokens()?.accessToken) ended.tell();
    },
    onMaintenance: () => club.tell('closed'),
    onReached: () => club.tell('reached'),
    onAct: readings.outdate,
    onResponse: serverClock.hear,
    ...(environment.fetch ? { fetch: environment.fetch } : {}),
  });
  return {
    api,
    storage,
    session,
    renewal,
    checkpoints,
    recall: createRecall(storage),
    now,
    serverNow: serverClock.now,
    newId,
    inOneTab: createTurns(environment.locks, { storage, now, newId }),
    recorder: environment.recorder ?? null,
    onSessionEnded: ended.subscribe,
    club,
    openings: createOpenings(now),
    readings,
    supportEmail: environment.supportEmail,
  };
}

/**
 * The base URL of the API: the stored override if it is the app's own origin or one that the operator allows, otherwise
 * the app's own `/api` (D-21, S-14).
 */
export function apiBase(override: string | null, environment: Origins): string {
  return override !== null && isAllowed(override, environment) ? override : `${environment.origin}/api`;
}

type Origins = Pick<Environment, 'origin' | 'apiOrigins'>;

/** Whether an address is on the app's own origin or on one that the operator allows (S-14). */
export function isAllowed(address: string, { origin, apiOrigins }: Origins): boolean {
  // Compared as text: what is written in another way is refused, and nothing of it has to be read as an address.
  return [origin, ...apiOrigins].some((each) => `${address}/`.startsWith(`${each}/`));
}

export const ServicesContext = createContext<Services | null>(null);

/** The app's services. Throws outside `ServicesContext`, which is a bug in the composition of the app. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('There are no services.');
  return services;
}
