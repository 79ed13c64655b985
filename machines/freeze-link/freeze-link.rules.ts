import type { FreezeLinkCheckpoint } from './freeze-link.types.ts';

type Step = FreezeLinkCheckpoint['step'];

/** The address of each step that a reload may come back to. */
export const routes = {
  asking: '/Freeze',
  freezing: '/Freeze',
  showingFrozen: '/Freeze?step=done',
} as const satisfies Record<Step, string>;

/**
 * The checkpoint to go on from, out of what was stored; null if it is damaged or of another version. A step is only
 * gone on from where it was left, and one that needs the link only with it.
 * @param at path and step of the present address.
 * @param link whether the page has the token of a link.
 */
export function resumable(stored: unknown, at: string, link: boolean): FreezeLinkCheckpoint | null {
  const { version, step, key } = (stored ?? {}) as Partial<FreezeLinkCheckpoint>;
  if (version !== 1 || typeof key !== 'string' || step === undefined || !(step in routes)) return null;
  if (routes[step].toLowerCase() !== at.toLowerCase().replace(/\/+(?=$|\?)/, '')) return null;
  if (step !== 'showingFrozen' && !link) return null;
  return { version: 1, step, key };
}
