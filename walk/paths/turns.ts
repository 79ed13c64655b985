// Languages alternate, so that each flow is covered in all of them without taking each walk three times.
import { cultures, type Culture } from './report.ts';

/** A walk with its language. */
export interface Turn<TWalk> {
  readonly walk: TWalk;
  readonly culture: Culture;
}

/**
 * Each walk with its turn. `shift` 1 gives each a different language than 0, and 2 the third: with all three, each walk
 * is taken in each language once.
 */
export function walksInTurns<TWalk>(walks: readonly TWalk[], shift: 0 | 1 | 2 = 0): readonly Turn<TWalk>[] {
  return walks.map((walk, index) => ({
    walk,
    culture: cultures[(index + shift) % cultures.length] ?? 'en-US',
  }));
}

/** Every other one in React's strict mode, which only the development build has. */
export function inBothModes<T extends object>(turns: readonly T[]): readonly (T & { readonly strict: boolean })[] {
  return turns.map((turn, index) => ({ ...turn, strict: index % 2 === 1 }));
}
