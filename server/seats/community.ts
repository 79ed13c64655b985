import { sql } from 'kysely';
import type { components } from '#openapi/api.gen.d.ts';
import type { MemberSession } from '#server/accounts/sessions.ts';
import type { Db } from '#server/db/kysely.ts';

interface Counted {
  introduced: bigint;
  left_members: bigint;
  left_joined: bigint;
  right_members: bigint;
  right_joined: bigint;
}

/**
 * The own organization in figures (D-11: a leg is the child on a side with its whole subtree), exact as of now. All below a
 * seat is one range of the order, so it is counted in one pass over an index.
 */
export async function communityInfo(db: Db, session: MemberSession, now: Date): Promise<components['schemas']['CommunityInfo']> {
  const monthBegin = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const { rows } = await sql<Counted>`
    SELECT (SELECT count(*) FROM members WHERE introducer_id = ${session.memberId}) AS introduced,
      count(*) FILTER (WHERE below.order_key < own.order_key) AS left_members,
      count(*) FILTER (WHERE below.order_key < own.order_key AND below.placed_at >= ${monthBegin}) AS left_joined,
      count(*) FILTER (WHERE below.order_key > own.order_key) AS right_members,
      count(*) FILTER (WHERE below.order_key > own.order_key AND below.placed_at >= ${monthBegin}) AS right_joined
    FROM seats AS own
      CROSS JOIN LATERAL seat_range(own.seat_no) AS range
      JOIN seats AS below ON below.order_key BETWEEN range.first_key AND range.last_key
    WHERE own.member_id = ${session.memberId}`.execute(db);
  const counted = rows[0];
  if (counted === undefined) throw new Error('counting answered nothing');
  return {
    introduced: Number(counted.introduced),
    left: { members: Number(counted.left_members), joinedThisMonth: Number(counted.left_joined) },
    right: { members: Number(counted.right_members), joinedThisMonth: Number(counted.right_joined) },
  };
}
