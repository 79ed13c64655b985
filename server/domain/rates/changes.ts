// Notifies watchers when the rates change and when their session ends. One loop per process asks the database for all
// watchers, so its cost does not grow with them. Every process hears changes made by any other, and nobody asks while
// nobody watches.
import type { RateChanges, RateWatcher } from '#server/domain/services/rate-changes.ts';
import { openSessionsOf } from '#server/domain/sessions/sessions.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import type { Clock } from '#server/platform/system/clock.ts';
import { listRates, type RateList } from './list.ts';

const ASK_EVERY_MS = 1000;
/** How many watches a session may have open in a process at once: enough for a few tabs. */
export const MOST_WATCHES = 3;

/** The loop runs while there are watchers. */
export function createRateChanges({
  db,
  clock,
  everyMs = ASK_EVERY_MS,
}: {
  db: Db;
  clock: Clock;
  everyMs?: number;
}): RateChanges {
  const watchers = new Set<RateWatcher>();
  /** The last rates that each watcher was sent. */
  const told = new WeakMap<RateWatcher, string>();
  let timer: NodeJS.Timeout | undefined;
  let asking = false;
  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
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
      const isAnyNew = [...watchers].some((watcher) => !told.has(watcher));
      timer = watchers.size === 0 ? undefined : setTimeout(() => void ask(), isAnyNew ? 0 : everyMs).unref();
    }
  };
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
    watch: (watcher) => {
      const own = [...watchers].filter(({ sessionId }) => sessionId === watcher.sessionId).length;
      if (own >= MOST_WATCHES) return null;
      watchers.add(watcher);
      void ask();
      return () => void watchers.delete(watcher);
    },
  };
}
