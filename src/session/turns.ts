import type { AppStorage } from './storage.ts';

/** So long a turn is kept for a tab that says nothing more: longer than a call may take, since its page may be gone. */
const turnTime = 30_000;
/** Within it every tab sees what another has written. */
const settleTime = 60;
/** How often a tab that waits looks whether it is its turn. */
const lookTime = 100;

/** What of the browser's locks is used. */
export type Locks = Pick<LockManager, 'request'>;

/** Runs a task in one tab at a time. */
export type InOneTab = <T>(task: () => Promise<T>) => Promise<T>;

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/**
 * Turns by the browser's locks; without them (plain http, an old browser) by a note in the storage that the tabs share. The note is
 * read again after a moment: of two tabs that wrote at once the later one has the turn.
 */
export function createTurns(locks: Locks | null, { storage, now, newId }: { storage: AppStorage; now: () => number; newId: () => string }): InOneTab {
  if (locks !== null) return (task) => locks.request('perch.session', task) as ReturnType<typeof task>;
  const nameOfTab = (): string => {
    const known = storage.get('tabName');
    if (known !== null) return known;
    const name = newId();
    storage.set('tabName', name);
    return name;
  };
  const isFree = (tab: string): boolean => {
    const turn = storage.get('turn');
    // A clock that was set back must not keep a turn for ever.
    return turn === null || turn.tab === tab || turn.until <= now() || turn.until > now() + turnTime;
  };
  const take = async (tab: string): Promise<void> => {
    for (;;) {
      if (isFree(tab)) {
        storage.set('turn', { tab, until: now() + turnTime });
        await pause(settleTime);
        if (storage.get('turn')?.tab === tab) return;
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
      if (storage.get('turn')?.tab === tab) storage.remove('turn');
    }
  };
}
