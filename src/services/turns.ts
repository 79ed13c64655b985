import type { AppStorage } from './storage.ts';

/**
 * How long a turn lasts for a page that reports nothing more: longer than a call may take, since the page may be gone.
 */
const turnTime = 30_000;
/** Within this time every tab sees what another has written. */
const settleTime = 60;
/** How often a waiting tab checks whether it has the turn. */
const lookTime = 100;

/** The part of the browser's locks that is used. */
export type Locks = Pick<LockManager, 'request'>;

/** Runs a task in one tab at a time. */
export type InOneTab = <T>(task: () => Promise<T>) => Promise<T>;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** What turns by a note need; `newId` names the page. */
export interface TurnsOptions {
  readonly storage: AppStorage;
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * Turns by the browser's locks, or by a note that the tabs share: if there are no locks, if they are refused, or if a
 * page keeps one for longer than a call takes, because a phone has put it to sleep. In that case both may use the same
 * token, under the same key.
 */
export function createTurns(locks: Locks | null, options: TurnsOptions): InOneTab {
  const noted = createNotedTurns(options);
  if (locks === null) return noted;
  return async (task) => {
    let hasBegun = false;
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), turnTime);
    const begin = (): ReturnType<typeof task> => {
      hasBegun = true;
      clearTimeout(timer);
      return task();
    };
    try {
      return await (locks.request('perch.session', { signal: waiting.signal }, begin) as ReturnType<typeof task>);
    } catch (error) {
      if (hasBegun) throw error;
      return await noted(task);
    } finally {
      clearTimeout(timer);
    }
  };
}

/**
 * Turns by a note in the storage that the tabs share, for browsers without locks (plain http, an old browser). The note
 * is read again after a short wait: of two tabs that wrote at the same time, the later one has the turn.
 */
function createNotedTurns({ storage, now, newId }: TurnsOptions): InOneTab {
  // A name for each page, in memory: a duplicated tab copies everything that the tab has stored.
  let known: string | null = null;
  const page = (): string => (known ??= newId());
  const holder = (): { readonly until: number; readonly name: string } | null => {
    const [until = '', name = ''] = (storage.get('turn') ?? '').split(' ');
    return name === '' || Number.isNaN(Number(until)) ? null : { until: Number(until), name };
  };
  const isFree = (): boolean => {
    const turn = holder();
    // A clock that was set back must not keep a turn forever.
    return turn === null || turn.name === page() || turn.until <= now() || turn.until > now() + turnTime;
  };
  const take = async (): Promise<void> => {
    for (;;) {
      if (isFree()) {
        storage.set('turn', `${now() + turnTime} ${page()}`);
        await pause(settleTime);
        if (holder()?.name === page()) return;
      }
      await pause(lookTime);
    }
  };
  return async (task) => {
    await take();
    try {
      return await task();
    } finally {
      if (holder()?.name === page()) storage.remove('turn');
    }
  };
}
