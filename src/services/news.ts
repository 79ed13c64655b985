/** A notification for several listeners. */
export interface News<T> {
  readonly tell: (news: T) => void;
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: (news: T) => void) => () => void;
}

/** A notification without listeners yet. */
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
