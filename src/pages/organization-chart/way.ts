// The path down to a member who was searched: the levels between, without everything beside them.
import type { ChartSeat, ChartTree, Seat } from './tree.ts';

export interface WayPage {
  readonly items: readonly Seat[];
  readonly nextCursor: string | null;
}

/**
 * Reads the way up from a member until it meets what is loaded; adds it to the tree by `add`. Null if it meets nothing.
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
  // The way may be here before the top of the tree is.
  const missing = met < 0 && tree.root === null ? way : way.slice(0, Math.max(0, met));
  if (missing.length > 0) add(missing.toReversed());
  const wanted = way[0];
  return wanted === undefined ? null : (tree.find(wanted.seatNo) ?? null);
}
