import { downLines } from '#server/domain/seats/down-lines.ts';
import { memberView } from '#server/domain/seats/seats.ts';
import { requireSession } from '#server/domain/sessions/require-session.ts';
import type { Handler } from './handler.ts';

/** SRC §7 ListDownLines: the members of the member's own organization, or of the part of it below one of them. */
export const listDownLines: Handler<'listDownLines'> = async (services, call) => {
  const { db, clock } = services;
  const view = await memberView(db, requireSession(call));
  return { status: 200, body: await downLines(db, call, { ...call.query, view, now: clock.now() }) };
};
