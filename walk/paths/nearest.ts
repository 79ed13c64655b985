import { lettersBetween } from '#server/platform/system/nearest.ts';
import { UsageError } from './usage-error.ts';

/** The known names most similar to a mistyped one, best first; names that share only a prefix come last. */
export function nearest(typed: string, known: readonly string[], count = 3): readonly string[] {
  const distances = known.map((name) => ({ name, distance: lettersBetween(typed.toLowerCase(), name.toLowerCase()) }));
  return distances
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

/** The error for an unknown name, with suggestions. */
export function unknown(kind: string, typed: string, known: readonly string[]): UsageError {
  const names = nearest(typed, known);
  return new UsageError(
    names.length === 0
      ? `There is no ${kind} "${typed}".`
      : `There is no ${kind} "${typed}". Nearest: ${names.join(', ')}.`,
  );
}
