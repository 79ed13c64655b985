// How streams of events are opened again after they have ended.

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** The wait before reconnecting after this many failures in a row, in milliseconds. */
export function waitBefore(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
}

/** Resolves after the time, or at once when the signal aborts. */
export function pause(duration: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, duration);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
