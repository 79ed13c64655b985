import type { StorageLike } from '#src/services/storage.ts';

/** A browser storage in memory that begins with `items`; its entries can be inspected. */
export function memory(
  items: Readonly<Record<string, string>> = {},
): StorageLike & { readonly entries: Map<string, string> } {
  const entries = new Map(Object.entries(items));
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}
