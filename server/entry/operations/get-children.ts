import { requireSeat, memberView, showWithChildren } from '#server/domain/seats/seats.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** SRC §7 children: a seat of the member's own organization with the two places below it. */
export const getChildren: Handler<'getChildren'> = async (services, call) => {
  const { db } = services;
  const view = await memberView(db, requireSession(call));
  const seat = await requireSeat(db, { seatNo: call.query.seatNo ?? view.top.seat_no }, view);
  return { status: 200, body: await showWithChildren(db, seat, view) };
};
