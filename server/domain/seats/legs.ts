// The figures of a seat's legs (D-11: a leg is the child on a side with its whole subtree).
import { sql } from 'kysely';
import { normal, sum } from '#money/amount.ts';
import type { components } from '#openapi/api.gen.d.ts';
import { carriedInto } from '#server/domain/bonuses/carried.ts';
import { firstDay, monthBegin, monthOf } from '#server/domain/bonuses/months.ts';
import type { Db } from '#server/platform/db/kysely.ts';

export type Leg = components['schemas']['Leg'];

export interface Legs {
  left: Leg;
  right: Leg;
  /** The time of the volumes; null before the first sum. */
  volumesAt: Date | null;
}

/** The figures of both sides of a seat: members as of now, volumes as of the last summation. */
export async function legsOf(db: Db, seatNo: number, now: Date): Promise<Legs> {
  const members = await countMembers(db, seatNo, now);
  const { volumes, summedAt } = await sumVolumesOf(db, seatNo, now);
  return {
    left: { ...members.left, ...volumes.left },
    right: { ...members.right, ...volumes.right },
    volumesAt: summedAt,
  };
}

type Members = Pick<Leg, 'members' | 'joinedThisMonth'>;
type Volumes = Pick<Leg, 'volumeUsd' | 'carriedUsd' | 'totalUsd'>;

interface Counted {
  left_members: bigint;
  left_joined: bigint;
  right_members: bigint;
  right_joined: bigint;
}

/** All seats below a seat are one range of the order, so one pass over an index counts them. */
async function countMembers(db: Db, seatNo: number, now: Date): Promise<{ left: Members; right: Members }> {
  const begin = monthBegin(monthOf(now));
  const { rows } = await sql<Counted>`
    SELECT count(*) FILTER (WHERE below.order_key < own.order_key) AS left_members,
      count(*) FILTER (WHERE below.order_key < own.order_key AND below.placed_at >= ${begin}) AS left_joined,
      count(*) FILTER (WHERE below.order_key > own.order_key) AS right_members,
      count(*) FILTER (WHERE below.order_key > own.order_key AND below.placed_at >= ${begin}) AS right_joined
    FROM seats AS own
      CROSS JOIN LATERAL seat_range(own.seat_no) AS range
      JOIN seats AS below ON below.order_key BETWEEN range.first_key AND range.last_key
    WHERE own.seat_no = ${seatNo}`.execute(db);
  const counted = rows[0];
  if (counted === undefined) throw new Error('counting answered nothing');
  return {
    left: { members: Number(counted.left_members), joinedThisMonth: Number(counted.left_joined) },
    right: { members: Number(counted.right_members), joinedThisMonth: Number(counted.right_joined) },
  };
}

async function sumVolumesOf(
  db: Db,
  seatNo: number,
  now: Date,
): Promise<{ volumes: { left: Volumes; right: Volumes }; summedAt: Date | null }> {
  const state = await db.selectFrom('sales_state').select('summed_at').executeTakeFirstOrThrow();
  const closed = await db
    .selectFrom('seat_sums')
    .select(['left_usd', 'right_usd'])
    .where('seat_no', '=', seatNo)
    .executeTakeFirst();
  const open = await db
    .selectFrom('open_sales')
    .select(['month', 'left_usd', 'right_usd'])
    .where('seat_no', '=', seatNo)
    .orderBy('month')
    .execute();
  const carried = await carriedInto(db, seatNo);
  const thisMonth = firstDay(monthOf(now));
  const volumesOn = (side: 'left' | 'right'): Volumes => {
    const before = open.filter(({ month }) => month < thisMonth).map((row) => row[`${side}_usd`]);
    const running = open.find(({ month }) => month === thisMonth)?.[`${side}_usd`] ?? '0';
    return {
      volumeUsd: normal(running),
      // The volume of an earlier month that is still open is not matched yet, so it still carries over.
      carriedUsd: sum([carried[side], ...before]),
      totalUsd: sum([closed?.[`${side}_usd`] ?? '0', ...before, running]),
    };
  };
  return { volumes: { left: volumesOn('left'), right: volumesOn('right') }, summedAt: state.summed_at };
}
