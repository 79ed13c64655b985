import type { StorageLike } from './storage.ts';

/**
 * Where interrupted flows left off (P-1): a few plain facts per flow, in this tab only, never a password, code or token.
 * Unlike a stored snapshot, a checkpoint sends nothing again and survives a renamed state.
 */
export interface Checkpoints {
  /** `token` is that of the mailed link that opened the page, where one did: only a mark of it is stored. */
  save(flow: string, checkpoint: object, token?: string | null): void;
  /**
   * What was saved and how many milliseconds ago; null when there is nothing, or nothing readable. With the `token` of a mailed
   * link it is null too where another link, or none, had opened what was saved: its key is that of another call.
   */
  load(flow: string, token?: string | null): { readonly checkpoint: unknown; readonly age: number } | null;
  /** Forgets the flow, and what was typed into its forms, which is kept under `flow/form`. */
  forget(flow: string): void;
  forgetAll(): void;
}

const key = 'perch.flows';

interface Saved {
  readonly checkpoint: unknown;
  readonly at: number;
  readonly link?: string;
}

/** Tells tokens apart and gives nothing of them away: 32 bits (FNV-1a) of what was drawn out of 256. */
function markOf(token: string): string {
  let mark = 0x811c9dc5;
  for (const letter of token) mark = Math.imul(mark ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (mark >>> 0).toString(16);
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
    save: (flow, checkpoint, token = null) => write({ ...read(), [flow]: { checkpoint, at: now(), ...(token === null ? {} : { link: markOf(token) }) } }),
    load(flow, token = null) {
      const saved = read()[flow];
      if (token !== null && saved?.link !== markOf(token)) return null;
      return typeof saved?.at === 'number' ? { checkpoint: saved.checkpoint, age: now() - saved.at } : null;
    },
    forget(flow) {
      const others = Object.entries(read()).filter(([name]) => name !== flow && !name.startsWith(`${flow}/`));
      write(Object.fromEntries(others));
    },
    forgetAll: () => tab.removeItem(key),
  };
}
