// Whether a page did what the graph promises, apart from times and generated names.
import type { Graph } from '#machines/graph/explore.ts';

/** A few turns of the event loop take some milliseconds of the page's time. */
const DRIFT_MS = 1_000;

/**
 * Whether two values are the same; remaining times may differ by what a walk itself takes.
 *
 * @param waited how long the walk has waited for countdowns of controls, in milliseconds: remaining times are shorter
 * by that
 */
export function isSame(seen: unknown, promised: unknown, waited = 0): boolean {
  if (typeof seen === 'number' && typeof promised === 'number')
    return (
      seen === promised ||
      (promised > DRIFT_MS && [0, waited].some((less) => isNear(seen, Math.max(0, promised - less))))
    );
  if (typeof seen !== 'object' || typeof promised !== 'object' || seen === null || promised === null)
    return seen === promised;
  const [left, right] = [Object.entries(seen), Object.entries(promised)];
  return (
    left.length === right.length &&
    left.every(
      ([name, value]) => name in promised && isSame(value, (promised as Record<string, unknown>)[name], waited),
    )
  );
}

function isNear(seen: number, promised: number): boolean {
  return Math.abs(seen - promised) < DRIFT_MS;
}

/** As text, with one placeholder for every key in the case tables and every id that the app generated. */
export function anonymous(facts: unknown, { cases }: Graph, minted: readonly string[]): string {
  const inputs = Object.values(cases.starts).map(
    ({ input }) => input as { readonly key?: string; readonly resume?: { readonly key?: string } | null } | undefined,
  );
  const keys = inputs.flatMap((input) => [input?.key, input?.resume?.key]).filter((key) => key !== undefined);
  return [...minted, ...keys].reduce((text, id) => text.replaceAll(`"${id}"`, '"(id)"'), JSON.stringify(facts));
}
