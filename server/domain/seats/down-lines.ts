// The seats below a seat, nearest level first and each level from left to right: a page reads only its own seats, and
// the figures of those alone.
import { sql, type RawBuilder } from 'kysely';
import { normal } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { firstDay, monthOf } from '#server/domain/bonuses/months.ts';
import { nameKey } from '#server/domain/members/members.ts';
import { cursorAfter, readCursor, unknownCursor } from '#server/platform/contract/cursor.ts';
import type { CallContext } from '#server/platform/contract/types.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { requireSeat, showSeat, type SeatRow, type View } from './seats.ts';

type DownLine = components['schemas']['DownLine'];

const PAGE = 50;

interface DownLineRow extends SeatRow {
  stage: number | null;
  left_usd: string;
  right_usd: string;
}

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
  wanted: Wanted & { view: View; now: Date },
): Promise<{ items: DownLine[]; nextCursor: string | null }> {
  const { view, username, level, search, now } = wanted;
  const top = username === undefined ? view.top : await requireSeat(db, { username }, view);
  const after = await readPlace(db, call, { top, level, cursor: wanted.cursor });
  const page = search === undefined ? nextBelow({ top, level, after }) : searchBelow({ top, level, search, after });
  const rows = await withFigures(db, page, now);
  const items = rows.slice(0, PAGE);
  const last = items.at(-1);
  const nextCursor = rows.length > PAGE && last !== undefined ? cursorAfter(last.seat_no) : null;
  return { items: items.map((row) => showLine(row, view)), nextCursor };
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

/** A statement of the seats of one page: their numbers, places and members. */
type SeatsOfPage = RawBuilder<unknown>;

interface Below {
  top: Top;
  level: number | undefined;
  after: number | null;
}

function nextBelow({ top, level, after }: Below): SeatsOfPage {
  return sql`SELECT * FROM seats_below(${top.seat_no}, ${after}, ${level ?? null}, ${PAGE + 1})`;
}

/** Reads the organization once and compares names, ignoring case and width of letters. */
function searchBelow({ top, level, search, after }: Below & { search: string }): SeatsOfPage {
  const text = nameKey(search);
  const onLevel = level === undefined ? sql`depth > ${top.depth}` : sql`depth = ${top.depth + level}`;
  const behind =
    after === null
      ? sql`true`
      : sql`(depth, order_key) > (SELECT depth, order_key FROM seats WHERE seat_no = ${after})`;
  return sql`
    WITH below AS MATERIALIZED (
      SELECT seats.* FROM seats, seat_range(${top.seat_no}) AS range
      WHERE order_key BETWEEN range.first_key AND range.last_key AND ${onLevel} AND ${behind}
    )
    SELECT below.* FROM below JOIN members ON members.id = below.member_id
    WHERE strpos(members.username_key, ${text}) > 0 OR strpos(members.name_key, ${text}) > 0
    ORDER BY below.depth, below.order_key
    LIMIT ${PAGE + 1}`;
}

/**
 * The seats of a page with their holders, stages and volumes, all in one statement. The planner expects more seats of a
 * page than it can have, and a join would read the sales of all: the limit makes it look up those of each seat.
 */
async function withFigures(db: Db, page: SeatsOfPage, now: Date): Promise<DownLineRow[]> {
  const { rows } = await sql<DownLineRow>`
    WITH page AS MATERIALIZED (${page})
    SELECT page.seat_no, page.parent_no, page.side, page.depth, members.username, members.name, members.rank, members.joined_at,
      (SELECT max(stage) FROM stakes WHERE stakes.member_id = page.member_id AND stakes.state = 'running') AS stage,
      coalesce(sales.left_usd, 0) AS left_usd, coalesce(sales.right_usd, 0) AS right_usd
    FROM page
      JOIN members ON members.id = page.member_id
      LEFT JOIN LATERAL (
        SELECT left_usd, right_usd FROM open_sales
        WHERE open_sales.seat_no = page.seat_no AND open_sales.month = ${firstDay(monthOf(now))}::date LIMIT 1
      ) AS sales ON true
    ORDER BY page.depth, page.order_key`.execute(db);
  return rows;
}

function showLine(row: DownLineRow, view: View): DownLine {
  return {
    ...showSeat(row, view),
    stage: row.stage,
    leftVolumeUsd: normal(row.left_usd),
    rightVolumeUsd: normal(row.right_usd),
  };
}
