// What the rate limits count in. The plug-in's own memory counts each route apart, so a group of routes would have many limits.
import type { FastifyRateLimitStore } from '@fastify/rate-limit';

type Told = Parameters<FastifyRateLimitStore['incr']>[1];

/** More callers than these within a minute push out those whose minute began first. */
const MOST_CALLERS = 50_000;

/** Calls of each caller and group within a fixed window that begins with the first of them; in this process alone. */
export class GroupCounts implements FastifyRateLimitStore {
  private readonly windows = new Map<string, { since: number; calls: number }>();

  incr(key: string, told: Told, timeWindow = 0): void {
    const now = Date.now();
    const running = this.windows.get(key);
    const current = running !== undefined && now - running.since < timeWindow ? running : this.begin(key, now);
    current.calls += 1;
    told(null, { current: current.calls, ttl: timeWindow - (now - current.since) });
  }

  /** All routes count here; their groups are in the keys. */
  child(): this {
    return this;
  }

  /** Behind all others, so that the first of the map is always the oldest. */
  private begin(key: string, since: number): { since: number; calls: number } {
    const begun = { since, calls: 0 };
    this.windows.delete(key);
    this.windows.set(key, begun);
    const [oldest] = this.windows.keys();
    if (this.windows.size > MOST_CALLERS && oldest !== undefined) this.windows.delete(oldest);
    return begun;
  }
}
