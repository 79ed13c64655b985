// The path down to a member who was searched for: the levels between, without what is beside them.
import type { ChartSeat, ChartTree, Seat } from './tree.ts';

export interface WayPage {
  readonly items: readonly Seat[];
  readonly nextCursor: string | null;
}

/**
 * Loads the path up from a member until it reaches loaded seats, and adds it to the tree with `add`. Null if it reaches
 * none.
 */
export async function readWay(
  tree: ChartTree,
  read: (cursor: string | null) => Promise<WayPage>,
  add: (seats: readonly Seat[]) => void,
): Promise<ChartSeat | null> {
  const way: Seat[] = [];
  let cursor: string | null = null;
  do {
    const page: WayPage = await read(cursor);
    way.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null && !way.some(({ seatNo }) => tree.find(seatNo) !== undefined));
  const met = way.findIndex(({ seatNo }) => tree.find(seatNo) !== undefined);
  // The path may arrive before the top of the tree.
  const missing = met < 0 && tree.root === null ? way : way.slice(0, Math.max(0, met));
  if (missing.length > 0) add(missing.toReversed());
  const wanted = way[0];
  return wanted === undefined ? null : (tree.find(wanted.seatNo) ?? null);
}
