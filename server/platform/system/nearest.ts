// Finds the name that was probably meant by a mistyped one.

/**
 * The name with the fewest letters to change, add or leave out; null if that is more than a third of them, or than
 * `most`.
 */
export function nearestName(typed: string, names: readonly string[], most = Infinity): string | null {
  const [best] = names.map((name) => ({ name, steps: lettersBetween(typed, name) })).sort((a, b) => a.steps - b.steps);
  return best !== undefined && best.steps <= most && best.steps * 3 <= Math.max(best.name.length, typed.length)
    ? best.name
    : null;
}

/** How many letters to change, add or leave out: the Levenshtein distance, row by row. */
export function lettersBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const kept = (above[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1);
      current.push(Math.min(kept, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    above = current;
  }
  return above[other.length] ?? 0;
}
