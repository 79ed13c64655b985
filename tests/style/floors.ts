/** Folders as floors: an order in which as few imports as possible point upward. */

/** How many imports lead from one folder to another. */
export interface Weighted {
  readonly from: string;
  readonly to: string;
  readonly weight: number;
}

const byName = (a: string, b: string) => (a < b ? -1 : 1);

/** How many imports point from a lower to a higher place in the order. */
export function upwardIn(order: readonly string[], arrows: readonly Weighted[]): number {
  const place = new Map(order.map((name, at) => [name, at]));
  const runsUp = ({ from, to }: Weighted) => (place.get(from) ?? 0) > (place.get(to) ?? 0);
  return arrows.filter(runsUp).reduce((sum, { weight }) => sum + weight, 0);
}

/**
 * First the folders that no remaining folder imports, otherwise the one that imports the most compared with what is
 * imported of it.
 */
function firstOrder(names: readonly string[], arrows: readonly Weighted[]): string[] {
  const left = new Set(names);
  const order: string[] = [];
  while (left.size > 0) {
    const among = arrows.filter(({ from, to }) => left.has(from) && left.has(to));
    const sum = (weights: readonly Weighted[]) => weights.reduce((total, { weight }) => total + weight, 0);
    const surplus = (name: string) => {
      const incoming = sum(among.filter(({ to }) => to === name));
      return incoming === 0 ? Infinity : sum(among.filter(({ from }) => from === name)) - incoming;
    };
    const [next] = [...left]
      .map((name) => ({ name, surplus: surplus(name) }))
      .sort((a, b) => (a.surplus === b.surplus ? byName(a.name, b.name) : b.surplus - a.surplus));
    if (next === undefined) break;
    order.push(next.name);
    left.delete(next.name);
  }
  return order;
}

/** The order with one folder moved so that fewer imports point upward; null if no move helps. */
function improved(order: readonly string[], arrows: readonly Weighted[]): string[] | null {
  const before = upwardIn(order, arrows);
  for (const name of order) {
    const others = order.filter((each) => each !== name);
    for (let at = 0; at <= others.length; at += 1) {
      const tried = [...others.slice(0, at), name, ...others.slice(at)];
      if (upwardIn(tried, arrows) < before) return tried;
    }
  }
  return null;
}

/** The folders from the top floor to the lowest. The same imports always give the same order. */
export function floorsOf(arrows: readonly Weighted[]): string[] {
  const names = [...new Set(arrows.flatMap(({ from, to }) => [from, to]))].sort(byName);
  let order = firstOrder(names, arrows);
  for (let better = improved(order, arrows); better !== null; better = improved(order, arrows)) order = better;
  return order;
}
