// Languages and modes alternate, so that each flow is covered in all of them without walking each walk six times.
import { cultures, type Culture } from './report.ts';

/** A walk with its language and its mode: `strict` is React's strict mode, as in development. */
export interface Turn<TWalk> {
  readonly walk: TWalk;
  readonly culture: Culture;
  readonly strict: boolean;
}

/**
 * Each walk with its turn. `shift` 1 gives each a different mode and language than 0, and 2 the third language: with
 * all three, each walk is taken in each language once.
 */
export function walksInTurns<TWalk>(walks: readonly TWalk[], shift: 0 | 1 | 2 = 0): readonly Turn<TWalk>[] {
  return walks.map((walk, index) => ({
    walk,
    culture: cultures[(index + shift) % cultures.length] ?? 'en-US',
    strict: (index + shift) % 2 === 1,
  }));
}
