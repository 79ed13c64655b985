import type { FrozenBy } from '#server/platform/db/tables.ts';

/** Who may thaw what these have frozen: a mailed link undoes the member's own freeze, and nothing else (D-32). */
export function mayThaw(by: FrozenBy): 'member' | 'support' {
  return by === 'member' ? 'member' : 'support';
}
