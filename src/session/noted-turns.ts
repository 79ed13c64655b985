import type { AppStorage } from './storage.ts';

/** So long a turn is kept for a tab that says nothing more: longer than a call may take, since its page may be gone. */
const turnTime = 30_000;
/** Within it every tab sees what another has written. */
const settleTime = 60;
/** How often a tab that waits looks whether it is its turn. */
const lookTime = 100;

/** Runs a task in one tab at a time. */
export type InOneTab = <T>(task: () => Promise<T>) => Promise<T>;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** What turns by a note need; `newId` names a tab that has no name yet. */
export interface NotedTurnsOptions {
  readonly storage: AppStorage;
  readonly now: () => number;
  readonly newId: () => string;
}

/**
 * Turns by a note in the storage that the tabs share, where the browser has no locks (plain http, an old browser). The note is read
 * again after a moment: of two tabs that wrote at once the later one has the turn.
 */
export function createNotedTurns({ storage, now, newId }: NotedTurnsOptions): InOneTab {
  const nameOfTab = (): string => {
    const known = storage.get('tabName');
    if (known !== null) return known;
    const name = newId();
    storage.set('tabName', name);
    return name;
  };
  const holder = (): { readonly until: number; readonly tab: string } | null => {
    const [until = '', tab = ''] = (storage.get('turn') ?? '').split(' ');
    return tab === '' || Number.isNaN(Number(until)) ? null : { until: Number(until), tab };
  };
  const isFree = (tab: string): boolean => {
    const turn = holder();
    // A clock that was set back must not keep a turn for ever.
    return turn === null || turn.tab === tab || turn.until <= now() || turn.until > now() + turnTime;
  };
  const take = async (tab: string): Promise<void> => {
    for (;;) {
      if (isFree(tab)) {
        storage.set('turn', `${now() + turnTime} ${tab}`);
        await pause(settleTime);
        if (holder()?.tab === tab) return;
      }
      await pause(lookTime);
    }
  };
  return async (task) => {
    const tab = nameOfTab();
    await take(tab);
    try {
      return await task();
    } finally {
      if (holder()?.tab === tab) storage.remove('turn');
    }
  };
}
