/** A notification for several listeners. */
export interface News<T> {
  readonly tell: (news: T) => void;
  /** What was told last, for those who come later. */
  readonly latest: () => T | undefined;
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: (news: T) => void) => () => void;
}

/** A notification without listeners yet. */
export function createNews<T>(): News<T> {
  const listeners = new Set<(news: T) => void>();
  let latest: T | undefined;
  return {
    tell: (news) => {
      latest = news;
      listeners.forEach((listener) => listener(news));
    },
    latest: () => latest,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
