import { firstSeen } from '#src/ui/first-seen.ts';

/**
 * The time at which something expires that had `lifetime` milliseconds left when the flow received it: counted from
 * when `what` was first seen, so it stays the same while the member goes back and forth. 0 if there is nothing.
 */
export function deadlineOf(what: { readonly lifetime: number } | null, now: () => number): number {
  return what === null ? 0 : firstSeen(what, now) + what.lifetime;
}
