// The seats below a seat, nearest level first and each level from left to right: a page reads only its own seats.
import { sql } from 'kysely';
import { nameKey } from '#server/domain/members/members.ts';
import { cursorAfter, readCursor, unknownCursor } from '#server/platform/contract/cursor.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { requireSeat, showSeat, type Seat, type SeatRow, type View } from './seats.ts';

const PAGE = 50;

interface Wanted {
  /** The member whose organization is listed; by default that of the top of the view. */
  username?: string | undefined;
  /** Only seats that are this many levels below. */
  level?: number | undefined;
  /** Part of a username or name. */
  search?: string | undefined;
  cursor?: string | undefined;
}

/** One page of the seats below a seat of the view, and the cursor of the next. */
export async function downLines(
  db: Db,
  call: CallContext,
  wanted: Wanted & { view: View },
): Promise<{ items: Seat[]; nextCursor: string | null }> {
  const { view, username, level, search } = wanted;
  const top = username === undefined ? view.top : await requireSeat(db, { username }, view);
  const after = await readPlace(db, call, { top, level, cursor: wanted.cursor });
  const rows = await (search === undefined
    ? nextBelow(db, { top, level, after })
    : searchBelow(db, { top, level, search, after }));
  const items = rows.slice(0, PAGE);
  const last = items.at(-1);
  const nextCursor = rows.length > PAGE && last !== undefined ? cursorAfter(last.seat_no) : null;
  return { items: items.map((row) => showSeat(row, view)), nextCursor };
}

interface Top {
  seat_no: number;
  depth: number;
}

/** The last seat of the previous page; it must be in this list. */
async function readPlace(
  db: Db,
  call: CallContext,
  options: { top: Top; level: number | undefined; cursor: string | undefined },
): Promise<number | null> {
  const { top, level } = options;
  const after = readCursor(call, options.cursor);
  if (after === null) return null;
  const { rows } = await sql<{ depth: number }>`
    SELECT seats.depth FROM seats, seat_range(${top.seat_no}) AS range
    WHERE seats.seat_no::bigint = ${String(after)}::bigint AND seats.order_key BETWEEN range.first_key AND range.last_key`.execute(
    db,
  );
  const depth = rows[0]?.depth;
  const fits = depth !== undefined && (level === undefined ? depth > top.depth : depth === top.depth + level);
  if (!fits) throw unknownCursor(call);
  return Number(after);
}

async function nextBelow(
  db: Db,
  options: { top: Top; level: number | undefined; after: number | null },
): Promise<SeatRow[]> {
  const { top, level, after } = options;
  const { rows } = await sql<SeatRow>`
    SELECT below.seat_no, below.parent_no, below.side, below.depth, members.username, members.name, members.rank, members.joined_at
    FROM seats_below(${top.seat_no}, ${after}, ${level ?? null}, ${PAGE + 1}) AS below
      JOIN members ON members.id = below.member_id
    ORDER BY below.depth, below.order_key`.execute(db);
  return rows;
}

/** Reads the organization once and compares names, ignoring case and width of letters. */
async function searchBelow(
  db: Db,
  options: { top: Top; level: number | undefined; search: string; after: number | null },
): Promise<SeatRow[]> {
  const { top, level, after } = options;
  const text = nameKey(options.search);
  const onLevel = level === undefined ? sql`depth > ${top.depth}` : sql`depth = ${top.depth + level}`;
  const behind =
    after === null
      ? sql`true`
      : sql`(depth, order_key) > (SELECT depth, order_key FROM seats WHERE seat_no = ${after})`;
  const { rows } = await sql<SeatRow>`
    WITH below AS MATERIALIZED (
      SELECT seats.* FROM seats, seat_range(${top.seat_no}) AS range
      WHERE order_key BETWEEN range.first_key AND range.last_key AND ${onLevel} AND ${behind}
    )
    SELECT below.seat_no, below.parent_no, below.side, below.depth, members.username, members.name, members.rank, members.joined_at
    FROM below JOIN members ON members.id = below.member_id
    WHERE strpos(members.username_key, ${text}) > 0 OR strpos(members.name_key, ${text}) > 0
    ORDER BY below.depth, below.order_key
    LIMIT ${PAGE + 1}`.execute(db);
  return rows;
}
