import { firstSeen } from '#src/ui/first-seen.ts';
import { markOf } from './mark.ts';
import type { StorageLike } from './storage.ts';

/**
 * Where interrupted flows left off (P-1): a few plain facts per flow, in this tab only, never a password, code or
 * token. Unlike a stored snapshot, a checkpoint never repeats a call and survives the renaming of a state.
 */
export interface Checkpoints {
  /**
   * `owner` identifies whose checkpoint it is: the token of the mailed link that opened the page, or the member's name.
   * Only a hash of it is stored.
   */
  save(flow: string, checkpoint: object, owner?: string | null): void;
  /**
   * What was saved and how many milliseconds ago, or how long ago the draft or the terms of a code in it arrived: a
   * later step has the same ones. Null if there is nothing, or nothing readable. With an `owner` it is also null if the
   * checkpoint belongs to another owner (such as another link) or to none: its key would be that of another call.
   */
  load(flow: string, owner?: string | null): { readonly checkpoint: unknown; readonly age: number } | null;
  /** Deletes the flow's checkpoint and the content of its forms, which is stored under `flow/form`. */
  forget(flow: string): void;
  /** Deletes every checkpoint, except those whose names `isKept` accepts. */
  forgetAll(isKept?: (flow: string) => boolean): void;
}

const key = 'perch.flows';

/** What of a checkpoint lasts for a time. */
interface Lasting {
  readonly open?: object | null;
  readonly terms?: object | null;
}

interface Saved {
  readonly checkpoint: unknown;
  readonly at: number;
  readonly owner?: string;
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
  const forgetAll = (isKept = (_: string): boolean => false): void => {
    const left = Object.entries(read()).filter(([name]) => isKept(name));
    if (left.length === 0) tab.removeItem(key);
    else write(Object.fromEntries(left));
  };
  return {
    save(flow, checkpoint, owner = null) {
      const { open, terms }: Lasting = checkpoint;
      const at = firstSeen(open ?? terms ?? checkpoint, now);
      write({ ...read(), [flow]: { checkpoint, at, ...(owner === null ? {} : { owner: markOf(owner) }) } });
    },
    load(flow, owner = null) {
      const saved = read()[flow];
      if (owner !== null && saved?.owner !== markOf(owner)) return null;
      return typeof saved?.at === 'number' ? { checkpoint: saved.checkpoint, age: now() - saved.at } : null;
    },
    forget: (flow) => forgetAll((name) => name !== flow && !name.startsWith(`${flow}/`)),
    forgetAll,
  };
}
