// What a server would answer about an organization that a test invented.
import type { Seat, TreeSeat } from '#src/pages/organization-chart/tree.ts';

/** A seat and this many levels below it, level by level. */
export function partOf(seats: readonly TreeSeat[], top: number, levels: number): TreeSeat[] {
  const first = seats.filter(({ seatNo }) => seatNo === top);
  const found = [...first];
  let row = first;
  for (let level = 0; level < levels; level += 1) {
    const above = new Set(row.map(({ seatNo }) => seatNo));
    row = seats.filter(({ parentSeatNo }) => parentSeatNo !== null && above.has(parentSeatNo));
    found.push(...row);
  }
  return found;
}

/** The path from a seat up to the top. */
export function wayFrom(seats: readonly TreeSeat[], from: number): Seat[] {
  const way: Seat[] = [];
  for (let next = seats.find(({ seatNo }) => seatNo === from); next !== undefined;) {
    way.push(seatOf(next));
    const above: number | null = next.parentSeatNo;
    next = seats.find(({ seatNo }) => seatNo === above);
  }
  return way;
}

/** The seat without its figures, as in every call except that of the tree. */
export function seatOf({
  seatNo,
  positionId,
  username,
  name,
  position,
  parentSeatNo,
  level,
  rank,
  joinedAt,
}: TreeSeat): Seat {
  return { seatNo, positionId, username, name, position, parentSeatNo, level, rank, joinedAt };
}
