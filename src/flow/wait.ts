import type { Problem } from '#machines/chart/problem.ts';
import { firstSeen } from '#src/ui/first-seen.ts';

/**
 * The time, by the page's clock, from which another try is worthwhile; null if the problem names none. The server sends
 * a duration and not a time, because the clock of a device may be wrong.
 */
export function waitEnd(problem: Problem | null, now: () => number): number | null {
  if (problem === null || problem.retryAfterSeconds === null) return null;
  return firstSeen(problem, now) + problem.retryAfterSeconds * 1000;
}

/** The same for a mail that is refused until then: requesting another one earlier is pointless. */
export function mailWaitEnd(problem: Problem | null, now: () => number): number | null {
  return problem?.code === 'code_too_soon' || problem?.code === 'too_many_mails' ? waitEnd(problem, now) : null;
}
