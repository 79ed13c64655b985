// Languages and modes take turns, so that each flow is seen in all of them without each walk being walked six times.
import { cultures, type Culture } from './report.ts';

/** A walk with the language and the mode in which it is walked: `strict` as React rehearses it in development. */
export interface Turn<TWalk> {
  readonly walk: TWalk;
  readonly culture: Culture;
  readonly strict: boolean;
}

/** Each walk with its turn. `shift` 1 gives each the other mode and another language than 0 does. */
export function walksInTurns<TWalk>(walks: readonly TWalk[], shift: 0 | 1 = 0): readonly Turn<TWalk>[] {
  return walks.map((walk, index) => ({
    walk,
    culture: cultures[(index + shift) % cultures.length] ?? 'en-US',
    strict: (index + shift) % 2 === 1,
  }));
}
