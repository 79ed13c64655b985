// Rides: cells that are tested on a path that passes them, instead of on a separate walk.
import type { ReloadCell } from '#machines/graph/matrices.ts';

/** What a path does in addition to its own steps, by the index of a step; none of it changes how the path continues. */
export interface Rides {
  /** Steps whose control is pressed twice. */
  readonly twice: ReadonlySet<number>;
  /** Steps after which the browser's Back is pressed. */
  readonly back: ReadonlySet<number>;
  /** Steps after which the page is reloaded, with the promise of that. */
  readonly reload: ReadonlyMap<number, ReloadCell>;
}

export const NO_RIDES: Rides = { twice: new Set(), back: new Set(), reload: new Map() };
