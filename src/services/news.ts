/** Something that several places want to be told of. */
export interface News<T> {
  readonly tell: (news: T) => void;
  /** Returns how to stop listening. */
  readonly subscribe: (listener: (news: T) => void) => () => void;
}

/** News without listeners yet. */
export function createNews<T>(): News<T> {
  const listeners = new Set<(news: T) => void>();
  return {
    tell: (news) => listeners.forEach((listener) => listener(news)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
