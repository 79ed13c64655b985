/** A store of a browser, in memory; `entries` shows what is in it. */
export function memory(items: Record<string, string> = {}) {
  const entries = new Map(Object.entries(items));
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}
