// The store behind the rate limits. The plug-in's own memory counts each route separately, so a group of routes would
// have many limits.
import type { FastifyRateLimitStore } from '@fastify/rate-limit';

type Told = Parameters<FastifyRateLimitStore['incr']>[1];

/** If there are more callers within a minute, those whose window began first are forgotten. */
const MOST_CALLERS = 50_000;

/**
 * Counts calls of each caller and group within a fixed window that begins with the first of them; in this process
 * alone.
 */
export class GroupCounts implements FastifyRateLimitStore {
  private readonly windows = new Map<string, { since: number; calls: number }>();

  incr(key: string, told: Told, timeWindow = 0): void {
    const now = Date.now();
    const running = this.windows.get(key);
    const current = running !== undefined && now - running.since < timeWindow ? running : this.begin(key, now);
    current.calls += 1;
    told(null, { current: current.calls, ttl: timeWindow - (now - current.since) });
  }

  /** All routes count here; the keys contain their groups. */
  child(): this {
    return this;
  }

  /** Inserted last, so that the first entry of the map is always the oldest. */
  private begin(key: string, since: number): { since: number; calls: number } {
    const begun = { since, calls: 0 };
    this.windows.delete(key);
    this.windows.set(key, begun);
    const [oldest] = this.windows.keys();
    if (this.windows.size > MOST_CALLERS && oldest !== undefined) this.windows.delete(oldest);
    return begun;
  }
}
