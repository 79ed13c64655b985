import type { components } from '#openapi/api.gen.d.ts';
import type { MemberSession } from '#server/platform/contract/types.ts';
import type { Db } from '#server/platform/db/kysely.ts';
import { legsOf } from './legs.ts';
import { requireSeat, findSeat, showWithChildren, type View } from './seats.ts';

/** A member of the view with the figures of both legs. @throws Problem not_found for a name outside the view */
export async function organizationMember(
  db: Db,
  asked: { session: MemberSession; view: View; username: string; now: Date },
): Promise<components['schemas']['OrganizationMember']> {
  const { session, view, username, now } = asked;
  const row = await requireSeat(db, { username }, view);
  const { seat, left, right } = await showWithChildren(db, row, view);
  const legs = await legsOf(db, row.seat_no, now);
  const {
    introducer_id: introducerId,
    stage,
    introducer,
  } = await db
    .selectFrom('members')
    .leftJoin('members as introducer', 'introducer.id', 'members.introducer_id')
    .select(['members.introducer_id', 'introducer.username as introducer'])
    .select((eb) =>
      eb
        .selectFrom('stakes')
        .select((own) => own.fn.max('stage').as('stage'))
        .whereRef('stakes.member_id', '=', 'members.id')
        .where('stakes.state', '=', 'running')
        .as('stage'),
    )
    .innerJoin('seats', 'seats.member_id', 'members.id')
    .where('seats.seat_no', '=', row.seat_no)
    .executeTakeFirstOrThrow();
  const known = introducer === null ? null : await findSeat(db, { username: introducer }, view);
  return {
    seat,
    stage,
    introducedByMe: introducerId === session.memberId,
    introducer: known?.username ?? null,
    left: { username: left?.username ?? null, figures: legs.left },
    right: { username: right?.username ?? null, figures: legs.right },
    volumesAt: legs.volumesAt?.toISOString() ?? null,
  };
}
