// Timers that a walk keeps from falling due: a screen that looks again by itself every few seconds does so while the
// walk still looks at it on a slow machine, and the control that the path presses is gone.

declare global {
  interface Window {
    /** Whether timers that fall due wait. */
    walkHoldsTimers?: boolean;
  }
}

/** Shorter ones belong to what moves on the screen and to the tools that look at it. */
export const HELD_FROM_MS = 1_000;

/** Runs in a page before everything else: gives it timers that can be held. */
export function makeTimersHoldable(shortest: number): void {
  const recheckMs = 50;
  const set = window.setTimeout.bind(window);
  const clear = window.clearTimeout.bind(window);
  /** The timer that is under way in place of one that has waited. */
  const inPlaceOf = new Map<number, number>();
  const holdable = (run: (...values: unknown[]) => void, delay: number, values: unknown[]): number => {
    const due = (): void => {
      if (window.walkHoldsTimers === true) {
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
