import { memberView } from '#server/domain/seats/seats.ts';
import { wayUp } from '#server/domain/seats/way-up.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** SRC §7 SeatUp: the seats from a member of the caller's organization up to the caller's seat. */
export const getSeatUp: Handler<'getSeatUp'> = async (services, call) => {
  const { db } = services;
  const { username, cursor } = call.query;
  const view = await memberView(db, requireSession(call));
  return { status: 200, body: await wayUp(db, call, { username, cursor, view }) };
};
