/** Control characters: a name from a file could use them to control the terminal. */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** A usage error: reported without a stack trace, exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message.replaceAll(UNSEEN, '\uFFFD'));
  }
}

/** The known names most similar to a mistyped one, best first; names that share only a prefix come last. */
export function nearest(typed: string, known: readonly string[], count = 3): readonly string[] {
  const distances = known.map((name) => ({ name, distance: distanceBetween(typed.toLowerCase(), name.toLowerCase()) }));
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

/** Edit distance: how many characters must be inserted, removed or changed. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
