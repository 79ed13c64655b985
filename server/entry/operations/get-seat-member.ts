import { requireSeat, memberView, showWithChildren } from '#server/domain/seats/seats.ts';
import { Problem } from '#server/platform/contract/problems.ts';
import { fieldError } from '#server/platform/texts/field-errors.ts';
import type { Handler } from './handler.ts';

/**
 * SRC §7 SeatMember: a seat by username or number. Strangers see any, with shortened names; members see their own
 * organization.
 */
export const getSeatMember: Handler<'getSeatMember'> = async (services, call) => {
  const { db } = services;
  const { username, seatNo } = call.query;
  if (username === undefined && seatNo === undefined) {
    throw new Problem('invalid_request', { errors: fieldError('username', call.culture, 'required') });
  }
  const view = call.session === null ? null : await memberView(db, call.session);
  const seat = await requireSeat(db, { username, seatNo }, view);
  return { status: 200, body: await showWithChildren(db, seat, view ?? { top: seat, named: false }) };
};
