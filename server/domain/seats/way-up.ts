import { sql } from 'kysely';
import { cursorAfter, readCursor, unknownCursor } from '#server/platform/contract/cursor.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { requireSeat, findSeat, showSeat, type Seat, type SeatRow, type View } from './seats.ts';

/** A chain may be a hundred thousand seats long, so its seats are returned page by page. */
const PAGE = 50;

/** The seats from one up to the top of the view, both included, page by page. */
export async function wayUp(
  db: Db,
  call: CallContext,
  wanted: { username: string; cursor: string | undefined; view: View },
): Promise<{ items: Seat[]; nextCursor: string | null }> {
  const { view } = wanted;
  const named = await requireSeat(db, { username: wanted.username }, view);
  const after = readCursor(call, wanted.cursor);
  const start = after === null ? named.seat_no : await aboveCursor(db, call, { after, named, view });
  const { rows } = await sql<SeatRow>`
    WITH RECURSIVE way AS (
      SELECT seat_no, parent_no, side, depth, member_id, 1 AS place FROM seats WHERE seat_no = ${start}
      UNION ALL
      SELECT above.seat_no, above.parent_no, above.side, above.depth, above.member_id, way.place + 1
      FROM way JOIN seats AS above ON above.seat_no = way.parent_no
      WHERE way.seat_no <> ${view.top.seat_no} AND way.place < ${PAGE}
    )
    SELECT way.seat_no, way.parent_no, way.side, way.depth, members.username, members.name, members.rank, members.joined_at
    FROM way JOIN members ON members.id = way.member_id
    ORDER BY way.place`.execute(db);
  const last = rows.at(-1);
  const ended = last === undefined || last.seat_no === view.top.seat_no;
  return { items: rows.map((row) => showSeat(row, view)), nextCursor: ended ? null : cursorAfter(last.seat_no) };
}

/** The seat above the last one of the previous page, which must be on the way up. */
async function aboveCursor(
  db: Db,
  call: CallContext,
  options: { after: bigint; named: SeatRow; view: View },
): Promise<number> {
  const { after, named, view } = options;
  const last = await findSeat(db, { seatNo: Number(after) }, view);
  if (last === null) throw unknownCursor(call);
  const { rows } = await sql<{
    seat_no: number | null;
  }>`SELECT seat_ancestor(${named.seat_no}, ${last.depth}) AS seat_no`.execute(db);
  if (rows[0]?.seat_no !== last.seat_no || last.parent_no === null || last.seat_no === view.top.seat_no)
    throw unknownCursor(call);
  return last.parent_no;
}
