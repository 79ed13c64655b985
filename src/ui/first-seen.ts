const moments = new WeakMap<object, number>();

/**
 * When an answer of the server was first seen, by the page's clock: what it says of a time to come is counted from
 * there, wherever it is shown or stored again.
 */
export function firstSeen(answer: object, now: () => number): number {
  const since = moments.get(answer) ?? now();
  moments.set(answer, since);
  return since;
}
