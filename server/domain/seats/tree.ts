// A part of the member's own organization for drawing: whole levels, read by their ranges without reading the tree
// below them.
import { sql } from 'kysely';
import { normal } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { firstDay, monthOf } from '#server/domain/bonuses/months.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { requireSeat, showSeat, type SeatRow, type View } from './seats.ts';

/** The most seats that an answer may have. */
const MOST_SEATS = 2_000;

interface NodeRow extends SeatRow {
  stage: number | null;
  left_members: number;
  right_members: number;
  left_usd: string;
  right_usd: string;
  has_left: boolean;
  has_right: boolean;
  /** Its position among the seats read, from left to right, starting at 1. */
  place: number;
  uncounted: boolean;
  /** At the top only: how many seats that are in no sum yet are directly after how many of those read. */
  gaps: { after: number; members: number }[] | null;
}

/** A seat of the view and the levels below it. @throws Problem not_found for a seat outside the view */
export async function seatTree(
  db: Db,
  asked: { view: View; seatNo: number | undefined; levels: number; now: Date },
): Promise<components['schemas']['SeatTree']> {
  const { view, seatNo, levels, now } = asked;
  const top = await requireSeat(db, { seatNo: seatNo ?? view.top.seat_no }, view);
  const { summed_at: summedAt } = await db.selectFrom('sales_state').select('summed_at').executeTakeFirstOrThrow();
  const rows = await readNodes(db, { top: top.seat_no, levels, now });
  countUncounted(rows);
  return { volumesAt: summedAt?.toISOString() ?? null, nodes: rows.map((row) => showNode(row, view)) };
}

/**
 * One statement, so that every seat is either in a sum or among those that are not, whatever is summed up meanwhile.
 */
async function readNodes(db: Db, asked: { top: number; levels: number; now: Date }): Promise<NodeRow[]> {
  const { top, levels, now } = asked;
  // Not EXISTS, for which the planner would read all seats.
  const { rows } = await sql<NodeRow>`
    WITH nodes AS MATERIALIZED (SELECT * FROM seats_of_levels(${top}, ${levels}, ${MOST_SEATS})),
    keys AS (SELECT array_agg(order_key ORDER BY order_key) AS read FROM nodes),
    gaps AS (
      SELECT width_bucket(seats.order_key, keys.read) AS after, count(*) AS members
      FROM keys CROSS JOIN seat_range(${top}) AS range CROSS JOIN uncounted_seats
        JOIN seats ON seats.seat_no = uncounted_seats.seat_no AND seats.order_key BETWEEN range.first_key AND range.last_key
        LEFT JOIN nodes ON nodes.seat_no = seats.seat_no
      WHERE nodes.seat_no IS NULL GROUP BY 1
    )
    SELECT node.seat_no, node.parent_no, node.side, node.depth, members.username, members.name, members.rank, members.joined_at,
      (SELECT max(stage) FROM stakes WHERE stakes.member_id = node.member_id AND stakes.state = 'running') AS stage,
      coalesce(sums.left_members, 0) AS left_members, coalesce(sums.right_members, 0) AS right_members,
      coalesce(sales.left_usd, 0) AS left_usd, coalesce(sales.right_usd, 0) AS right_usd,
      coalesce((SELECT true FROM seats WHERE parent_no = node.seat_no AND side = 'left'), false) AS has_left,
      coalesce((SELECT true FROM seats WHERE parent_no = node.seat_no AND side = 'right'), false) AS has_right,
      (row_number() OVER (ORDER BY node.order_key))::integer AS place, uncounted.seat_no IS NOT NULL AS uncounted,
      CASE node.seat_no WHEN ${top}::integer THEN (SELECT json_agg(gaps) FROM gaps) END AS gaps
    FROM nodes AS node
      JOIN members ON members.id = node.member_id
      LEFT JOIN seat_sums AS sums ON sums.seat_no = node.seat_no
      LEFT JOIN uncounted_seats AS uncounted ON uncounted.seat_no = node.seat_no
      LEFT JOIN open_sales AS sales ON sales.seat_no = node.seat_no AND sales.month = ${firstDay(monthOf(now))}::date
    ORDER BY node.depth, node.order_key`.execute(db);
  return rows;
}

/**
 * Adds the members who are in no sum yet to their sides. Seats are ordered from left to right, so each is found by
 * descending from the top: left or right of a seat. Whole levels were read, so the descent is never interrupted.
 */
function countUncounted(rows: readonly NodeRow[]): void {
  const [top] = rows;
  if (top === undefined) return;
  const children = new Map(rows.map((row) => [`${row.parent_no ?? ''} ${row.side ?? ''}`, row]));
  const add = (members: number, isLeftOf: (row: NodeRow) => boolean, end: NodeRow | null) => {
    let row: NodeRow | undefined = top;
    while (row !== undefined && row !== end) {
      const side = isLeftOf(row) ? 'left' : 'right';
      row[`${side}_members`] += members;
      row = children.get(`${row.seat_no} ${side}`);
    }
  };
  for (const { after, members } of top.gaps ?? []) add(members, (row) => after < row.place, null);
  for (const own of rows) if (own.uncounted) add(1, (row) => own.place < row.place, own);
}

function showNode(row: NodeRow, view: View): components['schemas']['TreeNode'] {
  return {
    ...showSeat(row, view),
    stage: row.stage,
    leftMembers: row.left_members,
    rightMembers: row.right_members,
    leftVolumeUsd: normal(row.left_usd),
    rightVolumeUsd: normal(row.right_usd),
    hasLeft: row.has_left,
    hasRight: row.has_right,
  };
}
