import { memberView } from '#server/domain/seats/seats.ts';
import { seatTree } from '#server/domain/seats/tree.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** A part of the member's own organization, for drawing. */
export const getSeatTree: Handler<'getSeatTree'> = async (services, call) => {
  const { db, clock } = services;
  const { seatNo, levels } = call.query;
  if (levels === undefined) throw new Error('the description gives the levels a default');
  const view = await memberView(db, requireSession(call));
  return { status: 200, body: await seatTree(db, { view, seatNo, levels, now: clock.now() }) };
};
