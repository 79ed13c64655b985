// Timers that a walk can hold: a screen that polls every few seconds may do so while the walk is still checking it on a
// slow machine, or while a person looks at it, and then the control that the path presses is gone.

declare global {
  interface Window {
    /** Whether due timers are held. */
    walkHoldsTimers?: boolean;
    /** The longest timers, in milliseconds, that are held until the path lets them come; none if it is absent. */
    walkHoldsUpTo?: number;
  }
}

/** Shorter timers belong to animations and to the tools that read the screen. */
export const HELD_FROM_MS = 1_000;

/** Runs in a page before everything else, and makes its timers holdable. */
export function makeTimersHoldable(shortest: number): void {
  const recheckMs = 50;
  const set = window.setTimeout.bind(window);
  const clear = window.clearTimeout.bind(window);
  /** The timer that replaces one that was held. */
  const inPlaceOf = new Map<number, number>();
  const holdable = (run: (...values: unknown[]) => void, delay: number, values: unknown[]): number => {
    const due = (): void => {
      if (window.walkHoldsTimers === true || delay <= (window.walkHoldsUpTo ?? 0)) {
        inPlaceOf.set(id, set(due, recheckMs));
        return;
      }
      inPlaceOf.delete(id);
      run(...values);
    };
    const id = set(due, delay);
    return id;
  };
  window.setTimeout = ((run: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) =>
    delay < shortest ? set(run, delay, ...values) : holdable(run, delay, values)) as typeof window.setTimeout;
  window.clearTimeout = (id) => {
    clear(inPlaceOf.get(id as number) ?? id);
    inPlaceOf.delete(id as number);
  };
}

/**
 * Runs in a page whose time stands still: timers of no length come nevertheless, since they only give way to others.
 * The page asks for its scripts one after the other in that way.
 */
export function letImmediateTimersCome(): void {
  const set = window.setTimeout.bind(window);
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  window.setTimeout = ((run: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) => {
    if (delay > 0) return set(run, delay, ...values);
    waiting.push(() => run(...values));
    port2.postMessage(null);
    return 0;
  }) as typeof window.setTimeout;
}

/**
 * Runs in a page whose clock is the walk's: that clock counts from the opening of the window, which serves many walks,
 * and a page counts its time from its own beginning.
 */
export function countFromTheDocument(): void {
  const now = performance.now.bind(performance);
  const begun = now();
  performance.now = () => now() - begun;
}
