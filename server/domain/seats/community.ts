import type { components } from '#openapi/api.gen.d.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { legsOf } from './legs.ts';

/** The member's own organization in figures. */
export async function communityInfo(
  db: Db,
  session: MemberSession,
  now: Date,
): Promise<components['schemas']['CommunityInfo']> {
  const own = await db
    .selectFrom('seats')
    .select('seat_no')
    .where('member_id', '=', session.memberId)
    .executeTakeFirstOrThrow();
  const { introduced } = await db
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<bigint>().as('introduced'))
    .where('introducer_id', '=', session.memberId)
    .executeTakeFirstOrThrow();
  const { left, right, volumesAt } = await legsOf(db, own.seat_no, now);
  return { introduced: Number(introduced), left, right, volumesAt: volumesAt?.toISOString() ?? null };
}
