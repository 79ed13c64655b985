// A part of the own organization for drawing: whole levels of it, read along their ranges, never the tree below them.
import { sql } from 'kysely';
import { normal } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { firstDay, monthOf } from '#server/bonuses/months.ts';
import type { Db } from '#server/db/kysely.ts';
import { findSeat, showSeat, type SeatRow, type View } from './seats.ts';

/** As many as an answer may have. */
const MOST_SEATS = 2_000;

interface NodeRow extends SeatRow {
  stage: number | null;
  left_members: number;
  right_members: number;
  left_usd: string;
  right_usd: string;
  has_left: boolean;
  has_right: boolean;
}

/** A seat of the view and what lies below it. @throws Problem not_found for a seat outside the view */
export async function seatTree(db: Db, asked: { view: View; seatNo: number | undefined; levels: number; now: Date }): Promise<components['schemas']['SeatTree']> {
  const { view, seatNo, levels, now } = asked;
  const top = await findSeat(db, { seatNo: seatNo ?? view.top.seat_no }, view);
  const { summed_at: summedAt } = await db.selectFrom('sales_state').select('summed_at').executeTakeFirstOrThrow();
  // Not by EXISTS, which the planner would answer by reading all seats.
  const { rows } = await sql<NodeRow>`
    SELECT node.seat_no, node.parent_no, node.side, node.depth, members.username, members.name, members.rank, members.joined_at,
      (SELECT max(stage) FROM stakes WHERE stakes.member_id = node.member_id AND stakes.state = 'running') AS stage,
      coalesce(sums.left_members, 0) AS left_members, coalesce(sums.right_members, 0) AS right_members,
      coalesce(sales.left_usd, 0) AS left_usd, coalesce(sales.right_usd, 0) AS right_usd,
      coalesce((SELECT true FROM seats WHERE parent_no = node.seat_no AND side = 'left'), false) AS has_left,
      coalesce((SELECT true FROM seats WHERE parent_no = node.seat_no AND side = 'right'), false) AS has_right
    FROM seats_of_levels(${top.seat_no}, ${levels}, ${MOST_SEATS}) AS node
      JOIN members ON members.id = node.member_id
      LEFT JOIN seat_sums AS sums ON sums.seat_no = node.seat_no
      LEFT JOIN open_sales AS sales ON sales.seat_no = node.seat_no AND sales.month = ${firstDay(monthOf(now))}::date
    ORDER BY node.depth, node.order_key`.execute(db);
  return { volumesAt: summedAt?.toISOString() ?? null, nodes: rows.map((row) => showNode(row, view)) };
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
