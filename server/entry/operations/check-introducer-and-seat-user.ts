import { shortName } from '#server/domain/members/short-names.ts';
import { freePlace } from '#server/domain/seats/free-place.ts';
import { findIntroduction } from '#server/domain/seats/introduction.ts';
import { positionId } from '#server/domain/seats/position-id.ts';
import type { Handler } from './handler.ts';

/** F-03, first step: the referrer, the member below whom the seat is sought, and the place that is free now. */
export const checkIntroducerAndSeatUser: Handler<'checkIntroducerAndSeatUser'> = async (services, call) => {
  const { position } = call.body;
  const { introducer, seatUser } = await findIntroduction(services.db, call, call.body);
  return {
    status: 200,
    body: {
      introducer: { username: introducer.username, name: shortName(introducer.name) },
      seatUser: { username: seatUser.username, seatNo: seatUser.seat_no, positionId: positionId(seatUser.seat_no) },
      position,
      place: await freePlace(services.db, seatUser, position),
    },
  };
};
