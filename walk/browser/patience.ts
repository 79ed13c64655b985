const POLL_MS = 15;
/** What passes between two looks counts as no more: a machine that stood still meanwhile has shown nobody anything. */
const LONGEST_PIECE_MS = 1_000;

/**
 * Looks again and again until it holds. Whether it did within `patienceMs`, of which a standstill of the machine is no
 * part.
 */
export async function holdsWithin(patienceMs: number, holds: () => Promise<boolean>): Promise<boolean> {
  let left = patienceMs;
  for (let last = Date.now(); !(await holds());) {
    if (left <= 0) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const now = Date.now();
    left -= Math.min(now - last, LONGEST_PIECE_MS);
    last = now;
  }
  return true;
}
