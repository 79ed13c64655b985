// Notifies watchers when the rates change and when their session ends. One loop per process asks the database for all
// watchers, so its cost does not grow with them. It asks when the bus tells of a change, made by whichever process, and
// now and then by itself, since a notification can be lost and rates become stale with time. Nobody asks while nobody
// watches.
import type { RateChanges, RateWatcher } from '#server/domain/services/rate-changes.ts';
import { openSessionsOf } from '#server/domain/sessions/sessions.ts';
import type { Bus } from '#server/platform/bus/bus.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import type { Clock } from '#server/platform/system/clock.ts';
import { SESSIONS_TOPIC } from '#server/domain/sessions/sessions.ts';
import { listRates, type RateList } from './list.ts';
import { RATES_TOPIC } from './rates.ts';

const ASK_EVERY_MS = 5_000;
/** How many watches a session may have open in a process at once: enough for a few tabs. */
export const MOST_WATCHES = 3;
/** How many the sessions of a member may have open in a process together, however many sessions there are. */
export const MOST_WATCHES_OF_MEMBER = 12;

interface RateChangesParts {
  db: Db;
  clock: Clock;
  bus: Bus;
  /** How often it asks by itself. */
  everyMs?: number;
  /** How many watches a process may have: each holds a connection that others may need. */
  most?: number;
}

/** The loop runs while there are watchers. */
export function createRateChanges(parts: RateChangesParts): RateChanges {
  const { db, clock, bus, everyMs = ASK_EVERY_MS, most = Infinity } = parts;
  const watchers = new Set<RateWatcher>();
  /** The last rates that each watcher was sent. */
  const told = new WeakMap<RateWatcher, string>();
  let timer: NodeJS.Timeout | undefined;
  let asking = false;
  /** Something changed during a query that may have come too early to see it. */
  let again = false;
  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    again = false;
    // A watcher who joins during a query is served in the next round.
    const asked = [...watchers];
    try {
      const now = clock.now();
      const open = await openSessionsOf(db, [...new Set(asked.map(({ sessionId }) => sessionId))], now);
      const rates = await listRates(db, now);
      for (const watcher of asked) {
        if (!watchers.has(watcher)) continue;
        if (open.has(watcher.sessionId)) tell(watcher, rates);
        else leave(watcher);
      }
    } catch (error) {
      for (const watcher of watchers) watcher.failed(error);
      watchers.clear();
    } finally {
      asking = false;
      clearTimeout(timer);
      const soon = again || [...watchers].some((watcher) => !told.has(watcher));
      timer = watchers.size === 0 ? undefined : setTimeout(() => void ask(), soon ? 0 : everyMs).unref();
    }
  };
  const askNow = () => {
    if (watchers.size === 0) return;
    again = true;
    void ask();
  };
  bus.subscribe(RATES_TOPIC, { notified: askNow, missed: askNow });
  bus.subscribe(SESSIONS_TOPIC, {
    notified: (id) => {
      if ([...watchers].some(({ sessionId, memberId }) => id === sessionId || id === memberId)) askNow();
    },
    missed: askNow,
  });
  const tell = (watcher: RateWatcher, rates: RateList) => {
    // The moment of the list always differs.
    const news = JSON.stringify(rates.items);
    if (told.get(watcher) !== news) {
      told.set(watcher, news);
      watcher.changed(rates);
    }
    watcher.looked();
  };
  const leave = (watcher: RateWatcher) => {
    watchers.delete(watcher);
    watcher.over();
  };
  return {
    open: () => watchers.size,
    isFull: () => watchers.size >= most,
    watch: (watcher) => {
      const ofMember = [...watchers].filter(({ memberId }) => memberId === watcher.memberId);
      const ofSession = ofMember.filter(({ sessionId }) => sessionId === watcher.sessionId);
      if (ofSession.length >= MOST_WATCHES || ofMember.length >= MOST_WATCHES_OF_MEMBER) return null;
      watchers.add(watcher);
      void ask();
      return () => void watchers.delete(watcher);
    },
  };
}
