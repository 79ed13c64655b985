// Tells those who watch the rates that they have changed. One loop a process asks the database, however many watch; so changes
// made by any process are heard by all, and nobody asks while nobody watches.
import type { Clock } from '#server/clock.ts';
import type { Db } from '#server/db/kysely.ts';
import { listRates, type RateList } from './list.ts';

const ASK_EVERY_MS = 1000;

export interface RateChanges {
  /** Calls `changed` with the rates at once, and again whenever they are others; an error of the database ends the watch. */
  watch(watcher: RateWatcher): () => void;
}

export interface RateWatcher {
  changed(rates: RateList): void;
  failed(error: unknown): void;
}

/** The loop runs from the first watcher to the last. */
export function createRateChanges({ db, clock, everyMs = ASK_EVERY_MS }: { db: Db; clock: Clock; everyMs?: number }): RateChanges {
  const watchers = new Set<RateWatcher>();
  /** What each watcher was told last. */
  const told = new WeakMap<RateWatcher, string>();
  let timer: NodeJS.Timeout | undefined;
  let asking = false;
  const ask = async (): Promise<void> => {
    if (asking) return;
    asking = true;
    try {
      const rates = await listRates(db, clock.now());
      for (const watcher of watchers) tell(watcher, rates);
    } catch (error) {
      for (const watcher of watchers) watcher.failed(error);
      watchers.clear();
    } finally {
      asking = false;
      clearTimeout(timer);
      timer = watchers.size === 0 ? undefined : setTimeout(() => void ask(), everyMs).unref();
    }
  };
  const tell = (watcher: RateWatcher, rates: RateList) => {
    // The moment of the list is always another.
    const news = JSON.stringify(rates.items);
    if (told.get(watcher) === news) return;
    told.set(watcher, news);
    watcher.changed(rates);
  };
  return {
    watch: (watcher) => {
      watchers.add(watcher);
      void ask();
      return () => void watchers.delete(watcher);
    },
  };
}
