import { sql } from 'kysely';
import type { Trx } from '#server/platform/db/kysely.ts';

/** Seats the first member of the club and returns the seat's number. */
export async function placeRoot(trx: Trx, options: { memberId: string; at: Date }): Promise<number> {
  const { rows } = await sql<{
    seat: number;
  }>`SELECT place_root_seat(${options.memberId}, ${options.at}) AS seat`.execute(trx);
  return seatOf(rows);
}

/**
 * Seats a member at the first free place found by walking down a side from a seat (D-11, SRC §7 SeatBottom), and
 * returns the seat's number. Placements on one run of seats happen one at a time; a seat, once placed, never moves.
 */
export async function placeSeat(
  trx: Trx,
  options: { memberId: string; from: number; side: 'left' | 'right'; at: Date },
): Promise<number> {
  const { memberId, from, side, at } = options;
  const { rows } = await sql<{ seat: number }>`SELECT place_seat(${memberId}, ${from}, ${side}, ${at}) AS seat`.execute(
    trx,
  );
  return seatOf(rows);
}

function seatOf(rows: { seat: number }[]): number {
  const row = rows[0];
  if (row === undefined) throw new Error('the database placed no seat');
  return row.seat;
}
