import type { components } from '#openapi/api.gen.d.ts';

/** Whether a stake should be unlocked by now and isn't: its days are over, and it still runs (L-03, D-27). */
export function isLate({ state, daysLeft }: Pick<components['schemas']['Stake'], 'state' | 'daysLeft'>): boolean {
  return state === 'running' && daysLeft === 0;
}
