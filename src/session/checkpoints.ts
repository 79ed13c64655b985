import type { StorageLike } from './storage.ts';

/**
 * Where interrupted flows left off (P-1): a few plain facts per flow, in this tab only, never a password, code or token.
 * Unlike a stored snapshot, a checkpoint sends nothing again and survives a renamed state.
 */
export interface Checkpoints {
  save(flow: string, checkpoint: object): void;
  /** What was saved and how many milliseconds ago; null when there is nothing, or nothing readable. */
  load(flow: string): { readonly checkpoint: unknown; readonly age: number } | null;
  forget(flow: string): void;
  forgetAll(): void;
}

const key = 'perch.flows';

interface Saved {
  readonly checkpoint: unknown;
  readonly at: number;
}

/** The checkpoints in the tab's storage. */
export function createCheckpoints(tab: StorageLike, now: () => number): Checkpoints {
  const read = (): Record<string, Saved> => {
    try {
      const value = JSON.parse(tab.getItem(key) ?? '{}') as unknown;
      return typeof value === 'object' && value !== null ? (value as Record<string, Saved>) : {};
    } catch {
      return {};
    }
  };
  const write = (saved: Record<string, Saved>): void => tab.setItem(key, JSON.stringify(saved));
  return {
    save: (flow, checkpoint) => write({ ...read(), [flow]: { checkpoint, at: now() } }),
    load(flow) {
      const saved = read()[flow];
      return typeof saved?.at === 'number' ? { checkpoint: saved.checkpoint, age: now() - saved.at } : null;
    },
    forget(flow) {
      const { [flow]: _gone, ...rest } = read();
      write(rest);
    },
    forgetAll: () => tab.removeItem(key),
  };
}
