// Cells that are tried on a path that passes by, in place of a walk of their own.
import type { ReloadCell } from '#machines/graph/matrices.ts';

/** What a path does besides its own steps, by the index of a step: nothing of it changes where the path goes on. */
export interface Rides {
  /** Steps whose control is pressed twice. */
  readonly twice: ReadonlySet<number>;
  /** Steps after which the browser's Back is pressed. */
  readonly back: ReadonlySet<number>;
  /** Steps after which the page is loaded again, with what that promises. */
  readonly reload: ReadonlyMap<number, ReloadCell>;
}

export const NO_RIDES: Rides = { twice: new Set(), back: new Set(), reload: new Map() };
