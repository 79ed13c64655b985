import { freePlace } from '#server/domain/seats/free-place.ts';
import { requireSeat } from '#server/domain/seats/seats.ts';
import type { Handler } from './handler.ts';

/**
 * SRC §7 SeatBottom. It returns numbers and no names, and the place is shown before a sign-up takes it, so it is open
 * to everybody and for every seat, even in a browser where somebody else is signed in.
 */
export const getSeatBottom: Handler<'getSeatBottom'> = async (services, call) => {
  const { seatNo, position } = call.query;
  const seat = await requireSeat(services.db, { seatNo }, null);
  return { status: 200, body: await freePlace(services.db, seat, position) };
};
